import { outFolder } from "./peers.js";
import { type PartResult, runParts } from "./run-parts.js";
import { benchFifteen, judgeFifteen, renderFifteen } from "./visibility/fifteen.js";
import { benchPruning, renderPruning } from "./visibility/pruning.js";
import { benchRefutations, judgeRefutations, renderRefutations } from "./visibility/refutations.js";
import { benchScatter, judgeScatter, renderScatterReport } from "./visibility/scatter.js";
import { benchCubes, renderCubes } from "./visibility/cubes.js";
import { benchWorkers, renderWorkers } from "./visibility/workers.js";

/** What the command line asks for. */
export interface VisibilityOptions {
  /** About a minute and a half: fewer histories. */
  readonly quick: boolean;
  /** JSON on standard output instead of tables. */
  readonly json: boolean;
  /** Only parts whose name contains one of these. */
  readonly only: readonly string[];
}

/** How many histories each part takes, and milliseconds per history where the parts differ. */
const efforts = {
  full: {
    scatter: 4000,
    fifteen: { ours: 1000, baselines: 100 },
    pruning: { traces: 200, limit: 1000 },
    refutations: { histories: 40, limit: 10_000 },
    workers: { traces: 10, limit: 2000 },
    cubes: { offers: 8, variables: 30 },
  },
  quick: {
    scatter: 200,
    fifteen: { ours: 60, baselines: 6 },
    pruning: { traces: 12, limit: 200 },
    refutations: { histories: 4, limit: 3000 },
    workers: { traces: 2, limit: 500 },
    cubes: { offers: 7, variables: 20 },
  },
} as const;

/** The parts in the order of the report. */
const parts = {
  async scatter({ scatter }) {
    const data = await benchScatter(scatter);
    const targets = judgeScatter(data);
    return { text: renderScatterReport(data), data, targets, contradictions: data.contradictions };
  },
  async fifteen({ fifteen }) {
    const data = await benchFifteen(fifteen);
    const targets = [judgeFifteen(data)];
    return { text: renderFifteen(data), data, targets, contradictions: data.contradictions };
  },
  async refutations({ refutations: { histories, limit } }) {
    const data = await benchRefutations(histories, limit);
    const contradictions = data.flatMap((report) => report.contradictions);
    return { text: renderRefutations(data), data, targets: judgeRefutations(data), contradictions };
  },
  async pruning({ pruning: { traces, limit } }) {
    const data = await benchPruning(traces, limit);
    return { text: renderPruning(data), data, targets: [], contradictions: [] };
  },
  async workers({ workers: { traces, limit } }) {
    const data = await benchWorkers(traces, limit);
    return { text: renderWorkers(data), data, targets: [], contradictions: [] };
  },
  async cubes({ cubes: { offers, variables } }) {
    const data = await benchCubes(offers, variables);
    return { text: renderCubes(data), data, targets: [], contradictions: [] };
  },
} as const satisfies Record<string, (effort: (typeof efforts)["full" | "quick"]) => Promise<PartResult>>;

/** The visibility benchmark. Returns the exit status: 1 where two contenders disagree. */
export const benchVisibility = (options: VisibilityOptions): Promise<number> =>
  runParts(
    {
      parts,
      effort: efforts[options.quick ? "quick" : "full"],
      folder: outFolder,
      record: "visibility.json",
    },
    options,
  );
