import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Algorithm, levelNames } from "@sightline/core";
import { checkWithin } from "@sightline/core/check.js";
import { describeMachine, machineFacts } from "./machine.js";
import { outFolder } from "./peers.js";
import { renderTargets } from "./report.js";
import { formatTime, renderTable } from "./table.js";
import type { Target } from "./targets.js";
import { benchGrowth } from "./weak/growth.js";
import { benchOracle } from "./weak/oracle.js";
import { benchRegress } from "./weak/regress.js";
import { processorTime } from "./weak/processor-time.js";
import { families, type Family, type LongObjectName, longObjects, samples } from "./weak/samples.js";

/** What the command line asks for. */
export interface WeakOptions {
  /** A few histories of up to 250 operations. */
  readonly quick: boolean;
  readonly json: boolean;
  /** Only objects of these names, or whose name contains one of these; or one of the parts `oracle`, `growth`, `regress`. */
  readonly only: readonly string[];
  /** Only histories of so many operations. */
  readonly operations?: number;
}

/** The sizes, how many histories of each object and family, the limit of one check, and who is asked. */
interface Round {
  readonly operations: number;
  readonly histories: number;
  readonly seconds: number;
  readonly algorithms: readonly Algorithm[];
}

const peers: readonly Algorithm[] = ["auto", "visibility", "minimal-visibility", "visearch"];
const rounds: Readonly<Record<"quick" | "full", readonly Round[]>> = {
  quick: [
    { operations: 30, histories: 1, seconds: 0.3, algorithms: peers },
    { operations: 250, histories: 1, seconds: 0.5, algorithms: ["auto"] },
  ],
  full: [
    { operations: 30, histories: 4, seconds: 0.5, algorithms: peers },
    { operations: 60, histories: 4, seconds: 0.5, algorithms: peers },
    { operations: 250, histories: 4, seconds: 1, algorithms: ["auto"] },
    { operations: 1000, histories: 4, seconds: 1, algorithms: ["auto"] },
    { operations: 10_000, histories: 1, seconds: 10, algorithms: ["auto"] },
  ],
};

/** How many verdicts are held against the definition. */
const ORACLE_VERDICTS = 100_000;

/** How the checks of one kind went. */
interface Cell {
  readonly operations: number;
  readonly algorithm: Algorithm;
  readonly object: LongObjectName;
  readonly family: Family;
  readonly isComplete: boolean;
  satisfied: number;
  violated: number;
  unknown: number;
  /** Processor time of each, in milliseconds. */
  readonly times: number[];
}

/** At 10,000 operations only the first four are asked about. */
const FIRST_GROUP: ReadonlySet<string> = new Set(["set", "map", "register", "counter"]);

/** The objects of which a little less is promised; of the others, which are replicated types, nothing is. */
const SECOND_GROUP: ReadonlySet<string> = new Set(["queue", "stack", "rpq", "sequence"]);

/** Levels of long histories: how many are decided in time. Returns the exit status. */
export async function benchWeak({ quick, json, only, operations: size }: WeakOptions): Promise<number> {
  const machine = machineFacts();
  if (!json) console.log(`${describeMachine(machine)}\n`);
  if (only.includes("oracle")) return benchOracle(quick ? 5000 : ORACLE_VERDICTS) > 0 ? 1 : 0;
  if (only.includes("growth")) {
    await benchGrowth(quick);
    return 0;
  }
  if (only.includes("regress")) {
    console.log(renderTargets(benchRegress(quick)));
    return 0;
  }
  const cells: Cell[] = [];
  let clashes = 0;
  const names = (Object.keys(longObjects) as LongObjectName[]).filter(
    (name) =>
      only.length === 0 || only.some((word) => (word in longObjects ? name === word : name.includes(word))),
  );
  for (const { operations, histories, seconds, algorithms } of rounds[quick ? "quick" : "full"]) {
    if (size !== undefined && operations !== size) continue;
    for (const object of names) {
      if (operations > 1000 && !FIRST_GROUP.has(object)) continue;
      for (const family of families) {
        const found = algorithms.flatMap((algorithm) =>
          [false, true].map(
            (isComplete): Cell => ({
              operations,
              algorithm,
              object,
              family,
              isComplete,
              satisfied: 0,
              violated: 0,
              unknown: 0,
              times: [],
            }),
          ),
        );
        for (const history of samples(object, family, operations, histories))
          for (const level of levelNames) {
            const verdicts = new Set<string>();
            for (const cell of found) {
              if (cell.isComplete !== (level === "complete")) continue;
              // Processor time, so that other work on the machine decides nothing.
              const { used, isOver } = processorTime(1000 * seconds);
              const { verdict } = checkWithin(history, {
                criterion: level,
                algorithm: cell.algorithm === "visibility" && level === "complete" ? "auto" : cell.algorithm,
                explain: false,
                bounds: { cancelled: isOver },
              });
              cell.times.push(used());
              cell[verdict]++;
              if (verdict !== "unknown") verdicts.add(verdict);
            }
            if (verdicts.size > 1) clashes++;
          }
        cells.push(...found);
      }
      // Object by object, so that a run that is ended leaves what it found.
      const own = cells.filter((cell) => cell.object === object && cell.operations === operations);
      if (!json) console.log(`${renderRound(own, operations, seconds)}\n`);
    }
  }
  const targets = judgeWeak(cells);
  if (!json) console.log(renderTargets(targets));
  if (clashes > 0) console.error(`${clashes} DISAGREEMENTS`);
  await mkdir(outFolder, { recursive: true });
  const record = JSON.stringify({ machine, cells, targets }, null, 2);
  await writeFile(join(outFolder, "weak.json"), `${record}\n`);
  if (json) console.log(record);
  return clashes > 0 ? 1 : 0;
}

const countOf = ({ satisfied, violated, unknown }: Cell): number => satisfied + violated + unknown;

function renderRound(own: readonly Cell[], operations: number, seconds: number): string {
  const columns = [
    { heading: "object" },
    { heading: "algorithm" },
    { heading: "levels" },
    ...families.map((heading) => ({ heading, numeric: true })),
  ];
  const kinds = own.filter(({ family }) => family === families[0]);
  const rows = kinds.map(({ object, algorithm, isComplete }) => [
    object,
    algorithm,
    isComplete ? "complete" : "weak … causal",
    ...families.map((family) => {
      const cell = own.find(
        (one) =>
          one.object === object &&
          one.algorithm === algorithm &&
          one.isComplete === isComplete &&
          one.family === family,
      );
      return cell === undefined ? "" : renderCell(cell);
    }),
  ]);
  return `### ${operations} operations, ${seconds} s of processor time each: satisfied, violated, undecided; median and longest processor time\n\n${renderTable(columns, rows)}`;
}

function renderCell(cell: Cell): string {
  const times = cell.times.toSorted((a, b) => a - b);
  const median = times[times.length >> 1] ?? 0;
  return `${cell.satisfied} ${cell.violated} ${cell.unknown}, ${formatTime(median)} ${formatTime(times.at(-1) ?? 0)}`;
}

/** What is promised of histories of 1,000 and 10,000 operations. */
function judgeWeak(cells: readonly Cell[]): Target[] {
  const hinted: ReadonlySet<Family> = new Set(["file order", "overlapping times"]);
  const share = (
    workload: string,
    promised: number,
    kept: (cell: Cell) => boolean,
    operations = 1000,
    of = countOf,
  ): Target[] => {
    const own = cells.filter(
      (cell) => cell.operations === operations && cell.algorithm === "auto" && kept(cell),
    );
    const all = own.reduce((sum, cell) => sum + of(cell), 0);
    if (all === 0) return [];
    const part = 1 - own.reduce((sum, { unknown }) => sum + unknown, 0) / all;
    const percent = (value: number): string => `${(100 * value).toFixed(0)}%`;
    return [
      {
        workload: `${operations} operations, ${workload}`,
        promise: `at least ${percent(promised)}`,
        measured: `${percent(part)} of ${all}`,
        reached: part >= promised,
      },
    ];
  };
  const isFirst = ({ object }: Cell): boolean => FIRST_GROUP.has(object);
  const isSecond = ({ object }: Cell): boolean => SECOND_GROUP.has(object);
  const isHinted = ({ family }: Cell): boolean => hinted.has(family);
  const isBare = ({ family }: Cell): boolean => family === "no hint";
  return [
    ...share(
      "hints, set to counter, weak … causal",
      0.99,
      (cell) => isFirst(cell) && isHinted(cell) && !cell.isComplete,
    ),
    ...share(
      "hints, set to counter, complete",
      0.9,
      (cell) => isFirst(cell) && isHinted(cell) && cell.isComplete,
    ),
    ...share("hints, queue to sequence", 0.9, (cell) => isSecond(cell) && isHinted(cell)),
    ...share("no hint, set to counter", 0.9, (cell) => isFirst(cell) && isBare(cell)),
    ...share("no hint, queue to sequence", 0.7, (cell) => isSecond(cell) && isBare(cell)),
    ...share("corrupted, decided", 0.95, ({ family }) => family === "corrupted"),
    // A changed result may well be explained: what has a witness is not to be refuted.
    ...share(
      "corrupted, refuted of those without a witness",
      0.95,
      ({ family }) => family === "corrupted",
      1000,
      ({ violated, unknown }) => violated + unknown,
    ),
    ...share(
      "hints, set to counter, weak … causal",
      0.99,
      (cell) => isHinted(cell) && !cell.isComplete,
      10_000,
    ),
  ];
}
