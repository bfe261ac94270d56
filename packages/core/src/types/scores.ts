import { printValue } from "../history/print.js";
import { canonical, type Value } from "../history/value.js";
import * as maps from "./persistent-map.js";
import type { PersistentMap } from "./persistent-map.js";
import { walk } from "./balanced-tree.js";
import { type Exact, exactOrder, exactValue } from "./exact.js";
import { ifReturned, ofName, tellEach, type Views } from "./views.js";

/** An element's score; `provisional` in `rpq` alone, where an increment came before any add. */
export interface Score {
  readonly value: Exact;
  readonly provisional: boolean;
}

/** The state of both priority queues: scores by id, and by score and id in order, for `max`. */
export interface Scores {
  readonly byId: PersistentMap<Score>;
  readonly order: PersistentMap<Exact>;
}

const place = (id: Value, { value }: Score): Value =>
  typeof value === "number" ? [value, id] : [...exactOrder(value), id];

/** No element. */
export const noScores: Scores = { byId: undefined, order: undefined };

/** The score of an element, or `undefined` where it is absent. */
export const scoreOf = ({ byId }: Scores, id: Value): Score | undefined => maps.get(byId, id);

/** The scores with the given one for the element. */
export function withScore({ byId, order }: Scores, id: Value, score: Score): Scores {
  const old = maps.get(byId, id);
  if (old?.value === score.value) return { byId: maps.set(byId, id, score), order };
  const rest = old === undefined ? order : maps.remove(order, place(id, old));
  return { byId: maps.set(byId, id, score), order: maps.set(rest, place(id, score), score.value) };
}

/** The scores without the element. */
export function withoutScore(scores: Scores, id: Value): Scores {
  const old = maps.get(scores.byId, id);
  if (old === undefined) return scores;
  return { byId: maps.remove(scores.byId, id), order: maps.remove(scores.order, place(id, old)) };
}

/** `[id, score]` of the largest score, ties by the larger id; null where there is no element. */
export function maximum({ order }: Scores): Value {
  const last = maps.last(order);
  if (last === undefined) return null;
  const [place, score] = last;
  return [(place as readonly Value[]).at(-1) as Value, exactValue(score)];
}

/** The number of elements. */
export const scoreCount = ({ byId }: Scores): number => maps.size(byId);

/** Each element, and each two: `max` tells which of two is larger. */
export const scoreViews: Views<Scores> = {
  together: 2,
  names: ({ method, args, result }) =>
    method === "max" ? (Array.isArray(result) ? result.slice(0, 1) : []) : args.slice(0, 1),
  part: (scores, kept) =>
    maps
      .entries(scores.byId)
      .reduce((part, [id, score]) => (kept(id) ? withScore(part, id, score) : part), noScores),
  tell: (states, names) =>
    tellEach(
      states,
      names,
      (id) => `the score of ${printValue(id)} is`,
      (state, id) => String(scoreOf(state, id)?.value ?? "absent"),
    ),
  image(label, kept) {
    const { method, args, result } = label;
    if (method === "size") return ifReturned(label, 0);
    if (method !== "max") return ofName(label, args[0], kept);
    return Array.isArray(result) ? ofName(label, result[0] as Value, kept) : ifReturned(label, null);
  },
};

/** The elements with their scores. */
export const showScores = ({ byId }: Scores): string =>
  `{${maps
    .entries(byId)
    .map(([id, { value }]) => `${printValue(id)}: ${value}`)
    .join(", ")}}`;

/** A text that two states share exactly when they are equal. */
export function scoresText({ byId }: Scores): string {
  let text = "";
  walk(byId, ([id, { value, provisional }]) => {
    text += `${text === "" ? "" : ","}${canonical(id)}${provisional ? "?" : ":"}${value}`;
  });
  return text;
}
