import { types } from "@sightline/core";
import { type CallOrder, generatePrograms, type ObjectSpec, type Program, type Target } from "@sightline/lab";
import { UsageError } from "../../../errors/usage-error.js";
import type { BatchFlags } from "../../shared/batch-flags.js";
import { oneOf } from "../../shared/one-of.js";
import type { TargetFlags } from "../../shared/target-options.js";
import { type Workload, type WorkloadFlags, workloadOf } from "../../shared/workload.js";

/** The options of `record` for an object, as the command line gives them. */
export interface RecordObjectFlags
  extends Omit<TargetFlags, "engine" | "jcstressJar">,
    WorkloadFlags,
    BatchFlags {
  readonly hb?: string;
  readonly type?: string;
  readonly output?: string;
  readonly quiet?: boolean;
}

/** How happens-before may be recorded, as `--hb` names it. */
const orders = ["counters", "clocks", "none"] as const;

/** What the options say by themselves, whatever the object. */
export interface RecordObjectWishes {
  readonly workload: Workload;
  readonly hb: CallOrder | "none" | undefined;
  /** The type that the histories are to name. */
  readonly type: string | undefined;
  /** Whether the object is made with other arguments than by default. */
  readonly constructed: boolean;
  readonly output: string;
  readonly quiet: boolean;
}

/** Understands the options as far as that can be done without the object. Throws a `UsageError`. */
export async function recordWishesOf(flags: RecordObjectFlags): Promise<RecordObjectWishes> {
  const { hb, type, output = "-", quiet = false } = flags;
  return {
    workload: workloadOf(flags),
    hb: hb === undefined ? undefined : await oneOf(hb, orders, "value of --hb"),
    type: type === undefined ? undefined : await oneOf(type, Object.keys(types), "type", "SL1007"),
    constructed: flags.args !== undefined,
    output,
    quiet,
  };
}

/** The programs to record: those given, or so many random ones over all methods. Throws a `UsageError`. */
export async function programsToRecord(
  { programs, methods, generate, count }: Workload,
  spec: ObjectSpec,
): Promise<Iterable<Program>> {
  if (programs !== undefined) return programs;
  const names = [...new Set(spec.methods.map(({ name }) => name))];
  for (const name of methods ?? []) await oneOf(name, names, "method", "SL3004");
  const tested = spec.methods.filter(({ name }) => methods?.includes(name) ?? true);
  return take(generatePrograms(spec, { ...generate, methods: tested }), count);
}

function* take(programs: Iterable<Program>, count: number): Generator<Program, void> {
  let left = count;
  for (const program of programs) {
    yield program;
    if (--left === 0) return;
  }
}

/** How the target records happens-before: as asked, or by counters where it can. Throws a `UsageError`. */
export function orderToRecord(
  wish: RecordObjectWishes["hb"],
  { name, records = [] }: Pick<Target, "name" | "records">,
): CallOrder | undefined {
  if (wish === "none") return undefined;
  if (wish === undefined) return records.includes("counters") ? "counters" : undefined;
  if (records.includes(wish)) return wish;
  throw new UsageError(
    "SL4006",
    `--hb ${wish} is not possible for ${name}: take ${[...records, "none"].map((order) => `--hb ${order}`).join(" or ")}`,
  );
}
