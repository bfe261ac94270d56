import { fileURLToPath } from "node:url";
import type { Algorithm } from "@sightline/core";
import type { EngineRequest } from "./engine-child.js";
import type { Effort } from "./time-runs.js";
import type { Peers } from "./peers.js";

/** A program and its arguments. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

/** Something that checks a workload, in a process of its own. */
export interface Contestant {
  readonly name: string;
  readonly family: "sightline" | "porcupine" | "c++";
  /** The types that it can check. */
  readonly types: readonly string[];
  command(file: string, effort: Effort): Command;
}

/** The default engine: every ratio is to it. */
export const OURS = "sightline auto";

const partitionedTypes = ["set", "kv"];
const allTypes = [...partitionedTypes, "register", "queue", "stack"];
const child = fileURLToPath(new URL("./engine-child.js", import.meta.url));

function engine(algorithm: Algorithm, partition: boolean, name: string, types = allTypes): Contestant {
  return {
    name: `sightline ${name}`,
    family: "sightline",
    types,
    command(file, effort) {
      const request: EngineRequest = { file, algorithm, partition, effort };
      const heap = Math.round(effort.memory / 2 ** 20);
      return {
        program: process.execPath,
        args: ["--expose-gc", `--max-old-space-size=${heap}`, child, JSON.stringify(request)],
      };
    },
  };
}

/** Our default, our frontier search without monitors, and the papers' algorithms as we have them. */
export const engines: readonly Contestant[] = [
  engine("auto", true, "auto"),
  engine("frontier", true, "frontier"),
  engine("frontier", false, "frontier, no partition", partitionedTypes),
  engine("wgl", true, "wgl, partition", partitionedTypes),
  engine("wgl", false, "wgl"),
  engine("wgl-lru", true, "wgl-lru, partition", partitionedTypes),
  engine("wgl-lru", false, "wgl-lru"),
  engine("jit", true, "jit, partition", partitionedTypes),
  engine("jit", false, "jit", ["register", "queue", "stack"]),
  engine("wing-gong", true, "wing-gong, partition", partitionedTypes),
  engine("wing-gong", false, "wing-gong", ["register", "queue", "stack"]),
];

/** The configurations that FORTE'15's bounded cache holds in our C++ baseline. */
const lruConfigurations = 8192;

/** Porcupine and the C++ baseline, those that could be built. */
export function peerContestants(peers: Peers): Contestant[] {
  const contestants: Contestant[] = [];
  const times = (dash: string, { deadline, runs, enough, warmUp, slow }: Effort): string[] =>
    Object.entries({ deadline, runs, enough, "warm-up": warmUp, slow }).flatMap(([option, value]) => [
      `${dash}${option}`,
      String(Math.round(value)),
    ]);
  const { porcupine, wgl } = peers;
  const addPorcupine = (name: string, types: string[], ...options: string[]): void => {
    if (porcupine !== undefined)
      contestants.push({
        name,
        family: "porcupine",
        types,
        command: (file, effort) => ({ program: porcupine, args: [...options, ...times("-", effort), file] }),
      });
  };
  const addWgl = (name: string, ...options: string[]): void => {
    if (wgl !== undefined)
      contestants.push({
        name,
        family: "c++",
        types: ["set"],
        command: (file, effort) => ({ program: wgl, args: [...options, ...times("--", effort), file] }),
      });
  };
  addPorcupine("porcupine", allTypes);
  addPorcupine("porcupine, no partition", ["set"], "-no-partition");
  addWgl("C++ wgl, partition", "--partition");
  addWgl("C++ wgl");
  addWgl("C++ wgl-lru", "--lru", String(lruConfigurations));
  return contestants;
}
