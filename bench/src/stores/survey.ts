import { type History, type LevelName, levelNames, measure, type OrderName } from "@sightline/core";
import { openStore } from "@sightline/stores";
import type { MeasuredStore } from "./measured-stores.js";

/** Histories that violate each level, strongest first, and those whose level is not known. */
export interface Violations {
  readonly violated: readonly number[];
  readonly unknown: number;
}

/** What the histories of one store came to. */
export interface StoreReport {
  readonly name: string;
  /** The store's version, and why its delays were not in force, where that is so. */
  readonly version?: string;
  readonly missing?: string;
  readonly histories: number;
  readonly session: Violations;
  /** There is none where a trace tells no time. */
  readonly realtime?: Violations;
  /** Replicas that had got everything and differed. */
  readonly diverged?: number;
  /** Milliseconds to record them, and to measure them over session order. */
  readonly recording?: number;
  readonly measuring: number;
}

const strongestFirst: readonly LevelName[] = levelNames.toReversed();

/** How many histories of a server are recorded at the same time: what they wait for is the network. */
const AT_ONCE = 8;

/** Measures histories over one order. */
export function violationsOf(histories: readonly History[], order: OrderName): Violations {
  const violated = strongestFirst.map(() => 0);
  let unknown = 0;
  for (const history of histories) {
    const { verdicts, level } = measure(history, { order, limits: { seconds: 10 } });
    for (const [i, name] of strongestFirst.entries()) if (verdicts[name] === "violated") violated[i]++;
    if (level === "unknown") unknown++;
  }
  return { violated, unknown };
}

/** Measures given histories, which tell no time. */
export function reportTraces(name: string, traces: readonly History[]): StoreReport {
  const begun = performance.now();
  const session = violationsOf(traces, "session");
  return { name, histories: traces.length, session, measuring: performance.now() - begun };
}

/** Records and measures so many histories of a store. Throws `NotInstalled` where it is not here. */
export async function reportStore(
  { name, target, options = {} }: MeasuredStore,
  count: number,
  folder: string,
): Promise<StoreReport> {
  const store = await openStore(target, { folder, atOnce: AT_ONCE, ...options });
  try {
    const histories: History[] = [];
    let diverged = 0;
    const begun = performance.now();
    const lanes = store.evidence === undefined ? 1 : AT_ONCE;
    const lane = async (first: number): Promise<void> => {
      for (let run = first; run < count; run += lanes) {
        const recorded = await store.record(run);
        histories.push(recorded.history);
        if (recorded.diverged === true) diverged++;
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, first) => lane(first)));
    const recorded = performance.now();
    const session = violationsOf(histories, "session");
    const measured = performance.now();
    const missing = (await store.evidence?.())?.missing;
    return {
      name,
      version: store.facts.version,
      ...(missing !== undefined && { missing }),
      histories: count,
      session,
      realtime: violationsOf(histories, "realtime"),
      diverged,
      recording: recorded - begun,
      measuring: measured - recorded,
    };
  } finally {
    await store.close();
  }
}
