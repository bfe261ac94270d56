import { check } from "@sightline/core";
import { describeMachine, machineFacts } from "./machine.js";
import { type Column, renderTable } from "./table.js";
import { recordReplicas } from "./workloads/recorded-replicas.js";

const columns: readonly Column[] = [
  { heading: "type" },
  { heading: "operations", numeric: true },
  { heading: "criterion" },
  { heading: "verdict" },
  { heading: "ms", numeric: true },
  { heading: "processor ms", numeric: true },
];

/** Histories that tell what operations saw, from memory, with their witness: 8 replicas with causal delivery. */
export function benchRecorded(quick: boolean): number {
  const rows: string[][] = [];
  for (const type of ["set", "map", "register", "counter", "or-set"] as const)
    for (const operations of quick ? [10_000] : [10_000, 100_000, 1_000_000]) {
      const history = recordReplicas({ type, operations, sessions: 8, values: 1000, seed: 1 });
      for (const criterion of ["monotonic", "causal", "session-guarantees"]) {
        const [started, used] = [performance.now(), process.cpuUsage()];
        const { verdict } = check(history, { criterion, explain: false });
        const times = [performance.now() - started, process.cpuUsage(used).user / 1000];
        rows.push([
          type,
          operations.toLocaleString("en-GB"),
          criterion,
          verdict,
          ...times.map((time) => Math.round(time).toLocaleString("en-GB")),
        ]);
      }
    }
  console.log(`${describeMachine(machineFacts())}\n\n${renderTable(columns, rows)}`);
  return 0;
}
