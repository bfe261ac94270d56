import { join } from "node:path";
import { benchCaught, renderCaught } from "./memory-models/caught.js";
import { judgeFigure, plotFigure, renderFigure } from "./memory-models/figure-report.js";
import { benchFigure, type FigureEffort, figures } from "./memory-models/figures.js";
import { benchHard, judgeHard, renderHard } from "./memory-models/hard.js";
import { benchPairs, renderPairs } from "./memory-models/pairs.js";
import { benchScale, judgeScale, plotScale, renderScale } from "./memory-models/scale.js";
import { outFolder } from "./peers.js";
import { type PartResult, runParts } from "./run-parts.js";

/** What the command line asks for. */
export interface MemoryModelsOptions {
  /** A few minutes: fewer histories, shorter limits. */
  readonly quick: boolean;
  /** JSON on standard output instead of tables. */
  readonly json: boolean;
  /** Only parts whose name contains one of these. */
  readonly only: readonly string[];
}

/** How much each part takes. Times are milliseconds. */
interface Efforts {
  readonly figures: FigureEffort;
  /** Invalid histories for each number of threads. */
  readonly invalid: number;
  readonly pairs: number;
  readonly hard: { readonly instances: number; readonly limit: number };
  readonly scale: { readonly operations: readonly number[]; readonly threads: readonly number[] };
}

const efforts: Readonly<Record<"full" | "quick", Efforts>> = {
  full: {
    figures: { histories: 200, limit: 10_000, patience: 30_000 },
    invalid: 144,
    pairs: 200,
    hard: { instances: 20, limit: 10_000 },
    scale: { operations: [10_000, 100_000, 1_000_000], threads: [4, 8, 16, 64] },
  },
  quick: {
    figures: { histories: 5, limit: 2000, patience: 2000 },
    invalid: 6,
    pairs: 20,
    hard: { instances: 3, limit: 2000 },
    scale: { operations: [10_000, 100_000], threads: [4, 16, 64] },
  },
};

/** The parts in the order of the report. */
const parts: Readonly<Record<string, (effort: Efforts) => Promise<PartResult> | PartResult>> = {
  fig4: ({ figures: effort }) => runFigures("fig4", effort),
  fig5: ({ figures: effort, invalid }) => runFigures("fig5", { ...effort, histories: invalid }),
  fig6: ({ figures: effort }) => runFigures("fig6", effort),
  pairs({ pairs }) {
    const data = benchPairs(pairs);
    return { text: renderPairs(data), data, targets: [], contradictions: [], plots: [] };
  },
  caught({ invalid }) {
    const data = benchCaught(invalid);
    return { text: renderCaught(data), data, targets: [], contradictions: [], plots: [] };
  },
  async hard({ hard: { instances, limit } }) {
    const data = await benchHard(instances, limit);
    const contradictions = data.flatMap((report) => report.contradictions);
    return { text: renderHard(data), data, targets: judgeHard(data), contradictions, plots: [] };
  },
  async scale({ scale: { operations, threads } }) {
    const data = await benchScale(operations, threads);
    const contradictions = data.flatMap(({ operations: size, threads: count, criterion, run }) =>
      run?.verdict === "violated" ? [`${criterion} refutes a valid history, ${size} × ${count}`] : [],
    );
    return {
      text: renderScale(data),
      data,
      targets: judgeScale(data),
      contradictions,
      plots: plotScale(data),
    };
  },
};

async function runFigures(name: keyof typeof figures, effort: FigureEffort): Promise<PartResult> {
  const data = [];
  for (const figure of figures[name]) data.push(await benchFigure(figure, effort));
  return {
    text: data.map(renderFigure).join("\n\n"),
    data,
    targets: data.flatMap(judgeFigure),
    contradictions: data.flatMap((report) => report.contradictions),
    plots: data.map((report) => ({ file: report.name, svg: plotFigure(report) })),
  };
}

/** The benchmark of the shared-memory models. Returns the exit status: 1 where two contenders disagree. */
export const benchMemoryModels = (options: MemoryModelsOptions): Promise<number> =>
  runParts(
    {
      parts,
      effort: efforts[options.quick ? "quick" : "full"],
      folder: join(outFolder, "memory"),
      record: "memory.json",
      note: "Plots: SVG files in bench/out/memory/.",
    },
    options,
  );
