import { type Configuration, type Placed, placedAt } from "./configuration.js";
import { heardSight } from "./heard-sight.js";
import type { Advice } from "./order-advice.js";
import type { Guide } from "./place-operations.js";
import type { Sight } from "./wider-sights.js";

/** How many delays after its moment an operation that is not placed is overdue. */
const OVERDUE = 4;

/** The operation that has waited longest to be placed, if it is so long that something before it went wrong; or -1. */
export function overdueIn(guide: Guide, configuration: Configuration): number {
  const longest = waitsLongest(guide, configuration);
  const { moments, delay } = guide;
  return longest >= 0 && moments[longest] < configuration.clock - OVERDUE * delay ? longest : -1;
}

/** The next operation of any session with the earliest moment, or -1. */
export function waitsLongest({ problem, moments }: Guide, { placed }: Configuration): number {
  let longest = -1;
  for (let s = 0; s < placed.length; s++) {
    const members = problem.sessions[s];
    const head = members[placed[s]];
    if (placed[s] < members.length && (longest < 0 || moments[head] < moments[longest])) longest = head;
  }
  return longest;
}

/** What it may see, as parts of the delay after which all have heard of an update; the last is all that is placed. */
const HEARD = [1, 0.5, 0, -Infinity] as const;
/** A distance between moments that is next to nothing. */
const STEP = 1e-6;

/** Remembers what was moved, so that nothing goes to and fro. */
export type Moved = Set<string>;

/**
 * Moves the updates which have to stand otherwise for an overdue operation to be explained to later moments. The
 * place of the first that is moved, or -1 where nothing is.
 */
export function putRight(
  guide: Guide,
  configuration: Configuration,
  operation: number,
  moved: Moved,
): number {
  const { problem, moments, advise, learnt } = guide;
  if (advise === undefined && learnt === undefined) return -1;
  const s = problem.session[operation];
  const base = {
    sees: configuration.sees[s],
    extra: configuration.extra[s],
    view: configuration.view[s],
  };
  const seen = HEARD.map((part) =>
    heardSight({ ...guide, delay: part * guide.delay }, configuration, operation, base),
  );
  if (advise === undefined) return learnSight(guide, configuration, operation, seen, moved);
  let earliest = -1;
  const isNew = ([first, second]: Advice): boolean =>
    moments[first] > moments[second] && !moved.has(`${second} ${first}`);
  for (const [first, second] of advise(
    seen.map(({ view }) => view),
    operation,
  ).filter(isNew)) {
    moved.add(`${first} ${second}`);
    moments[second] = moments[first] + STEP * moved.size;
    const members = problem.sessions[problem.session[second]];
    for (
      let at = problem.position[second] + 1;
      at < members.length && moments[members[at]] <= moments[second];
      at++
    )
      moments[members[at]] = moments[members[at - 1]] + STEP / members.length;
    const { place } = placedAt(configuration, problem.session[second], problem.position[second]);
    if (earliest < 0 || place < earliest) earliest = place;
  }
  return earliest;
}

/**
 * Lets updates see more than they did, of a replicated type: of those that take away what is too much to the
 * operation, and that it may see, the first one that came after who put it there. The place of the first that is to
 * see more, or -1.
 */
function learnSight(
  { problem, learnt }: Guide,
  configuration: Configuration,
  operation: number,
  seen: readonly Sight[],
  moved: Moved,
): number {
  const { session, position, updates } = problem;
  for (const { view, sees } of seen)
    for (const { puts, isTaker } of problem.surplus?.(view.state, operation) ?? []) {
      let earliest = -1;
      for (const put of puts) {
        let first: Placed | undefined;
        for (let node = configuration.last; node !== undefined; node = node.earlier) {
          const { operation: one } = node;
          if (one === put) break;
          if (updates[one] === 0 || sees[session[one]] <= position[one] || !isTaker(one)) continue;
          if (!moved.has(`${put} ${one}`)) first = node;
        }
        if (first === undefined) continue;
        moved.add(`${put} ${first.operation}`);
        const known = learnt?.get(first.operation) ?? new Set();
        learnt?.set(first.operation, known.add(put));
        if (earliest < 0 || first.place < earliest) earliest = first.place;
      }
      if (earliest >= 0) return earliest;
    }
  return -1;
}
