import { check } from "@sightline/core";
import { writeHistory } from "@sightline/formats";
import { databaseRun } from "@sightline/testing/order/database-run.js";
import { describeMachine, machineFacts } from "./machine.js";
import { renderTargets } from "./report.js";
import { formatRatio, formatTime, renderTable } from "./table.js";
import type { Target } from "./targets.js";

/** What the command line asks for. */
export interface TransactionsBenchOptions {
  /** A tenth of the transactions. */
  readonly quick: boolean;
  /** JSON on standard output instead of tables. */
  readonly json: boolean;
}

/** Seconds for a verdict with its witness, verified, or its circle, told. */
const MOST_SECONDS = 10;

/** Serializability of long runs of a simulated database, right and with a skew, beside `JSON.parse` of the same history. */
export function benchTransactions({ quick, json }: TransactionsBenchOptions): number {
  const transactions = quick ? 10_000 : 100_000;
  const rows = [];
  for (const type of ["multi-register", "multi-list"] as const)
    for (const timed of [false, true])
      for (const skewed of [false, true]) {
        const history = databaseRun({
          type,
          timed,
          transactions,
          clients: 20,
          keys: 100,
          seed: 1,
          ...(skewed && { skewFrom: transactions / 2 }),
        });
        const text = writeHistory(history);
        const criterion = timed ? "strict-serializability" : "serializability";
        const parse = processorTime(() => JSON.parse(text) as unknown);
        const { answer, milliseconds } = processorTime(() => check(history, { criterion }));
        const evidence =
          answer.verdict === "violated"
            ? `a ${answer.violation.kind} of ${answer.violation.operations.length}`
            : answer.verdict === "satisfied"
              ? "an order, verified"
              : "none";
        const row = { type, criterion, skewed, parse: parse.milliseconds, check: milliseconds };
        rows.push({ ...row, verdict: answer.verdict, evidence });
        console.error(`${type}, ${criterion}: ${answer.verdict}, ${evidence}, ${formatTime(milliseconds)}`);
      }
  const targets: Target[] = rows.map((row) => ({
    workload: `${row.type}, ${row.criterion}${row.skewed ? ", skewed" : ""}`,
    promise: `decided, right, in ${MOST_SECONDS} s of processor time`,
    measured: `${row.verdict}, ${formatTime(row.check)}`,
    reached: row.verdict === (row.skewed ? "violated" : "satisfied") && row.check < 1000 * MOST_SECONDS,
  }));
  const machine = machineFacts();
  if (json) console.log(JSON.stringify({ machine, transactions, rows, targets }, null, 2));
  else {
    const columns = [
      { heading: `${transactions.toLocaleString("en")} transactions` },
      { heading: "verdict" },
      { heading: "evidence" },
      { heading: "JSON.parse", numeric: true },
      { heading: "check", numeric: true },
      { heading: "ratio", numeric: true },
    ];
    const table = rows.map(({ type, criterion, verdict, evidence, parse, check: took }) => [
      `${type}, ${criterion}`,
      verdict,
      evidence,
      formatTime(parse),
      formatTime(took),
      formatRatio(took / parse),
    ]);
    console.log(`${describeMachine(machine)}\n\n${renderTable(columns, table)}\n\n${renderTargets(targets)}`);
  }
  return 0;
}

function processorTime<T>(work: () => T): { readonly answer: T; readonly milliseconds: number } {
  const before = process.cpuUsage();
  const answer = work();
  const { user, system } = process.cpuUsage(before);
  return { answer, milliseconds: (user + system) / 1000 };
}
