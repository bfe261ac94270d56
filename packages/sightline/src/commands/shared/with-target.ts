import { listenForInterrupt } from "../../process/interrupt.js";
import { isTargetFault, tellTargetFault } from "./target-fault.js";
import { type OpenedTarget, type OpenTarget, openNamedTarget, type TargetFlags } from "./target-options.js";
import { checkValues, type ValuesOption } from "./values-option.js";

/**
 * Opens a target, works with it until Ctrl-C, and closes it: the exit status. Where the target or its
 * specification is at fault, that is told.
 */
export async function withTarget(
  name: string,
  flags: TargetFlags & { readonly json?: boolean },
  values: ValuesOption,
  open: OpenTarget | undefined,
  work: (opened: OpenedTarget, interrupt: AbortSignal) => Promise<number>,
): Promise<number> {
  const interrupt = new AbortController();
  const stopListening = listenForInterrupt(interrupt);
  let opened: OpenedTarget | undefined;
  try {
    opened = await openNamedTarget(name, flags, open);
    await checkValues(values, opened.spec, opened.target);
    return await work(opened, interrupt.signal);
  } catch (error) {
    if (!isTargetFault(error)) throw error;
    return await tellTargetFault(error, flags.json);
  } finally {
    stopListening();
    await opened?.target.close();
  }
}
