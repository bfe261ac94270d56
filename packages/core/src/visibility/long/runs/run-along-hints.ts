import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import { guesses } from "../hints/guesses.js";
import type { Choice, LongQuestion } from "../long-task.js";
import { longWitness } from "../long-witness.js";
import { adviceFor } from "./order-advice.js";
import { type Effort, runSessions } from "./run-sessions.js";
import { createViews } from "./views.js";
import { within } from "../within.js";

/** What a run may take. */
export interface LimitedEffort extends Effort {
  /** How many configurations it may visit for each operation. */
  readonly visits: number;
}

/** After how many operations all are taken to have heard of one, in the runs along one hint: first soon, then never. */
const DELAYS = [8, Infinity] as const;
/** The same of replicated types, of which it matters more what was heard of, as measured. */
const REPLICATED_DELAYS = [8, 5, 4, 3, Infinity] as const;
/** How many operations later than it was guessed to happen a query is swept for. */
const PATIENCE = 150;

/** A witness in which every operation has the level, along some hint. */
export function* runAlongHints(
  question: LongQuestion,
  choice: Choice,
  level: number,
  highest: number,
  meter: Meter,
  { visits, ...effort }: LimitedEffort,
): Generator<void, Witness | undefined> {
  const { problem, keys, meant } = choice.taskAt(level);
  const views = meant?.views(level) ?? createViews(problem, keys);
  const advise = meant === undefined ? adviceFor(problem) : undefined;
  for (const guess of guesses(choice, level, meter))
    for (const delay of meant === undefined ? DELAYS : REPLICATED_DELAYS) {
      const guide = {
        problem,
        level,
        views,
        meter,
        bounds: guess.bounds,
        moments: guess.moments.slice(),
        fork: 2,
        patience: PATIENCE,
        delay,
        advise,
        learnt: meant === undefined ? undefined : new Map<number, Set<number>>(),
      };
      const found = yield* within(meter, visits * (problem.size + 64), runSessions(guide, effort));
      if (found === undefined || found === "stuck") continue;
      const witness = meant === undefined ? longWitness(problem, found.last) : meant.witness(found.last);
      if (witness === undefined) continue;
      if (level >= highest || question.accepts(witness)) return witness;
    }
  return undefined;
}
