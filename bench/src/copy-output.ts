import { appendFileSync, writeFileSync } from "node:fs";

/** Writes all that goes to standard output into the file too, as it comes, below the command that gives it. */
export function copyOutput(file: string, command: string): void {
  writeFileSync(file, `$ ${command}\n`);
  const write = process.stdout.write.bind(process.stdout) as (...args: unknown[]) => boolean;
  process.stdout.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    appendFileSync(file, chunk);
    return write(chunk, ...rest);
  };
}
