import { clearTimeout, setImmediate, setTimeout } from "node:timers";
import type { MessagePort } from "node:worker_threads";

/**
 * Whether nothing is left in this thread that could still happen by itself: no timer, no input or output,
 * no work that was given away. Where something is left it answers after a millisecond.
 */
export type IsIdle = () => Promise<boolean>;

/** How long to wait for the thread to become idle, in milliseconds. */
const MOMENT = 1;

/**
 * Asks Node itself, which tells a thread that nothing keeps alive so before it ends. For threads that nothing
 * keeps alive but the port by which they are asked.
 */
export function createIsIdle(port: Pick<MessagePort, "ref" | "unref">): IsIdle {
  return () =>
    new Promise((resolve) => {
      const answer = (idle: boolean): void => {
        port.ref();
        clearTimeout(moment);
        process.off("beforeExit", onIdle);
        setImmediate(() => resolve(idle)); // keeps the thread alive until then
      };
      const onIdle = (): void => answer(true);
      const moment = setTimeout(() => answer(false), MOMENT).unref();
      process.on("beforeExit", onIdle);
      port.unref();
    });
}
