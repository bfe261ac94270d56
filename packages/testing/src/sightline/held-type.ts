import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A register whose steps wait while a file says so: who is killed while it is held is killed in the middle for
 * certain, on a slow machine as on a fast one. For the histories of `registerHistories`.
 */
export interface HeldType {
  /** The module. */
  readonly path: string;
  /** From this history on, whoever checks waits. */
  holdFrom(history: number): void;
  release(): void;
  /** How many threads of a process have waited since `holdFrom`. */
  heldBy(pid: number | undefined): number;
}

/** Writes the type, and what it looks at, into a folder. */
export function createHeldType(folder: string): HeldType {
  const [path, hold, holding] = ["held.mjs", "hold", "holding"].map((name) => join(folder, name));
  writeFileSync(
    path,
    `import { appendFileSync, readFileSync } from "node:fs";
let waited = "";
const sleep = new Int32Array(new SharedArrayBuffer(4));
/** Which time of holding it is, and from which value on; nothing where none is held. */
const held = () => {
  try { return readFileSync(${JSON.stringify(hold)}, "utf8").split(" "); } catch { return ["", Infinity]; }
};
export default {
  init: () => null,
  step(state, { method, args: [value] }) {
    for (let [time, from] = held(); method === "write" && value >= from; [time, from] = held()) {
      if (waited !== time) appendFileSync(${JSON.stringify(holding)}, time + " " + process.pid + "\\n");
      waited = time;
      Atomics.wait(sleep, 0, 0, 20);
    }
    return method === "write" ? { state: value, result: null } : { state, result: state };
  },
};
`,
  );
  let time = 0;
  return {
    path,
    holdFrom(history) {
      writeFileSync(hold, `${++time} ${history * 8}`);
    },
    release: () => rmSync(hold, { force: true }),
    heldBy: (pid) =>
      existsSync(holding)
        ? readFileSync(holding, "utf8")
            .split("\n")
            .filter((line) => line === `${time} ${pid}`).length
        : 0,
  };
}
