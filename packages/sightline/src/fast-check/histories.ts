import {
  createHistoryBuilder,
  type History,
  type Invocation,
  type OperationRecord,
  outcomes,
  printHistory,
  type SequentialType,
  type Value,
} from "@sightline/core";
import * as fc from "fast-check";
import { type Program, type ProgramOptions, programs } from "./programs.js";

/** What histories are drawn. */
export interface HistoryOptions extends ProgramOptions {
  /** How many results are replaced by those of another moment, at most; then the history may be violated. Default: 0. */
  readonly wrong?: number;
}

/**
 * Histories of a type, with times: lanes of calls that overlap, whose results are those of one order, so that all are
 * linearizable; or, with `wrong`, some that are not. For those who write checkers and viewers of histories.
 */
export function histories(type: SequentialType, options: HistoryOptions = {}): fc.Arbitrary<History> {
  const { wrong = 0 } = options;
  const choices = fc.infiniteStream(fc.nat(0xffff));
  return fc.tuple(programs(type, options), choices, fc.nat(wrong)).map(([program, stream, errors]) => {
    const pick = (below: number): number => stream.next().value % below;
    return withText(run(type, program, pick, errors));
  });
}

/** Lets the lanes take effect in some order, each call at a moment of its interval. */
function run(
  type: SequentialType,
  { lanes }: Program,
  pick: (below: number) => number,
  errors: number,
): History {
  const done: { readonly session: number; readonly invocation: Invocation; result: Value; at: number }[] = [];
  const next = lanes.map(() => 0);
  let state: unknown = type.init();
  while (true) {
    const open = lanes.flatMap((lane, session) => (next[session] < lane.length ? [session] : []));
    if (open.length === 0) break;
    const session = open[pick(open.length)];
    const invocation = lanes[session][next[session]++];
    const possible = outcomes(type, state, invocation);
    if (possible.length === 0) continue; // it cannot happen now: left out
    const { state: after, result } = possible[pick(possible.length)];
    state = after;
    done.push({ session, invocation, result, at: done.length });
  }
  for (let i = 0; i < errors && done.length > 1; i++)
    done[pick(done.length)].result = done[pick(done.length)].result;
  return build(
    type,
    done.map(({ session, invocation, result, at }) => ({ session, ...invocation, result, at })),
    pick,
  );
}

/** Gives each operation an interval around its moment, without overlap within a lane. */
function build(
  type: SequentialType,
  done: readonly (OperationRecord & { readonly at: number })[],
  pick: (below: number) => number,
): History {
  const builder = createHistoryBuilder({ type: type.name });
  const ended = new Map<string | number, number>();
  for (const [i, { at, session, ...operation }] of done.entries()) {
    const moment = 10 * (at + 1);
    const follower = done.slice(i + 1).find((other) => other.session === session);
    const call = Math.max((ended.get(session) ?? 0) + 1, moment - pick(25));
    const end = Math.min(moment + pick(25), follower === undefined ? Infinity : 10 * (follower.at + 1) - 2);
    ended.set(session, end);
    builder.add({ session, ...operation, call, return: end });
  }
  return builder.finish();
}

/** fast-check prints the notation. */
function withText(history: History): History {
  return Object.defineProperty(history, fc.toStringMethod, { value: () => printHistory(history) });
}
