import { setTimeout } from "node:timers/promises";

/** Waits until something is so, however long that takes. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(10);
}
