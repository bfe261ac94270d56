import type { FlatScores } from "./score-views.js";

/** All updates in one order, which is changed in place; and the queries between two updates of each session. */
export interface UpdateLine {
  readonly scores: FlatScores;
  readonly line: Int32Array;
  /** Update → its place in the line. */
  readonly place: Int32Array;
  /** Session → its updates; the number of an operation's updates before it, in its session. */
  readonly own: readonly Int32Array[];
  readonly rank: Int32Array;
  /** Session → number of updates → the queries that come after so many of them, and before the next. */
  readonly between: readonly (readonly Int32Array[])[];
}

/** The updates by their moments. */
export function createUpdateLine(scores: FlatScores, moments: Float64Array): UpdateLine {
  const { sessions, size } = scores.model.problem;
  const rank = new Int32Array(size);
  const between = sessions.map((members): readonly Int32Array[] => {
    const queries: number[][] = [[]];
    for (const operation of members) {
      rank[operation] = queries.length - 1;
      if (scores.element[operation] >= 0) queries.push([]);
      else queries[queries.length - 1].push(operation);
    }
    return queries.map((list) => Int32Array.from(list));
  });
  const own = sessions.map((members) => members.filter((operation) => scores.element[operation] >= 0));
  const line = Int32Array.from(own.flatMap((members) => [...members])).sort(
    (a, b) => moments[a] - moments[b] || a - b,
  );
  const place = new Int32Array(size);
  line.forEach((update, at) => {
    place[update] = at;
  });
  return { scores, line, place, own, rank, between };
}

/**
 * Moves the updates of a session that are at these places of the line before, or after, the others there; all else
 * stays in its order.
 */
export function gather(
  { line, place, scores }: UpdateLine,
  s: number,
  from: number,
  to: number,
  isLater: boolean,
): void {
  const { session } = scores.model.problem;
  const window = line.slice(from, to + 1);
  let at = from;
  for (const isFirst of [true, false])
    for (const update of window)
      if ((session[update] === s) !== (isLater === isFirst)) {
        line[at] = update;
        place[update] = at++;
      }
}
