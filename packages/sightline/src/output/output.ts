import type { ErrorCode } from "@sightline/core";
import { errorLines } from "../errors/error-lines.js";
import { EXIT } from "../process/exit-code.js";
import { forTerminal } from "../render/style.js";

/** Standard output and standard error. */
export interface Output {
  /** Writes to both, with what inputs have put into the texts made visible, and waits while the reader is slow. */
  write(out: string, err: string): Promise<void>;
}

/** What was asked for cannot be written: a full disk, a device that fails. */
export class OutputError extends Error {
  override readonly name = "OutputError";
  /** What kind of error it is: see docs/errors.md. */
  readonly code = "SL4002" satisfies ErrorCode;
}

/** Whether something that was asked for could not be written. */
let failed = false;

/** Whether errors are told as JSON. */
let json = false;

/** Says that something cannot be written. The work goes on; in the end the exit status tells. */
export function outputFailed(message: string): void {
  failed = true;
  writeError({ code: "SL4002", message });
}

/** Tells an error: for people, or where `--json` is asked for as a line of JSON. */
export function writeError({ code, message }: { readonly code: ErrorCode; readonly message: string }): void {
  process.stderr.write(
    forTerminal(errorLines({ code, message: json ? message : `error: ${message}` }, json)),
  );
}

/** Statuses that say more than that something could not be written. */
const WORSE: ReadonlySet<unknown> = new Set([EXIT.bug, EXIT.usage, EXIT.interrupted, 129, 143]);

/**
 * Watches over standard output and standard error. A reader that goes away (`| head`) ends the process
 * quietly; standard output that cannot be written (a full disk) ends it with a word. What cannot be
 * said on standard error is left out. In the end the exit status tells. `asJson`: errors are told as JSON.
 */
export function watchOutputs(asJson: boolean): void {
  json = asJson;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.brokenPipe);
    outputFailed(`standard output cannot be written: ${error.message}`);
    process.exit(EXIT.output);
  });
  process.stderr.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.brokenPipe);
    failed = true;
  });
  process.on("exit", () => {
    if (failed && !WORSE.has(process.exitCode)) process.exitCode = EXIT.output;
  });
}

/** The output of this process. */
export function createOutput(): Output {
  const writeTo = (stream: NodeJS.WriteStream, text: string): Promise<void> | undefined => {
    if (text === "" || stream.destroyed || stream.write(forTerminal(text))) return undefined;
    return new Promise((resolve) => {
      const goOn = (): void => {
        stream.off("drain", goOn);
        stream.off("close", goOn);
        resolve();
      };
      stream.on("drain", goOn);
      stream.on("close", goOn); // it broke, and will not drain
    });
  };
  return {
    async write(out, err) {
      await writeTo(process.stdout, out);
      await writeTo(process.stderr, err);
    },
  };
}
