import { type History, mayBeAbsent, labelOf } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import { type Names, renamingFor } from "./renaming.js";

/** Some operations and the order among them, whatever their names. */
export interface Pattern {
  /** These operations alone. */
  readonly history: History;
  /** The name of their type. */
  readonly type: string;
  readonly initial: Value | undefined;
  /** Row a, column b: whether a comes before b. A strict partial order. */
  readonly before: readonly (readonly boolean[])[];
  /** Whether it matters which operations share a session. */
  readonly sessions: boolean;
}

/** A pattern without its names. */
export interface Shape {
  /** The same for two patterns only if one is the other with sessions, objects, values and ids renamed. */
  readonly text: string;
  /** The operations in the order in which the text tells them. */
  readonly order: readonly number[];
}

/** So many steps are spent on choices between operations that look alike; after that the first is taken. */
const MOST_STEPS = 2000;

/** The operations told so far, and the names that they were given. */
interface Told {
  readonly order: readonly number[];
  readonly texts: readonly string[];
  readonly names: Names;
}

/**
 * The smallest text that tells the operations one after another, each after those before it: its session,
 * object and values by first occurrence, and the places of those that come before it. Where several could
 * come next and look alike, each is tried. (Of very many alike not all are: then the text may depend on
 * the ids, and what is the same be told apart, but never the other way round.)
 */
export function shapeOf({ history, type, initial, before, sessions }: Pattern): Shape {
  const ids = Array.from({ length: history.size }, (_, id) => id);
  const renaming = renamingFor(
    type,
    ids.map((id) => labelOf(history, id)),
    initial,
  );
  let steps = 0;
  let best: Told | undefined;

  const tell = (id: number, told: Told): { readonly text: string; readonly names: Names } => {
    const named = new Map(told.names);
    const nameOf = (key: string): string => {
      const name = named.get(key) ?? String(named.size);
      named.set(key, name);
      return name;
    };
    const session = sessions ? nameOf(`session ${history.session[id]}`) : "";
    const object = history.objects[history.object[id]];
    const on = object === undefined ? "" : `${nameOf(`object ${history.object[id]}`)}.`;
    const { text, names } = renaming.print(labelOf(history, id), history.object[id], named);
    const after = told.order.flatMap((other, place) => (before[other][id] ? [place] : []));
    return { text: `${session}:${on}${text}${mayBeAbsent(history, id) ? "?" : ""}<${after.join()}`, names };
  };

  const search = (told: Told): void => {
    if (told.order.length === ids.length) {
      if (best === undefined || isSmaller(told.texts, best.texts)) best = told;
      return;
    }
    const open = ids.filter((id) => !told.order.includes(id));
    const ready = open.filter((id) => !open.some((other) => before[other][id]));
    const next = ready.map((id) => ({ id, ...tell(id, told) }));
    const smallest = next.reduce((a, b) => (b.text < a.text ? b : a)).text;
    for (const { id, text, names } of next) {
      if (text !== smallest) continue;
      if (best !== undefined && ++steps > MOST_STEPS) return;
      search({ order: [...told.order, id], texts: [...told.texts, text], names });
    }
  };

  search({ order: [], texts: [], names: new Map() });
  const { order, texts } = best ?? { order: [], texts: [] };
  return { text: texts.join("\n"), order };
}

/** Whether the first list comes before the second, item by item. */
function isSmaller(a: readonly string[], b: readonly string[]): boolean {
  const at = a.findIndex((text, i) => text !== b[i]);
  return at >= 0 && a[at] < b[at];
}
