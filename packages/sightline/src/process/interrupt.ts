import { constants } from "node:os";
import { EXIT } from "./exit-code.js";

/** The signals that ask for an end: Ctrl-C, `kill`, a terminal that is closed. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

let received: (typeof SIGNALS)[number] = "SIGINT";

/** The first signal asks for an orderly end, the second takes one at once. Returns how to stop listening. */
export function listenForInterrupt(controller: AbortController): () => void {
  const listener = (signal: (typeof SIGNALS)[number]): void => {
    if (controller.signal.aborted) process.exit(statusOfSignal(EXIT.interrupted));
    received = signal;
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}

/** The exit status of a run; where it was interrupted, the one that shells expect of the signal: 143 for SIGTERM. */
export function statusOfSignal(status: number): number {
  return status === EXIT.interrupted ? 128 + constants.signals[received] : status;
}
