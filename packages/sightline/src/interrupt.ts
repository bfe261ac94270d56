import { EXIT } from "./exit-code.js";

/** The first Ctrl-C asks for an orderly end, the second takes one at once. Returns how to stop listening. */
export function listenForInterrupt(controller: AbortController): () => void {
  const listener = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
  };
  process.on("SIGINT", listener);
  return () => process.off("SIGINT", listener);
}
