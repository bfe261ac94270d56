import { didYouMean } from "../text/did-you-mean.js";
import { HistoryError } from "./error.js";
import { sessionNames } from "./names.js";
import { createColumn, type KnownSights } from "./sights.js";

/** What an operation saw, as in the JSON form of a history: either, or both together. */
export interface SightRecord {
  /** By the name of a session: of so many of its operations, the first ones. Of sessions that are not named, none. */
  readonly saw?: Readonly<Record<string, number>> | undefined;
  /** The ids of operations. */
  readonly sees?: readonly number[] | undefined;
}

/** Takes what operations saw as they come, and fits it to the history in the end. */
export interface SightsCollector {
  /** Notes what operation `id` saw. Throws a `HistoryError` at what is no such thing. */
  add(id: number, sight: SightRecord): void;
  /** What is known; `undefined` where that is nothing. Throws a `HistoryError` where it does not fit the operations. */
  finish(size: number, sessions: readonly (string | number)[], session: Int32Array): KnownSights | undefined;
  clear(): void;
}

const fail = (reason: string, path: readonly (string | number)[]): never => {
  throw new HistoryError("SL1012", reason, path);
};

/** Whether it is a count of operations, or the number of one: histories have no more than 2^31. */
const isCount = (given: unknown): given is number =>
  Number.isInteger(given) && (given as number) >= 0 && (given as number) < 2 ** 31;

/** Nothing is known yet. */
export function createSightsCollector(): SightsCollector {
  let owners = createColumn();
  let sawStart = createColumn();
  let seesStart = createColumn();
  let counts = createColumn();
  let named = createColumn();
  let ids = createColumn();
  const names = new Map<string, number>();

  return {
    add(id, { saw, sees }) {
      owners.push(id);
      sawStart.push(counts.length);
      seesStart.push(ids.length);
      if (saw !== undefined) {
        if (saw === null || typeof saw !== "object" || Array.isArray(saw))
          fail(`"saw" must be an object such as {"alice": 17}: of each session, how many`, ["saw"]);
        for (const name in saw) {
          const count: unknown = saw[name];
          if (!isCount(count))
            fail(`"saw" must give a count, so many operations of a session`, ["saw", name]);
          let number = names.get(name);
          if (number === undefined) names.set(name, (number = names.size));
          named.push(number);
          counts.push(count as number);
        }
      }
      if (sees === undefined) return;
      if (!Array.isArray(sees)) fail(`"sees" must be an array of ids`, ["sees"]);
      sees.forEach((one: unknown, at) => {
        if (!isCount(one)) fail(`${JSON.stringify(one)} is no id of an operation`, ["sees", at]);
        ids.push(one as number);
      });
    },

    finish(size, sessions, session) {
      if (owners.length === 0) return undefined;
      const given = {
        owners: owners.finish(),
        sawStart: sawStart.finish(),
        seesStart: seesStart.finish(),
        counts: counts.finish(),
        named: named.finish(),
        ids: ids.finish(),
      };
      return fit(given, [...names.keys()], size, sessions, session);
    },

    clear() {
      if (owners.length === 0) return;
      [owners, sawStart, seesStart] = [createColumn(), createColumn(), createColumn()];
      [counts, named, ids] = [createColumn(), createColumn(), createColumn()];
      names.clear();
    },
  };
}

/** What was collected: row `r` is of operation `owners[r]`. */
interface Collected {
  readonly owners: Int32Array;
  readonly sawStart: Int32Array;
  readonly seesStart: Int32Array;
  readonly counts: Int32Array;
  readonly named: Int32Array;
  readonly ids: Int32Array;
}

/** What was collected, by the numbers of sessions, each operation told once. */
function fit(
  { owners, sawStart, seesStart, counts, named, ids }: Collected,
  names: readonly string[],
  size: number,
  sessions: readonly (string | number)[],
  session: Int32Array,
): KnownSights {
  const lengths = new Int32Array(sessions.length);
  const position = session.map((own) => lengths[own]++);
  const byName = new Map(sessionNames(sessions).map((name, number) => [name, number]));
  const numbers = names.map((name) => byName.get(name));
  const known = new Uint8Array(size);
  const saw = { start: new Int32Array(size + 1), session: createColumn(), count: createColumn() };
  const sees = { start: new Int32Array(size + 1), ids: createColumn() };
  /** How many of each session the operation saw; all zero between two operations. */
  const counted = new Int32Array(sessions.length);
  let row = 0;
  for (let id = 0; id < size; id++) {
    saw.start[id] = saw.session.length;
    sees.start[id] = sees.ids.length;
    if (owners[row] !== id) continue;
    known[id] = 1;
    const endOfSaw = row + 1 < owners.length ? sawStart[row + 1] : counts.length;
    for (let at = sawStart[row]; at < endOfSaw; at++) {
      const name = names[named[at]];
      const number = numbers[named[at]];
      if (number === undefined)
        throw unknownSession(name, [...byName.keys()], ["operations", id, "saw", name]);
      const count = counts[at];
      if (count > lengths[number])
        fail(`operation ${id} saw ${count} operations of session ${name}, which has ${lengths[number]}`, [
          "operations",
          id,
          "saw",
          name,
        ]);
      if (number === session[id] && count > position[id])
        fail(
          `operation ${id} cannot have seen itself or what follows it in its session: of ${name} it saw at most the ${position[id]} before it`,
          ["operations", id, "saw", name],
        );
      if (count === 0) continue;
      saw.session.push(number);
      saw.count.push(count);
      counted[number] = count;
    }
    const endOfSees = row + 1 < owners.length ? seesStart[row + 1] : ids.length;
    if (endOfSees > seesStart[row]) {
      const besides = ids.slice(seesStart[row], endOfSees);
      besides.forEach((one, at) => checkSeen(one, id, at, size, session, position));
      besides.sort();
      besides.forEach((one, at) => {
        if (position[one] >= counted[session[one]] && besides[at - 1] !== one) sees.ids.push(one);
      });
    }
    for (let at = sawStart[row]; at < endOfSaw; at++) counted[numbers[named[at]] as number] = 0;
    row++;
  }
  saw.start[size] = saw.session.length;
  sees.start[size] = sees.ids.length;
  return {
    known,
    saw: { start: saw.start, session: saw.session.finish(), count: saw.count.finish() },
    sees: { start: sees.start, ids: sees.ids.finish() },
  };
}

/** Refuses what an operation cannot have seen. */
function checkSeen(
  one: number,
  id: number,
  at: number,
  size: number,
  session: Int32Array,
  position: Int32Array,
): void {
  const place = ["operations", id, "sees", at];
  if (one >= size) fail(`${one} is not an operation: ids go from 0 to ${size - 1}`, place);
  if (one === id) fail(`operation ${id} sees itself in any case: leave it out`, place);
  if (session[one] === session[id] && position[one] > position[id])
    fail(`operation ${id} cannot have seen operation ${one}, which follows it in its session`, place);
}

const unknownSession = (
  name: string,
  known: readonly string[],
  path: readonly (string | number)[],
): HistoryError =>
  new HistoryError(
    "SL1012",
    `no session ${JSON.stringify(name)}: ${didYouMean(name, known, `the sessions are ${known.slice(0, 10).join(", ")}`)}`,
    path,
  );
