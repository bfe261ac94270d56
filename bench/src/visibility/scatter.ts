import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { History } from "@sightline/core";
import { outFolder } from "../peers.js";
import { formatRatio } from "../table.js";
import type { Target } from "../targets.js";
import { mixedHistory } from "../workloads/mixture.js";
import type { Contender, Outcome } from "./contender.js";
import { type Point, type PointKind, renderScatter } from "./render-scatter.js";
import { type Race, race } from "./race.js";
import {
  compare,
  type Comparison,
  contradictions,
  renderComparisons,
  renderSummaries,
  type Summary,
  summarize,
} from "./summary.js";

/** Milliseconds per history, as in CAV'18 §5. */
const LIMIT = 1000;

/** Linearizability, and CAV'18's weak consistency {Ret, lin ⊇ vis, lin ⊇ hb, vis ⊇ hb} over real time. */
const linearizability = { criterion: "linearizability", partition: false } as const;
const weak = { criterion: "basic", order: "realtime" } as const;

const contenders = {
  wingGong: { name: "Wing-Gong, linearizability", options: { ...linearizability, algorithm: "wing-gong" } },
  jit: { name: "just-in-time, linearizability", options: { ...linearizability, algorithm: "jit" } },
  oursLinear: {
    name: "ours, linearizability",
    options: { ...linearizability, partition: true, algorithm: "auto" },
  },
  naive: { name: "naive visibility, basic", options: { ...weak, algorithm: "naive-visibility" } },
  minimal: { name: "minimal visibility, basic", options: { ...weak, algorithm: "minimal-visibility" } },
  visearch: { name: "ViSearch, basic", options: { ...weak, algorithm: "visearch" } },
  ours: { name: "ours, basic", options: { ...weak, algorithm: "auto" } },
} as const satisfies Record<string, Omit<Contender, "limit">>;

type Name = keyof typeof contenders;
const names = Object.keys(contenders) as Name[];

/** The plots: CAV'18's four, and ours against each. */
const plots: readonly {
  readonly file: string;
  readonly title: string;
  readonly x: Name;
  readonly y: Name;
}[] = [
  { file: "fig7-left", title: "CAV'18 Fig. 7, left", x: "wingGong", y: "jit" },
  { file: "fig7-right", title: "CAV'18 Fig. 7, right", x: "naive", y: "wingGong" },
  { file: "fig8-left", title: "CAV'18 Fig. 8, left", x: "naive", y: "minimal" },
  { file: "fig8-right", title: "CAV'18 Fig. 8, right", x: "minimal", y: "wingGong" },
  { file: "ours-naive", title: "Ours against naive visibility", x: "naive", y: "ours" },
  { file: "ours-minimal", title: "Ours against minimal visibility", x: "minimal", y: "ours" },
  { file: "ours-visearch", title: "Ours against ViSearch", x: "visearch", y: "ours" },
  { file: "ours-wing-gong", title: "Ours against Wing-Gong", x: "wingGong", y: "oursLinear" },
  { file: "ours-jit", title: "Ours against just-in-time", x: "jit", y: "oursLinear" },
  {
    file: "minimal-ours",
    title: "Minimal visibility against our linearizability",
    x: "minimal",
    y: "oursLinear",
  },
  {
    file: "ours-ours",
    title: "Our weak consistency against our linearizability",
    x: "ours",
    y: "oursLinear",
  },
];

/** What the scatter part found. */
export interface ScatterReport {
  readonly histories: number;
  readonly summaries: readonly Summary[];
  readonly comparisons: readonly Comparison[];
  readonly plots: readonly string[];
  readonly contradictions: readonly string[];
}

/** CAV'18 Fig. 7–8: every contender on every history of the mixture, a plot per pair. */
export async function benchScatter(count: number): Promise<ScatterReport> {
  const histories: History[] = Array.from({ length: count }, (_, seed) =>
    mixedHistory(seed, { operations: [4, 15], sessions: [2, 5] }),
  );
  const list = names.map((name) => ({ ...contenders[name], limit: LIMIT }));
  const run = await race("scatter", histories, list);
  const folder = join(outFolder, "visibility");
  await mkdir(folder, { recursive: true });
  const files = await Promise.all(
    plots.map(async ({ file, title, x, y }) => {
      const path = join(folder, `${file}.svg`);
      const points = pointsOf(run, names.indexOf(x), names.indexOf(y));
      const svg = renderScatter({
        title,
        x: contenders[x].name,
        y: contenders[y].name,
        points,
        limit: LIMIT,
      });
      await writeFile(path, svg);
      return path;
    }),
  );
  await writeFile(join(folder, "scatter.csv"), toCsv(histories, run));
  return {
    histories: count,
    summaries: summarize(run),
    comparisons: plots.map(({ x, y }) => compare(run, names.indexOf(x), names.indexOf(y))),
    plots: files,
    contradictions: contradictions(run),
  };
}

/** Ours takes at most so many times what the plain search takes: most histories are short. */
const MOST_OF_PLAIN = 1.2;

/** The median of ours beside that of the plain search for the same. */
export function judgeScatter({ histories, summaries }: ScatterReport): Target[] {
  const pairs: readonly (readonly [Name, Name])[] = [
    ["oursLinear", "wingGong"],
    ["ours", "minimal"],
  ];
  return pairs.map(([mine, plain]) => {
    const [ours, theirs] = [mine, plain].map((name) => summaries[names.indexOf(name)]);
    return {
      workload: `${histories} short histories`,
      promise: `the median of ${ours.contender} is at most ${MOST_OF_PLAIN}× that of ${theirs.contender}`,
      measured: formatRatio(ours.median / theirs.median),
      reached: ours.median <= MOST_OF_PLAIN * theirs.median,
    };
  });
}

/** A point per history: contender number x against number y. */
export function pointsOf({ outcomes }: Race, x: number, y: number): Point[] {
  return outcomes[x].map((outcome, h) => ({
    x: outcome.milliseconds,
    y: outcomes[y][h].milliseconds,
    kind: kindOf(outcome, outcomes[y][h]),
  }));
}

function kindOf({ verdict: a }: Outcome, { verdict: b }: Outcome): PointKind {
  if (a === "unknown") return b;
  return b === "unknown" || a === b ? a : "differ";
}

/** The data behind the plots: a row per history, a verdict, milliseconds and states per contender. */
function toCsv(histories: readonly History[], { outcomes }: Race): string {
  const heading = ["history", "type", "operations", "sessions"];
  for (const name of names) heading.push(`${name}_verdict`, `${name}_ms`, `${name}_states`);
  const rows = histories.map(({ type, size, sessions }, h) =>
    [
      h,
      type,
      size,
      sessions.length,
      ...outcomes.flatMap((of) => [of[h].verdict, of[h].milliseconds.toFixed(4), of[h].states]),
    ].join(","),
  );
  return `${[heading.join(","), ...rows].join("\n")}\n`;
}

/** The tables of the scatter part. */
export function renderScatterReport({
  histories,
  summaries,
  comparisons,
  plots: files,
}: ScatterReport): string {
  return [
    `### CAV'18 Fig. 7 and 8: ${histories.toLocaleString("en-GB")} histories, ${LIMIT / 1000} s each`,
    renderSummaries(summaries),
    renderComparisons(comparisons),
    `Plots: ${files.length} SVG files in bench/out/visibility/, with the data in scatter.csv.`,
  ].join("\n\n");
}
