import { listenForInterrupt } from "../../process/interrupt.js";
import type { BatchFlags } from "./batch-flags.js";
import { refuseHalves } from "./batch-means.js";
import { isTargetFault, tellTargetFault } from "./target-fault.js";
import { type OpenedTarget, type OpenTarget, openNamedTarget, type TargetFlags } from "./target-options.js";
import type { BatchProgress } from "./tasks/batch-progress.js";
import { type ObjectBatch, openObjectBatch } from "./tasks/object-batch.js";
import { checkValues, type ValuesOption } from "./values-option.js";

/**
 * Opens a target, works with it until Ctrl-C, and closes it: the exit status. With the options of large batches its
 * programs are kept on disk, or run by others. Where the target or its
 * specification is at fault, that is told.
 */
export async function withTarget(
  command: string,
  name: string,
  flags: TargetFlags & BatchFlags & { readonly json?: boolean; readonly seed?: string },
  values: ValuesOption,
  open: OpenTarget | undefined,
  work: (
    opened: OpenedTarget,
    interrupt: AbortSignal,
    progress: BatchProgress | undefined,
  ) => Promise<number>,
): Promise<number> {
  const interrupt = new AbortController();
  const stopListening = listenForInterrupt(interrupt);
  let opened: OpenedTarget | undefined;
  let batch: ObjectBatch | undefined;
  try {
    refuseHalves(flags);
    opened = await openNamedTarget(name, flags, open);
    await checkValues(values, opened.spec, opened.target);
    batch = await openObjectBatch(command, name, flags, opened);
    return await work(batch?.opened ?? opened, interrupt.signal, batch?.means.progress);
  } catch (error) {
    if (!isTargetFault(error)) throw error;
    return await tellTargetFault(error, flags.json);
  } finally {
    stopListening();
    await (batch?.opened ?? opened)?.target.close();
    await batch?.means.close();
  }
}
