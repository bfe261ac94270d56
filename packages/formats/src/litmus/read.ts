import type { ByteWindow } from "../bytes/window.js";
import { PlacedError } from "../input-error.js";
import type { Found } from "../item.js";
import { parseState } from "./condition.js";
import type { Machine } from "./machine.js";
import { observe } from "./observation.js";
import { historyOf } from "./history-of.js";
import { outcomesOf } from "./outcomes.js";
import { parseTest } from "./parse.js";
import type { Scanner } from "./scanner.js";
import { readSections } from "./sections.js";
import type { LitmusTest } from "./litmus-test.js";

/**
 * Reads litmus tests of herd and litmus7, for x86 and in C. A test alone gives a history for each outcome
 * that satisfies its condition. A test followed by a log of its runs (litmus7 prints both) gives a history
 * for each state of the log.
 */
export async function* readLitmus(window: ByteWindow, type: string | undefined): AsyncGenerator<Found> {
  let test: LitmusTest | undefined;
  let logged = false;
  /** After an error in a test, or at the head of a log, its states have no meaning. */
  let refused: "test" | "log" | undefined;
  let some = false;

  /** The histories of a test that no log follows. */
  function* unlogged(): Generator<Found> {
    if (test !== undefined && !logged) yield* historiesOf(test, type);
  }

  for await (const section of readSections(window)) {
    some = true;
    switch (section.kind) {
      case "test": {
        yield* unlogged();
        const parsed = orPlacedError(() => parseTest(section.source));
        test = parsed instanceof PlacedError ? undefined : parsed;
        logged = false;
        refused = parsed instanceof PlacedError ? "test" : undefined;
        if (parsed instanceof PlacedError) yield { error: parsed };
        break;
      }
      case "log": {
        if (refused === "test") break;
        const { line, column } = section.place;
        if (section.test === test?.name) {
          logged = true;
          refused = undefined;
          break;
        }
        if (test !== undefined) yield* unlogged();
        logged = true;
        refused = "log";
        const reason = `this is a log of ${section.test}, whose source does not stand before it: ${advice(section.test)}`;
        yield { error: new PlacedError(reason, line, column) };
        break;
      }
      case "state": {
        if (refused !== undefined) break;
        const { origin } = section.state;
        if (test === undefined) {
          refused = "log";
          const reason = `a log without its test: ${advice("SB")}`;
          yield { error: new PlacedError(reason, origin.line, origin.column) };
          break;
        }
        logged = true;
        yield stateOf(test, section.state, section.times, type);
        break;
      }
      case "cut":
        if (refused === undefined) {
          const { line, column } = section.place;
          yield {
            error: new PlacedError("the input ends amid the states of a log: is it cut off?", line, column),
          };
        }
    }
  }
  if (!some)
    throw new PlacedError('no litmus test here: expected a line such as "X86 SB" or "C SB" first', 0, 0);
  yield* unlogged();
}

const advice = (name: string): string => `put both into one input, such as cat ${name}.litmus ${name}.log`;

function orPlacedError<T>(work: () => T): T | PlacedError {
  try {
    return work();
  } catch (error) {
    if (error instanceof PlacedError) return error;
    throw error;
  }
}

function* historiesOf(test: LitmusTest, type: string | undefined): Generator<Found> {
  const outcomes = orPlacedError(() => outcomesOf(test));
  if (outcomes instanceof PlacedError) return yield { error: outcomes };
  for (const [i, outcome] of outcomes.entries())
    yield attempt(() => ({
      history: historyOf(test, outcome, undefined, type),
      ...(i === outcomes.length - 1 && { observe: (model: Machine) => observe(test, model) }),
    }));
}

const stateOf = (
  test: LitmusTest,
  state: Scanner,
  times: number | undefined,
  type: string | undefined,
): Found => attempt(() => ({ history: historyOf(test, parseState(state), times, type) }));

function attempt(work: () => Found): Found {
  const found = orPlacedError(work);
  return found instanceof PlacedError ? { error: found } : found;
}
