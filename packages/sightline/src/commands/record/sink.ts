import { closeSync, openSync, writeFileSync } from "node:fs";
import { UsageError } from "../../errors/usage-error.js";
import { type Output, OutputError } from "../../output/output.js";

/** The file or stream that recorded histories are written to. */
export interface Sink {
  /** Throws an `OutputError` where it cannot be written. */
  write(text: string): Promise<void>;
  close(): void;
}

/** A file, or `-` for standard output. Throws a `UsageError` where it cannot be opened. */
export function openSink(path: string, output: Output): Sink {
  if (path === "-") return { write: (text) => output.write(text, ""), close() {} };
  let file: number;
  try {
    file = openSync(path, "w");
  } catch (error) {
    throw new UsageError(
      "SL4002",
      `--output cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return {
    async write(text) {
      try {
        writeFileSync(file, text);
      } catch (error) {
        throw new OutputError(`--output ${path} cannot be written: ${(error as Error).message}`);
      }
    },
    close: () => closeSync(file),
  };
}
