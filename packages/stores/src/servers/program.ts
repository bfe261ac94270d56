import { execFile } from "node:child_process";

/** A program of this machine. */
export interface Program {
  /** Its file, or that of a Java archive. */
  readonly binary: string;
  /** Where to get it, in words. */
  readonly source: string;
  /** Folders besides `PATH` where it may be; `*` stands for any name. */
  readonly folders?: readonly string[];
}

/** What a program prints; `undefined` where there is no such program. */
export function outputOf(command: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    execFile(command, args, (error, out) => {
      if (error === null) resolve(out);
      else if (error.code === "ENOENT") resolve(undefined);
      else reject(error);
    });
  });
}

/** Where the program is; `undefined` where it is not on this machine. */
export async function findProgram({
  binary,
  folders = [],
}: Pick<Program, "binary" | "folders">): Promise<string | undefined> {
  const places = [`$(command -v ${binary})`, ...folders.map((folder) => `${folder}/${binary}`)];
  const found = await outputOf("sh", [
    "-c",
    `for f in ${places.join(" ")}; do [ -r "$f" ] && echo "$f"; done; true`,
  ]);
  return found?.split("\n").find((line) => line !== "");
}
