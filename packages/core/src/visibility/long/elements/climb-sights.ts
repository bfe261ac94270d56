import { type Climb, isFurther, queriesBefore, runFrom, type Stuck } from "./climb.js";

/** How often queries before those that wait see something else; how many of the last of a session, and how near. */
const [MOST_VARIED, LAST, NEAR] = [16, 5, 60];
/** From which of the last queries of a session on sights are capped, in turn; and how many sights are tried as a cap. */
const [BACKS, CAPS] = [[1, 2, 3, 5, 8, 12], 4] as const;
/** How many of the last queries of a session lag behind, in turn. */
const LAGGING = [4, 8, 16, 64];

/** Lets one of the last queries before those that wait see something else, by chance. Whether the run leads further. */
export function* varySights(climb: Climb, { operations, count, place }: Stuck): Generator<void, boolean> {
  const { model, running, random, meter } = climb;
  const { salt } = running;
  const varied = operations.flatMap((operation) =>
    queriesBefore(model, operation)
      .filter((one) => place[one] > count - NEAR)
      .slice(-LAST),
  );
  for (let tries = MOST_VARIED; tries > 0 && varied.length > 0; tries--) {
    if (meter.isTurnOver()) yield;
    const one = random.pick(varied);
    const old = salt[one];
    salt[one] = random.chance(0.5) ? 1 + random.int(3) : 1 + random.int(1000);
    runFrom(climb, place[one]);
    if (isFurther(climb, count)) return true;
    salt[one] = old;
  }
  return false;
}

/**
 * Lets the last queries of the session of one that waits see no more than what would then answer it. Whether the run
 * leads further than so many operations.
 */
export function* capSights(climb: Climb, late: number, count: number): Generator<void, boolean> {
  const { model, running, uncapped, meter } = climb;
  const { sessions, session, position, size } = model.problem;
  const { cap } = running.sights;
  const width = sessions.length;
  const members = sessions[session[late]];
  const queries = queriesBefore(model, late);
  for (const back of BACKS) {
    if (back > queries.length) break;
    const since = queries[queries.length - back];
    runFrom(climb, size);
    const from = running.place[since];
    for (const sight of sightsSince(climb, late, since)) {
      if (meter.isTurnOver()) yield;
      for (let at = position[since]; at <= position[late]; at++)
        for (let t = 0, to = members[at] * width; t < width; t++, to++)
          cap[to] = Math.min(uncapped[to], t === session[late] ? members.length : sight[t]);
      runFrom(climb, from);
      if (isFurther(climb, count)) return true;
      for (let at = position[since]; at <= position[late]; at++)
        cap.set(uncapped.subarray(members[at] * width, (members[at] + 1) * width), members[at] * width);
    }
  }
  return false;
}

/** Some sights that would answer one that waits, if its session had seen no more than before an earlier query. */
function sightsSince({ running, random }: Climb, late: number, since: number): readonly Int32Array[] {
  const sights: Int32Array[] = [];
  for (let tries = 0; tries < CAPS; tries++) {
    const found = running.findSince(late, since, tries === 0 ? 0 : 1 + random.int(1000));
    if (found === undefined) break;
    if (!sights.some((one) => one.join() === found.join())) sights.push(found);
  }
  return sights;
}

/** Lets the last queries of the session of one that waits lag behind as far as they may. Whether the run leads further. */
export function* lagSession(climb: Climb, late: number, count: number): Generator<void, boolean> {
  const { model, running, random, meter } = climb;
  const { lag, salt } = running;
  const queries = queriesBefore(model, late);
  if (queries.length === 0) return false;
  const [oldLag, oldSalt] = [lag.slice(), salt.slice()];
  for (const many of LAGGING)
    for (let tries = 0; tries < CAPS; tries++) {
      if (meter.isTurnOver()) yield;
      for (const one of queries.slice(-many)) {
        lag[one] = Infinity;
        salt[one] = tries === 0 ? 0 : random.int(1000);
      }
      runFrom(climb, 0);
      if (isFurther(climb, count)) return true;
      if (climb.waiting.includes(late) && (yield* capSights(climb, late, count))) return true;
      lag.set(oldLag);
      salt.set(oldSalt);
      climb.dirty = 0;
    }
  return false;
}
