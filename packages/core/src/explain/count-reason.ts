import { LEVEL, levelNames } from "../criteria/levels.js";
import { type History, labelOf, mayBeAbsent } from "../history/history.js";
import { canonical } from "../history/value.js";
import { counter } from "../types/counter.js";
import { map } from "../types/map.js";
import { set } from "../types/set.js";
import { givenOrder } from "../witness/scene/given-order.js";
import type { RefutedVisibility } from "./seen-alternatives.js";

/** A history whose numbers are counted, at one level. */
interface Counted {
  readonly history: History;
  readonly level: number;
  /** Whether the first surely sees the second, by happens-before alone; and whether it can. */
  must(a: number, b: number): boolean;
  may(a: number, b: number): boolean;
}

/** What updates put something under a key, and what take it away. */
const [FILLING, CLEARING] = [new Set(["add", "put"]), new Set(["remove"])];
/** What else a set or a map may be asked, where its keys are counted so. */
const QUERIES = new Set(["contains", "size", "isEmpty", "toArray", "get", "containsKey"]);

/**
 * Why a number, or two of one session, cannot be, by counting: what must be seen, what can be, and what that comes to.
 * It is worked out from happens-before and what each update does, not taken from an engine. `undefined` where counting
 * so does not show it.
 */
export function countReason(refuted: RefutedVisibility, kept: readonly number[]): string | undefined {
  const { history, criterion, type, order, initial = history.initial } = refuted;
  const level = levelNames.findIndex((name) => name === criterion);
  const all = Array.from(history.label.keys());
  if (level < 0 || initial !== undefined || history.objects.length > 1 || refuted.relaxLin === true)
    return undefined;
  if (kept.length > 2 || all.some((id) => mayBeAbsent(history, id))) return undefined;
  const [last, first] = [...kept].reverse();
  if (first !== undefined && (level < LEVEL.monotonic || history.session[first] !== history.session[last]))
    return undefined;
  const before = givenOrder(history, order === "realtime");
  const counted: Counted = {
    history,
    level,
    must: (a, b) => level > LEVEL.weak && before(b, a),
    may: (a, b) => a !== b && !before(a, b),
  };
  if (type.step === counter.step) return sumReason(counted, last, first);
  const isPlain = all.every((id) => {
    const { method } = labelOf(history, id);
    return FILLING.has(method) || CLEARING.has(method) || QUERIES.has(method);
  });
  return isPlain && (type.step === set.step || type.step === map.step)
    ? sizeReason(counted, last, first)
    : undefined;
}

/** The number that an operation returned, where it is the one that is counted. */
function numberOf(history: History, id: number, method: string): number | undefined {
  const { method: own, result } = labelOf(history, id);
  return own === method && typeof result === "number" ? result : undefined;
}

function sizeReason(counted: Counted, last: number, first: number | undefined): string | undefined {
  const { history, must, may } = counted;
  const size = numberOf(history, last, "size");
  if (size === undefined) return undefined;
  const keys = new Map<string, { readonly fills: number[]; readonly clears: number[] }>();
  for (const id of history.label.keys()) {
    const { method, args } = labelOf(history, id);
    const isFilling = FILLING.has(method);
    if (!isFilling && !CLEARING.has(method)) continue;
    const name = canonical(args[0]);
    const key = keys.get(name) ?? { fills: [], clears: [] };
    keys.set(name, key);
    (isFilling ? key.fills : key.clears).push(id);
  }
  const all = [...keys.values()];
  if (first === undefined) {
    const most = all.filter(({ fills }) => fills.some((id) => may(last, id))).length;
    if (size > most)
      return `Of only ${count(most, "key")} there is an update that puts something there and that #${last} can see`;
    const least = all.filter(({ fills, clears }) => {
      const seen = fills.filter((id) => must(last, id));
      // Who takes it away and is seen comes before one that puts it there again and is seen.
      return seen.length > 0 && clears.every((id) => !may(last, id) || seen.some((fill) => must(fill, id)));
    }).length;
    if (size >= least) return undefined;
    return `${count(least, "key")} must be there for #${last}: it surely sees updates that put something there, and nothing that it can see takes that away later`;
  }
  const earlier = numberOf(history, first, "size");
  if (earlier === undefined || earlier === size) return undefined;
  const isNew = (id: number): boolean => may(last, id) && !must(first, id);
  const changed = all.filter(({ fills, clears }) =>
    earlier > size ? fills.some((id) => may(first, id)) && clears.some(isNew) : fills.some(isNew),
  ).length;
  const needed = Math.abs(earlier - size);
  if (changed >= needed) return undefined;
  const [how, what] =
    earlier > size
      ? [`that #${first} found are gone for #${last}`, "takes away what is there"]
      : [`that #${first} did not find are there for #${last}`, "puts something there"];
  return `#${last} sees all that #${first} saw, and at least ${count(needed, "key")} ${how}. But of only ${count(changed, "key")} there is an update that ${what}, which #${last} can see and #${first} need not have seen`;
}

/** Sums of the first 0, 1, 2, … updates of a session. */
interface Sums {
  readonly ids: readonly number[];
  readonly sums: readonly number[];
}

function sumReason(counted: Counted, last: number, first: number | undefined): string | undefined {
  const { history, level, must, may } = counted;
  const value = numberOf(history, last, "read");
  if (value === undefined) return undefined;
  const amount = (id: number): number =>
    Number((counter.step(0, labelOf(history, id)) as { readonly state: unknown }).state);
  const sessions = new Map<number, Sums & { ids: number[]; sums: number[] }>();
  for (const id of history.label.keys()) {
    const one = sessions.get(history.session[id]) ?? { ids: [], sums: [0] };
    sessions.set(history.session[id], one);
    one.ids.push(id);
    one.sums.push((one.sums.at(-1) ?? 0) + amount(id));
  }
  const earlier = first === undefined ? 0 : numberOf(history, first, "read");
  if (earlier === undefined) return undefined;
  let [least, most] = [0, 0];
  // From `peer` on an operation sees a session from its beginning up to some place, whole.
  const isWhole = level >= LEVEL.peer;
  for (const { ids, sums } of sessions.values())
    if (isWhole) {
      const prefix = (isSeen: (id: number) => boolean): number => ids.filter(isSeen).length;
      const [low, high] = [prefix((id) => must(last, id)), prefix((id) => may(last, id))];
      const [from, to] =
        first === undefined ? [0, 0] : [prefix((id) => must(first, id)), prefix((id) => may(first, id))];
      let [lowest, highest] = [Infinity, -Infinity];
      for (let a = from; a <= to; a++)
        for (let b = Math.max(a, low); b <= high; b++) {
          lowest = Math.min(lowest, sums[b] - sums[a]);
          highest = Math.max(highest, sums[b] - sums[a]);
        }
      least += lowest;
      most += highest;
    } else
      for (const id of ids) {
        const [by, isSure] = [amount(id), must(last, id) && (first === undefined || !may(first, id))];
        if (!may(last, id) || (first !== undefined && must(first, id))) continue;
        least += isSure ? by : Math.min(0, by);
        most += isSure ? by : Math.max(0, by);
      }
  const change = value - earlier;
  if (change >= least && change <= most) return undefined;
  const end = `add up to at ${change < least ? `least ${least}` : `most ${most}`}`;
  const whole = isWhole ? `#${last} sees of each session all up to some place. ` : "";
  if (first === undefined) return `${whole}The updates that #${last} sees ${end}, whichever they are`;
  return `${whole}#${last} sees all that #${first} saw; the updates that it sees besides ${end}, whichever they are; but from ${earlier} to ${value} it is ${change}`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
