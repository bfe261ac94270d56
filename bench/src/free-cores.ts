import { spawnSync } from "node:child_process";

/** The numbers of the cores that this process may use; `undefined` where commands cannot be told to keep to some of them. */
export function freeCores(): readonly number[] | undefined {
  const told = spawnSync("taskset", ["-cp", String(process.pid)], { encoding: "utf8" });
  return told.status === 0 ? coresIn(told.stdout) : undefined;
}

/** The cores of a list as `taskset` has it: "pid 7's current affinity list: 0,2-4". */
export function coresIn(line: string): readonly number[] {
  const list = line.slice(line.lastIndexOf(":") + 1).trim();
  return list.split(",").flatMap((range) => {
    const [first, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
