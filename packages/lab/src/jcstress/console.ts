import type { Value } from "@sightline/core";
import type { Outcome } from "../object/program.js";
import type { SeenOutcome, StressFailure } from "../object/target.js";

/** What JCStress says of one run of one test: of one fork in one configuration of the JVM. */
export interface JcstressRun {
  /** The full name of the test's class. */
  readonly test: string;
  readonly outcomes: readonly SeenOutcome[];
  /** Why it has not run to its end. */
  readonly failure?: StressFailure;
}

/** Reads the console of JCStress: give it line by line; each run is given back when it is complete. */
export interface ConsoleReader {
  /** The next line. */
  line(text: string): JcstressRun | undefined;
  /** There are no more lines. */
  end(): JcstressRun | undefined;
}

/** `.......... [OK] org.example.Test` */
const TITLE = /^\.* ?\[([A-Z ]+)\] (\S+)$/;

/** `   [null,true], [null,0]  302,869   76.23%  Interesting  ` */
const ROW = /^\s*(\[.*\])\s+([\d,.\s'’]*\d)\s+<?[\d.,]+%\s+\S/;

/** Where the summary begins, which says everything again. */
const SUMMARY = "RUN RESULTS:";

/** A line that ends what is said of a run. */
const PROGRESS = /^\((ETA|Sampling Rate|JVMs|CPUs|Results)\b/;

/** Of what JCStress says of a run that failed, so many lines are quoted. */
const MOST_LINES = 20;

interface OpenRun {
  readonly test: string;
  readonly status: string;
  readonly outcomes: SeenOutcome[];
  readonly lines: string[];
}

/**
 * A reader of the tables of JCStress, which has no output for programs. Results are texts of JSON, one for
 * each actor (see `JcstressSource.java`).
 */
export function createConsoleReader(): ConsoleReader {
  let open: OpenRun | undefined;
  let over = false;
  const close = (): JcstressRun | undefined => {
    const run = open;
    open = undefined;
    return run === undefined ? undefined : toRun(run);
  };
  return {
    line(text) {
      if (over) return undefined;
      if (text.trim() === SUMMARY) {
        over = true;
        return close();
      }
      const title = TITLE.exec(text);
      if (title !== null) {
        const before = close();
        open = { status: title[1], test: title[2], outcomes: [], lines: [] };
        return before;
      }
      if (open === undefined) return undefined;
      if (PROGRESS.test(text)) return close();
      const row = ROW.exec(text);
      if (row !== null)
        open.outcomes.push({ results: resultsIn(row[1]), count: Number(row[2].replace(/\D/g, "")) });
      else if (text.trim() !== "" && open.lines.length < MOST_LINES) open.lines.push(text.trimEnd());
      return undefined;
    },
    end: close,
  };
}

/** `[null,true], [null,0]`: the results of each thread, as one list. */
function resultsIn(text: string): Outcome {
  return (JSON.parse(`[${text}]`) as Value[][]).flat();
}

function toRun({ test, status, outcomes, lines }: OpenRun): JcstressRun {
  if (status === "OK") return { test, outcomes };
  const message = [`JCStress says ${status}`, ...lines].join("\n");
  return { test, outcomes, failure: { kind: status === "TIMEOUT" ? "hang" : "crash", message } };
}
