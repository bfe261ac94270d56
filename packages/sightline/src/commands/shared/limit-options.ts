import { availableParallelism } from "node:os";
import { UsageError } from "../../errors/usage-error.js";
import type { OnUnknown } from "../../process/exit-code.js";
import { positive, whole } from "./numbers.js";
import { oneOf } from "./one-of.js";

/** The options that limit a run over many histories, and say what comes of what they leave unknown. */
export interface LimitFlags {
  readonly deadline?: string;
  readonly memory?: string;
  readonly workers?: string;
  readonly onUnknown?: string;
}

/** The limits of a run. */
export interface RunLimits {
  /** Milliseconds for one history. */
  readonly deadline?: number;
  /** Bytes for the whole process. */
  readonly memory: number;
  readonly workers: number;
  readonly onUnknown: OnUnknown;
}

/** Understands the limits. Throws a `UsageError`. */
export async function limitsOf({ deadline, memory, workers, onUnknown }: LimitFlags): Promise<RunLimits> {
  return {
    ...(deadline !== undefined && { deadline: 1000 * positive(deadline, "--deadline") }),
    memory: memory === undefined ? defaultMemory() : memoryBytes(memory),
    workers: workers === undefined ? availableParallelism() : whole(workers, "--workers", 1),
    onUnknown:
      onUnknown === undefined ? "report" : await oneOf(onUnknown, ["pass", "fail"], "value of --on-unknown"),
  };
}

const MB = 1 << 20;

/** Less than this is taken by the runtime itself. */
const LEAST_MEMORY = 128;

/** A limit on memory, in bytes. Throws a `UsageError`. */
function memoryBytes(text: string): number {
  const megabytes = positive(text, "--memory");
  if (megabytes < LEAST_MEMORY)
    throw new UsageError(
      "SL4005",
      `--memory takes at least ${LEAST_MEMORY} (megabytes): the runtime alone needs half`,
    );
  return megabytes * MB;
}

/** Four fifths of what the machine has to give: enough to never be killed for want of memory. */
function defaultMemory(): number {
  return Math.max(LEAST_MEMORY * MB, 0.8 * (process.availableMemory() + process.memoryUsage.rss()));
}
