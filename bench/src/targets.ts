import { OURS } from "./contestants.js";
import type { OwnTurns } from "./own-turns.js";
import type { Measurement } from "./measure.js";
import { formatBytes, formatRatio, formatTime } from "./table.js";
import type { Workload } from "./workloads/catalogue.js";

/** A workload and how all contestants did on it. */
export interface WorkloadResult {
  readonly workload: Pick<Workload, "name" | "title" | "type" | "generated">;
  readonly histories: number;
  readonly operations: number;
  readonly measurements: readonly Measurement[];
  /** The default engine beside the best of our others; nothing where there is none to compare. */
  readonly own: OwnTurns | undefined;
}

/** What we promised, what was measured, and whether the promise holds. */
export interface Target {
  readonly promise: string;
  readonly workload: string;
  readonly measured: string;
  readonly reached: boolean;
}

/** Ratios that we promise: on these workloads our time is at most 1 / `factor` of the peer's. */
const ratios: readonly { readonly on: RegExp; readonly peer: string; readonly factor: number }[] = [
  { on: /^set-/, peer: "porcupine", factor: 20 },
  { on: /^set-/, peer: "C++ wgl, partition", factor: 5 },
  { on: /^etcd-(porcupine|cases)$/, peer: "porcupine", factor: 10 },
  { on: /^kv-(porcupine|cases)$/, peer: "porcupine", factor: 2 },
  { on: /^(etcd|kv)-generated|^(queue|stack)-/, peer: "porcupine", factor: 1 },
];

/** The default engine takes at most so many times the processor time of the best of our others. */
const MOST_OF_BEST = 1.2;

const mostMilliseconds = 5000;
const mostBytes = 2 ** 30;

/** Judges each target for which this run has the numbers. */
export function judge(results: readonly WorkloadResult[]): Target[] {
  const targets: Target[] = [];
  for (const { workload, measurements, own } of results) {
    const ours = measurements.find(({ contestant }) => contestant === OURS);
    if (ours === undefined) continue;
    for (const { on, peer, factor } of ratios) {
      const theirs = measurements.find(({ contestant }) => contestant === peer);
      if (on.test(workload.name) && theirs !== undefined)
        targets.push({ workload: workload.name, ...judgeRatio(ours, theirs, peer, factor) });
    }
    const porcupine = measurements.find(({ contestant }) => contestant === "porcupine");
    if (workload.generated && (porcupine?.failure === "out of memory" || porcupine?.failure === "timeout"))
      targets.push({ workload: workload.name, ...judgeRescue(ours, porcupine.failure) });
    if (own !== undefined) targets.push({ workload: workload.name, ...judgeOwn(own) });
  }
  return targets;
}

function judgeRatio(
  ours: Measurement,
  theirs: Measurement,
  peer: string,
  factor: number,
): Omit<Target, "workload"> {
  const promise = `at most ${factor === 1 ? "" : `1/${factor} of `}the time of ${peer}`;
  if (ours.milliseconds === undefined)
    return { promise, measured: ours.failure ?? "undecided", reached: false };
  if (theirs.milliseconds === undefined)
    return { promise, measured: `${peer}: ${theirs.failure ?? "undecided"}`, reached: true };
  const ratio = theirs.milliseconds / ours.milliseconds;
  const cpu = (theirs.cpuMilliseconds ?? Number.NaN) / (ours.cpuMilliseconds ?? Number.NaN);
  return { promise, measured: `${formatRatio(ratio)} (cpu ${formatRatio(cpu)})`, reached: ratio >= factor };
}

function judgeOwn({ best, ours, theirs, processes }: OwnTurns): Omit<Target, "workload"> {
  return {
    promise: `at most ${MOST_OF_BEST}× the cpu of the best of our others`,
    measured: `${formatRatio(ours / theirs)} of ${best} (${processes} of each)`,
    reached: ours <= MOST_OF_BEST * theirs,
  };
}

function judgeRescue(ours: Measurement, failure: string): Omit<Target, "workload"> {
  const promise = `Porcupine: ${failure}; ours in under 5 s and 1 GB`;
  const { milliseconds, first, peakMemoryBytes } = ours;
  if (milliseconds === undefined || first === undefined || peakMemoryBytes === undefined)
    return { promise, measured: ours.failure ?? "undecided", reached: false };
  return {
    promise,
    measured: `${formatTime(first)} (first run), ${formatBytes(peakMemoryBytes)} in all`,
    reached: first < mostMilliseconds && peakMemoryBytes < mostBytes,
  };
}

/** Histories on which two contestants decided differently: one of them is wrong. */
export function disagreements({ measurements }: WorkloadResult): string[] {
  const found: string[] = [];
  const first = new Map<number, { verdict: string; contestant: string }>();
  for (const { contestant, verdicts = [] } of measurements)
    verdicts.forEach((verdict, history) => {
      if (verdict === "unknown") return;
      const other = first.get(history);
      if (other === undefined) first.set(history, { verdict, contestant });
      else if (other.verdict !== verdict)
        found.push(`history ${history}: ${other.contestant} says ${other.verdict}, ${contestant} ${verdict}`);
    });
  return found;
}
