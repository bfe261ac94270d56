import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  admittingLevels,
  findShippedSpec,
  openTarget,
  type Outcome,
  type StressReport,
  type Target,
  typeOfTarget,
  weakestViolated,
} from "@sightline/lab";
import { describeMachine, machineFacts } from "./machine.js";
import { outFolder } from "./peers.js";
import { pickNamed } from "./pick-named.js";
import { isNew, printAsTable, type ViolatRow, violatRows } from "./violat-rows.js";
import { javaVersion } from "./violat-java.js";
import { renderViolat } from "./violat-report.js";

/** What the command line asks for. */
export interface ViolatOptions {
  /** Two seconds a row. */
  readonly quick: boolean;
  readonly json: boolean;
  /** Only rows whose name, class or method contains one of these. */
  readonly only: readonly string[];
  /** Seconds for one row, at most. */
  readonly deadline?: number;
}

/** What became of a row here. */
export interface RowResult {
  readonly row: ViolatRow;
  readonly executions: number;
  readonly seconds: number;
  /** How often the row's outcome was seen. */
  readonly seen: number;
  /** The weakest level that the row's outcome violates, by our own reckoning, where it was seen. */
  readonly violates: string | undefined;
  /** The most frequent outcome that is not atomic, where it is another. */
  readonly other: { readonly outcome: string; readonly count: number; readonly violates: string } | undefined;
  readonly failure: string | undefined;
}

/** Seconds of one go: after that the program is compiled afresh, which changes what can be seen. */
const GO = 5;

/**
 * POPL'19 Table 2 and Figures 2–4, 10 and 11 redone: each program is run until its outcome is seen, or for
 * so many seconds. Exits with 1 where a violated level differs from the paper's.
 */
export async function benchViolat({ quick, json, only, deadline }: ViolatOptions): Promise<number> {
  const seconds = deadline ?? (quick ? 2 : 10);
  const rows = pickNamed(violatRows(), only, ({ id, className, method }) => [id, className, method]);
  const results: RowResult[] = [];
  for (const className of new Set(rows.map((row) => row.className))) {
    const target = await openClass(className);
    try {
      for (const row of rows.filter((one) => one.className === className)) {
        const result = await runRow(target, row, seconds);
        results.push(result);
        console.error(`${row.id} ${className}.${row.method}: ${result.seen} of ${result.executions}`);
      }
    } finally {
      await target.close();
    }
  }
  const ordered = rows.flatMap((row) => results.filter((result) => result.row === row));
  const machine = `${describeMachine(machineFacts())}; ${await javaVersion()}`;
  const report = renderViolat(ordered, seconds, machine);
  const folder = join(outFolder, "violat");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, only.length === 0 ? "violat.md" : "violat-part.md"), `${report}\n`);
  console.log(json ? JSON.stringify({ machine, seconds, rows: ordered }) : report);
  const differs = ({ row, violates }: RowResult): boolean =>
    !isNew(row) && violates !== undefined && violates !== row.violates;
  return ordered.some(differs) ? 1 : 0;
}

/** A class of java.util.concurrent, with the specification that ships for it. */
async function openClass(name: string): Promise<Target> {
  const className = `java.util.concurrent.${name}`;
  const spec = await findShippedSpec(className);
  return openTarget(`java:${className}`, spec === undefined ? {} : { spec });
}

async function runRow(target: Target, row: ViolatRow, seconds: number): Promise<RowResult> {
  const { program, method } = row;
  const type = await typeOfTarget(target, program);
  const violatedBy = (outcome: Outcome): string =>
    weakestViolated(admittingLevels(program, outcome, type, [method]));
  const counts = new Map<string, { readonly outcome: Outcome; count: number }>();
  let [executions, spent] = [0, 0];
  let failure: string | undefined;
  const isSeen = (): boolean => counts.has(row.outcome);
  for (let go = 0; spent < seconds && !isSeen() && failure === undefined; go++) {
    const last = await runOnce(target, row, Math.min(GO, seconds - spent), go);
    if (last === undefined) break;
    spent += last.seconds;
    executions += last.executions;
    failure = last.failure?.message;
    for (const { results, count } of last.outcomes) {
      const key = printAsTable(program, results);
      const before = counts.get(key);
      if (before === undefined) counts.set(key, { outcome: results, count });
      else before.count += count;
    }
  }
  const own = counts.get(row.outcome);
  const others = [...counts]
    .filter(([text]) => text !== row.outcome)
    .map(([outcome, { outcome: results, count }]) => ({ outcome, count, violates: violatedBy(results) }))
    .filter(({ violates }) => violates !== "-")
    .sort((a, b) => b.count - a.count);
  return {
    row,
    executions,
    seconds: spent,
    seen: own?.count ?? 0,
    violates: own === undefined ? undefined : violatedBy(own.outcome),
    other: own === undefined ? others.at(0) : undefined,
    failure,
  };
}

/** Runs a program until its row's outcome is seen or the time is up: the last report. */
async function runOnce(
  target: Target,
  { program, outcome }: ViolatRow,
  seconds: number,
  seed: number,
): Promise<StressReport | undefined> {
  const enough = new AbortController();
  let last: StressReport | undefined;
  for await (const report of target.stress([program], {
    secondsPerProgram: seconds,
    seed,
    signal: enough.signal,
  })) {
    last = report;
    if (report.outcomes.some(({ results }) => printAsTable(program, results) === outcome)) enough.abort();
  }
  return last;
}
