import type { LongProblem } from "../long-problem.js";

/** Where an order to try comes from. */
export type HintName = "time" | "file" | "position";

/** The hints that a history gives, the best first. */
export function hintsOf({ history, ids, session }: LongProblem): readonly HintName[] {
  let turns = 0;
  for (let at = 1; at < ids.length; at++) if (session[at] !== session[at - 1]) turns++;
  const isMerged = turns * 5 > ids.length;
  const found: HintName[] = [];
  if (history.timed) found.push("time");
  if (isMerged) found.push("file");
  if (!history.timed) found.push("position");
  return found;
}

/**
 * When each operation took effect, as a guess: in the middle of its interval, in the order of the file, or where
 * it stands in its session, if all sessions went at one pace.
 */
export function hintTimes(problem: LongProblem, name: HintName): Float64Array {
  const { size, history, ids, sessions, session, position } = problem;
  switch (name) {
    case "time":
      return Float64Array.from(ids, (id) =>
        history.ret[id] > 2 * history.size ? history.call[id] : (history.call[id] + history.ret[id]) / 2,
      );
    case "file":
      return Float64Array.from(ids, (_, operation) => operation);
    case "position":
      return Float64Array.from(
        { length: size },
        (_, operation) =>
          ((position[operation] + 0.5) / sessions[session[operation]].length) * size +
          session[operation] * 1e-3,
      );
  }
}
