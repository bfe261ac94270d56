import {
  type CheckJob,
  checkWork,
  type CommonEvent,
  type Event,
  type MeasureEvent,
  type MeasureJob,
  measureWork,
  type Work,
} from "@sightline/fleet";
import { censusData } from "../../report/census-data.js";
import { countMeasured, createCensus } from "../../report/census.js";
import { checkLine } from "../../report/check-line.js";
import { measuredLine } from "../../report/measured-line.js";
import type { Metrics } from "./metrics.js";

/** What is judged of histories, and how it is told. */
export interface Judging {
  // What a thread answers and what is told of it belong together; nobody else looks at the first.
  readonly work: Work<never, Event | MeasureEvent>;
  /** The line of a verdict; `base`: how many histories stood before those of this part. */
  line(event: Verdict, base: number): string;
  /** What it all came to. */
  summary(): object;
}

/** A verdict on a history. */
export type Verdict = Exclude<Event | MeasureEvent, CommonEvent>;

/** The judging of `/check`. */
export function checking(job: CheckJob, metrics: Metrics): Judging {
  const counts = { satisfied: 0, violated: 0, unknown: 0 };
  let histories = 0;
  let last = -1;
  return {
    work: checkWork(job) as Judging["work"],
    line(event, base) {
      if (event.kind !== "report") throw new Error(`${event.kind} where a report was expected`);
      const { report } = event;
      const { criterion, verdict, stats } = report.result;
      const index = base + report.index;
      counts[verdict]++;
      if (index !== last) histories++;
      last = index;
      metrics.verdict(criterion, verdict, stats.milliseconds);
      return checkLine({ ...report, index });
    },
    summary: () => ({ histories, ...counts }),
  };
}

/** The judging of `/measure`. */
export function measuring(job: MeasureJob, metrics: Metrics): Judging {
  const census = createCensus();
  return {
    work: measureWork(job) as unknown as Judging["work"],
    line(event, base) {
      if (event.kind !== "measured") throw new Error(`${event.kind} where a level was expected`);
      countMeasured(census, event);
      metrics.level(event.measured.level, event.measured.stats.milliseconds);
      return measuredLine({ ...event, index: base + event.index });
    },
    summary: () => censusData(census),
  };
}
