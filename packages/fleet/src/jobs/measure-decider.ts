import { type BoundedMeasure, type History, levelNames, type measureWithin } from "@sightline/core";
import type { MemoryMeter } from "../memory.js";
import type { Decider } from "../work.js";
import { aboutOf } from "./about.js";
import type { MeasureAnswer, Measured, MeasureJob } from "./measure.js";

/** What measuring is made of: the real functions in earnest, others in tests. */
export interface MeasureTools {
  readonly measure: typeof measureWithin;
  /** The type to use instead of the history's own. */
  readonly type: BoundedMeasure["type"];
  /** Absent without a memory limit. */
  readonly meter: MemoryMeter | undefined;
}

/** Measures histories. */
export function measureDecider(job: MeasureJob, tools: MeasureTools): Decider<MeasureAnswer> {
  const { initial, order, verify } = job;
  const { measure, type, meter } = tools;
  const options: BoundedMeasure = {
    ...(type !== undefined && { type }),
    ...(initial !== undefined && { initial }),
    ...(order !== undefined && { order }),
    ...(verify !== undefined && { verify }),
  };
  return {
    questions: () => 1,
    decide({ history }, _, bounds) {
      const { witness: _witness, ...measured } = measure(history, { ...options, bounds });
      if (measured.reason === "memory") meter?.tidy();
      return { ...aboutOf(history), measured };
    },
    ended: (history: History, _, reason, milliseconds) => ({
      ...aboutOf(history),
      measured: undecided(reason, milliseconds),
    }),
    unreadable: () => [{ name: null, size: 0, measured: undecided("memory", 0) }],
    weigh: () => 1,
  };
}

/** The measurement of a history of which nothing is known. */
function undecided(reason: NonNullable<Measured["reason"]>, milliseconds: number): Measured {
  return {
    level: "unknown",
    verdicts: Object.fromEntries(levelNames.map((name) => [name, "unknown"])) as Measured["verdicts"],
    reason,
    stats: { algorithm: "auto", states: 0, milliseconds: Math.round(milliseconds * 1000) / 1000 },
  };
}
