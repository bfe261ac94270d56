import { execFile } from "node:child_process";
import type { LiveStore } from "../live/live-store.js";
import type { StoreType } from "../workload/workload.js";

/** At least and at most so many milliseconds. */
export type Delay = readonly [number, number];

/** How a server's cluster is started. */
export interface ServerOptions {
  readonly type: StoreType;
  readonly replicas: number;
  readonly sessions: number;
  readonly consistency: string;
  /** Between how many milliseconds what goes through each link is late. */
  readonly delays: readonly Delay[];
  readonly seed: number;
  /** Where the program is. */
  readonly program: string;
  /** Loads the client's package from the user's project. */
  readonly load: (name: string) => Promise<never>;
}

/** A server that we start on loopback: one small file for each. */
export interface Server {
  readonly name: string;
  /** The program that must be installed, and Debian's package of it. */
  readonly binary: string;
  readonly debian: string;
  /** Folders besides `PATH` where the program may be; `*` stands for any name. */
  readonly folders?: readonly string[];
  /** The packages of the client, in the user's project. */
  readonly packages: readonly [string, ...string[]];
  readonly types: readonly StoreType[];
  /** Its options of consistency, the default first, and what each says. */
  readonly consistencies: Readonly<Record<string, string>>;
  open(options: ServerOptions): Promise<LiveStore>;
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

/** Where the server's program is; `undefined` where it is not on this machine. */
export async function findProgram({
  binary,
  folders = [],
}: Pick<Server, "binary" | "folders">): Promise<string | undefined> {
  const places = [`$(command -v ${binary})`, ...folders.map((folder) => `${folder}/${binary}`)];
  const found = await outputOf("sh", [
    "-c",
    `for f in ${places.join(" ")}; do [ -x "$f" ] && echo "$f"; done; true`,
  ]);
  return found?.split("\n").find((line) => line !== "");
}
