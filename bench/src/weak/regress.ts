import { type Algorithm, createRandom, type History, levelNames } from "@sightline/core";
import { checkWithin } from "@sightline/core/check.js";
import { formatTime, renderTable } from "../table.js";
import type { Target } from "../targets.js";
import { processorTime } from "./processor-time.js";
import { families, type LongObjectName, longObjects, samples } from "./samples.js";

/** The most processor time of the exact search alone in milliseconds, how often each is timed, and how much slower both may be. */
const [LIMIT, RUNS, MOST] = [1000, 3, 1.2];
/** How much processor time each length may take in all, in milliseconds: then the rest is left out, and told. */
const TIME_OF_ALL = 20_000;
/** What the engine's compiling and the clock make of a check that takes next to nothing, in milliseconds. */
const NOISE = 5;
/** How often both are timed anew where one seems too slow: what has just been compiled, or thrown away, is no part of it. */
const AGAIN = 6;

interface Timed {
  readonly verdict: string;
  readonly milliseconds: number;
}

/**
 * Histories that the exact search alone decides, beside the same by both in turns: the second must not take longer
 * than 1.2 times the first. Times are the least of a few runs. As many as there is time for, in an order drawn once, so
 * that all objects and families have their part.
 */
export function benchRegress(quick: boolean): Target[] {
  const rows: string[][] = [];
  const targets: Target[] = [];
  for (const operations of quick ? [10, 30] : [10, 20, 30, 40, 50, 60]) {
    let [exact, turns, decided, lost, gained, slower, worst] = [0, 0, 0, 0, 0, 0, 0];
    const all = inDrawnOrder([...questionsOf(operations, quick ? 1 : 2)]);
    const { isOver } = processorTime(TIME_OF_ALL);
    let tried = 0;
    for (const question of all) {
      if (isOver()) break;
      tried++;
      const { alone, both } = timeBoth(question);
      if (alone.verdict === "unknown") {
        if (both.verdict !== "unknown") gained++;
        continue;
      }
      decided++;
      if (both.verdict === "unknown") lost++;
      exact += alone.milliseconds;
      turns += both.milliseconds;
      if (isSlower(alone, both)) slower++;
      worst = Math.max(worst, both.milliseconds - MOST * alone.milliseconds);
    }
    rows.push([
      String(operations),
      `${tried} of ${all.length}`,
      String(decided),
      formatTime(exact),
      formatTime(turns),
      (turns / exact).toFixed(2),
      String(slower),
      formatTime(Math.max(0, worst)),
      String(lost),
      String(gained),
    ]);
    targets.push({
      workload: `${operations} operations, decided by the exact search alone`,
      promise: `at most ${MOST}×`,
      measured: `${(turns / exact).toFixed(2)}×, ${slower} of ${decided} slower`,
      reached: turns <= MOST * exact && slower + lost === 0,
    });
  }
  const columns = [
    "operations",
    "tried",
    "decided",
    "exact alone",
    "in turns",
    "ratio",
    `slower than ${MOST}× and ${NOISE} ms`,
    "worst excess",
    "lost",
    "gained",
  ].map((heading) => ({ heading, numeric: true }));
  console.log(
    `### Exact search alone, and in turns: processor time, ${LIMIT / 1000} s each\n\n${renderTable(columns, rows)}\n`,
  );
  return targets;
}

interface Question {
  readonly history: History;
  readonly level: string;
}

function* questionsOf(operations: number, count: number): Generator<Question> {
  for (const object of Object.keys(longObjects) as LongObjectName[])
    for (const family of families)
      for (const history of samples(object, family, operations, count))
        for (const level of levelNames.slice(0, -1)) yield { history, level };
}

function inDrawnOrder(questions: readonly Question[]): readonly Question[] {
  const random = createRandom(1);
  return questions
    .map((question) => ({ question, rank: random.int(1 << 30) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ question }) => question);
}

const isSlower = (alone: Timed, both: Timed): boolean =>
  both.milliseconds > MOST * alone.milliseconds + NOISE;

function timeBoth({ history, level }: Question): { readonly alone: Timed; readonly both: Timed } {
  const timed = () => ({
    alone: time(history, level, "visibility", LIMIT),
    both: time(history, level, "auto", MOST * LIMIT),
  });
  let found = timed();
  for (let run = 0; run < AGAIN && found.alone.verdict !== "unknown"; run++) {
    if (found.both.verdict !== "unknown" && !isSlower(found.alone, found.both)) break;
    const { alone, both } = timed();
    found = { alone: quicker(found.alone, alone), both: quicker(found.both, both) };
  }
  return found;
}

/** What decides in less time; what does not decide takes for ever. */
const quicker = (a: Timed, b: Timed): Timed => {
  if (a.verdict === "unknown" || b.verdict === "unknown") return a.verdict === "unknown" ? b : a;
  return a.milliseconds <= b.milliseconds ? a : b;
};

function time(history: History, criterion: string, algorithm: Algorithm, limit: number): Timed {
  let milliseconds = Infinity;
  let verdict = "";
  for (let run = 0; run < RUNS && milliseconds > 1; run++) {
    const { used, isOver } = processorTime(limit);
    ({ verdict } = checkWithin(history, {
      criterion,
      algorithm,
      explain: false,
      bounds: { cancelled: isOver },
    }));
    milliseconds = Math.min(milliseconds, used());
    if (milliseconds > limit / 4) break;
  }
  return { verdict, milliseconds };
}
