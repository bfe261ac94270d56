import type { Witness } from "../../result.js";
import type { Placed } from "./runs/configuration.js";
import type { LongProblem } from "./long-problem.js";

/** With more ids than this, a witness tells of each operation what it does not see, if these are fewer. */
const MOST_IDS = 4_000_000;

/** The witness of a linearization whose last operation is given, in the ids of the history. */
export function longWitness(problem: LongProblem, last: Placed): Witness {
  const { size, ids, sessions, session, position } = problem;
  const line = new Array<Placed>(size);
  for (let node: Placed | undefined = last; node !== undefined; node = node.earlier) line[node.place] = node;
  const linearization = line.map(({ operation }) => ids[operation]);
  const partial = line.filter((node) => seenCount(problem, node) < node.place);
  if (partial.length === 0) return { linearization, visibility: {} };
  const total = partial.reduce((sum, node) => sum + seenCount(problem, node), 0);
  const missing = partial.reduce((sum, node) => sum + node.place, -total);
  if (total <= MOST_IDS || total <= missing) {
    const visibility: Record<string, readonly number[]> = {};
    for (const node of partial) {
      const seen = node.extra.filter((one) => position[one] >= node.sees[session[one]]);
      for (let s = 0; s < node.sees.length; s++)
        for (let at = 0; at < node.sees[s]; at++)
          if (sessions[s][at] !== node.operation) seen.push(sessions[s][at]);
      visibility[ids[node.operation]] = Array.from(Int32Array.from(seen).sort(), (one) => ids[one]);
    }
    return { linearization, visibility };
  }
  const unseen: Record<string, readonly number[]> = {};
  const placed = new Int32Array(sessions.length);
  for (const node of line) {
    const glimpsed = new Set(node.extra);
    const hidden: number[] = [];
    for (let s = 0; s < node.sees.length; s++)
      for (let at = node.sees[s]; at < placed[s]; at++)
        if (!glimpsed.has(sessions[s][at])) hidden.push(ids[sessions[s][at]]);
    if (hidden.length > 0) unseen[ids[node.operation]] = hidden.sort((a, b) => a - b);
    placed[session[node.operation]]++;
  }
  return { linearization, unseen };
}

/** How many operations it sees, itself not included. */
function seenCount({ session, position }: LongProblem, { operation, sees, extra }: Placed): number {
  let count = 0;
  for (const each of sees) count += each;
  if (sees[session[operation]] > position[operation]) count--;
  for (const one of extra) if (position[one] >= sees[session[one]]) count++;
  return count;
}
