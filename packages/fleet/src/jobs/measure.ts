import type { Measurement, OrderName, Seen } from "@sightline/core";
import type { Job } from "../job.js";
import type { CommonEvent } from "../report.js";
import type { Work } from "../work.js";

/** Find the strongest level of every history. */
export interface MeasureJob extends Job {
  /** Whether happens-before has real time in it. */
  readonly order?: OrderName;
}

/** What came of one history, without what is as long as the history. */
export type Measured = Omit<Measurement, "witness">;

/** What a thread tells of one history: it does not know its place in its file. */
export interface MeasureAnswer {
  readonly name: string | null;
  /** How often the history was seen, where it tells. */
  readonly seen?: Seen;
  /** The number of operations. */
  readonly size: number;
  readonly measured: Measured;
}

/** One history and its strongest level. */
export interface MeasuredEvent extends MeasureAnswer {
  readonly kind: "measured";
  readonly file: string;
  readonly index: number;
}

/** What measuring tells, in the order of the inputs. */
export type MeasureEvent = MeasuredEvent | CommonEvent;

/** The work of measuring. */
export function measureWork(job: MeasureJob): Work<MeasureAnswer, MeasureEvent> {
  return {
    assignment: { kind: "measure", job },
    tell: (answer, file, index) => ({ kind: "measured", file, index, ...answer }),
  };
}
