import { parseArgs } from "node:util";
import { findType, HistoryError, type SequentialType, typeNames } from "@sightline/core";
import { checkDeciders } from "@sightline/testing/order/check-deciders.js";
import { type FuzzReport, fuzz } from "@sightline/testing/order/fuzz.js";
import { paperEngines } from "@sightline/testing/order/paper-engines.js";
import { toRecord } from "@sightline/testing/history/history-record.js";

const help = `npm run fuzz -- [options]

Compares every algorithm, criterion and type with the brute-force oracle on random histories, verifies
every witness and checks the laws between criteria. Prints each disagreement with its seed and history.

  --seconds N   how long (default 60)
  --seed N      the first seed (default: today's date, so that every day tries others)
  --type NAME   only this type (repeatable)`;

/** A number that changes from day to day and leaves room for the seeds of a day. */
const seedOfToday = (): number => (Math.floor(Date.now() / 86_400_000) % 20_000) * 100_000;

function printProblems(report: FuzzReport): void {
  for (const { what, history } of report.problems) {
    console.log(`\ntype ${report.type}, seed ${report.seed}: ${what}`);
    console.log(JSON.stringify(toRecord(history)));
  }
}

function run(types: readonly SequentialType[], seed: number, seconds: number): number {
  const end = performance.now() + 1000 * seconds;
  const tally = new Map(types.map(({ name }) => [name, { histories: 0, linearizable: 0, sequential: 0 }]));
  let problems = 0;
  let comparisons = 0;
  for (const report of fuzz({ types, deciders: [...checkDeciders, ...paperEngines], seed })) {
    const row = tally.get(report.type);
    if (row !== undefined) {
      row.histories++;
      row.linearizable += report.satisfied.linearizability ? 1 : 0;
      row.sequential += report.satisfied.sequential ? 1 : 0;
    }
    comparisons += report.comparisons;
    problems += report.problems.length;
    printProblems(report);
    if (performance.now() > end) break;
  }
  console.table(Object.fromEntries(tally));
  console.log(`seed ${seed}: ${comparisons} verdicts of the oracle compared, ${problems} problems`);
  return problems === 0 ? 0 : 1;
}

function main(): number {
  const { values } = parseArgs({
    options: {
      seconds: { type: "string", default: "60" },
      seed: { type: "string" },
      type: { type: "string", multiple: true },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const [seconds, seed] = [Number(values.seconds), Number(values.seed ?? seedOfToday())];
  if (!(seconds > 0) || !Number.isSafeInteger(seed)) {
    console.error(`--seconds takes a positive number and --seed a whole one\n\n${help}`);
    return 64;
  }
  return run((values.type ?? typeNames).map(findType), seed, seconds);
}

try {
  process.exitCode = main();
} catch (error) {
  const wrongUse =
    error instanceof HistoryError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  if (!wrongUse) throw error;
  console.error(`${(error as Error).message}\n\n${help}`);
  process.exitCode = 64;
}
