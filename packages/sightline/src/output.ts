import { EXIT } from "./exit-code.js";

/** Standard output and standard error. */
export interface Output {
  /** Writes to both, and waits while the reader is slow. */
  write(out: string, err: string): Promise<void>;
}

/** A reader that goes away (`| head`) ends the process quietly. */
export function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(EXIT.brokenPipe);
      throw error;
    });
}

/** The output of this process. */
export function createOutput(): Output {
  const writeTo = (stream: NodeJS.WriteStream, text: string): Promise<void> | undefined => {
    if (text === "" || stream.write(text)) return undefined;
    return new Promise((resolve) => stream.once("drain", resolve));
  };
  return {
    async write(out, err) {
      await writeTo(process.stdout, out);
      await writeTo(process.stderr, err);
    },
  };
}
