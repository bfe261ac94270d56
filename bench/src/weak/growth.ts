import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkWithin } from "@sightline/core/check.js";
import { type Replicas, replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { renderLinePlot } from "../memory-models/line-plot.js";
import { outFolder } from "../peers.js";
import { formatTime, renderTable } from "../table.js";
import { processorTime } from "./processor-time.js";
import { type LongObjectName, longObjects } from "./samples.js";

/** What is made to grow, while the rest is as it is. */
interface Growth {
  readonly of: "operations" | "sessions" | "values";
  readonly places: readonly number[];
}

const usual = { seed: 1, operations: 1000, sessions: 5, values: 100, delivery: "fifo" } as const;
const growths: readonly Growth[] = [
  { of: "operations", places: [100, 300, 1000, 3000, 10_000] },
  { of: "sessions", places: [2, 4, 8, 16, 32] },
  { of: "values", places: [1, 10, 100, 1000, 10_000] },
];

/** The objects that are drawn, and the most processor time of a check in milliseconds. */
const drawn: readonly LongObjectName[] = ["set", "map", "register", "counter", "queue", "rpq"];
const LIMIT = 10_000;

/** How the time of a check of `causal`, its witness verified, grows with one thing at a time: tables and log-log plots. */
export async function benchGrowth(quick: boolean): Promise<void> {
  await mkdir(outFolder, { recursive: true });
  for (const { of, places } of growths) {
    const kept = quick ? places.slice(0, 3) : places;
    const series = drawn.map((object) => ({
      name: object,
      values: kept.map((place) => timeOf({ ...usual, object: longObjects[object], [of]: place })),
    }));
    const rows = series.map(({ name, values }) => [
      name,
      ...values.map((value) => (value === undefined ? "undecided" : formatTime(value))),
    ]);
    const columns = [
      { heading: of },
      ...kept.map((place) => ({ heading: place.toLocaleString("en-GB"), numeric: true })),
    ];
    console.log(`### causal, by ${of}: processor time of verdict and verified witness\n`);
    console.log(`${renderTable(columns, rows)}\n`);
    const others = (["operations", "sessions", "values"] as const)
      .filter((name) => name !== of)
      .map((name) => `${usual[name].toLocaleString("en-GB")} ${name}`);
    const svg = renderLinePlot({
      title: `causal of long histories, by ${of}`,
      note: `${others.join(", ")}; processor time with the verified witness`,
      x: of,
      places: kept.map((place) => place.toLocaleString("en-GB")),
      series,
    });
    await writeFile(join(outFolder, `weak-${of}.svg`), svg);
  }
}

/** Milliseconds of processor time; `undefined` where the limit came first. */
function timeOf(replicas: Replicas): number | undefined {
  const history = replicaHistory(replicas);
  const { used, isOver } = processorTime(LIMIT);
  const { verdict } = checkWithin(history, {
    criterion: "causal",
    explain: false,
    bounds: { cancelled: isOver },
  });
  return verdict === "unknown" ? undefined : used();
}
