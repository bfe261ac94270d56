import { type History, printValue } from "@sightline/core";
import type { Texts } from "../document/texts.js";

/** What is looked for. Every part that is given must fit. */
export interface Filter {
  /** Words that the operation's text has, or its number: `#12`. */
  readonly text: string;
  readonly object: string;
  /** The operation's first argument: of a map or memory, the key. */
  readonly key: string;
  readonly method: string;
  readonly result: string;
  readonly session: string;
}

/** Looks for nothing: all operations fit. */
export const noFilter: Filter = { text: "", object: "", key: "", method: "", result: "", session: "" };

/** Whether anything is looked for. */
export const isFiltering = (filter: Filter): boolean => Object.values(filter).some((part) => part !== "");

/** Operation → 1 where it fits. */
export function matches(history: History, texts: Texts, filter: Filter): Uint8Array {
  const fits = new Uint8Array(history.size);
  const words = filter.text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "");
  const numbers = words.filter((word) => /^#\d+$/u.test(word)).map((word) => Number(word.slice(1)));
  const plain = words.filter((word) => !/^#\d+$/u.test(word));
  const labels = history.labels.map(
    ({ method, args, result }) =>
      (filter.method === "" || method === filter.method) &&
      (filter.key === "" || (args.length > 0 && printValue(args[0]) === filter.key)) &&
      (filter.result === "" || (result !== undefined && printValue(result) === filter.result)),
  );
  const objects = history.objects.map((name) => filter.object === "" || String(name ?? "") === filter.object);
  const sessions = history.sessions.map((name) => filter.session === "" || String(name) === filter.session);
  for (let id = 0; id < history.size; id++) {
    if (!labels[history.label[id]] || !objects[history.object[id]] || !sessions[history.session[id]])
      continue;
    if (numbers.length > 0 && !numbers.includes(id)) continue;
    if (plain.length > 0) {
      const text = texts.of(id).toLowerCase();
      if (!plain.every((word) => text.includes(word))) continue;
    }
    fits[id] = 1;
  }
  return fits;
}

/** The values that each part can have, for people to choose from. */
export interface Choices {
  readonly object: readonly string[];
  readonly key: readonly string[];
  readonly method: readonly string[];
  readonly result: readonly string[];
  readonly session: readonly string[];
}

/** More than so many and nobody would choose from a list: the search finds them. */
const MOST = 500;
const collator = new Intl.Collator("en", { numeric: true });
/** Fewer sessions than this are lanes that one sees at once. */
const FEW = 7;

/** What there is to choose from in a history; nothing where there is but one, or very many. */
export function choicesOf({ labels, objects, sessions }: History): Choices {
  const some = (values: Iterable<string>): readonly string[] => {
    const different = [...new Set(values)];
    return different.length < 2 || different.length > MOST ? [] : different.sort(collator.compare);
  };
  return {
    object: some(objects.map((name) => String(name ?? ""))),
    key: some(labels.filter(({ args }) => args.length > 0).map(({ args }) => printValue(args[0]))),
    method: some(labels.map(({ method }) => method)),
    result: some(labels.flatMap(({ result }) => (result === undefined ? [] : [printValue(result)]))),
    session: sessions.length < FEW ? [] : some(sessions.map(String)),
  };
}

/** The nearest operation that fits, after one (or before it), going round at the end. */
export function nextMatch(fits: Uint8Array, inOrder: Int32Array, after: number, step: 1 | -1): number {
  const count = inOrder.length;
  const at = inOrder.indexOf(after);
  const from = at < 0 && step < 0 ? count : at;
  for (let away = 1; away <= count; away++) {
    const id = inOrder[(((from + step * away) % count) + count) % count];
    if (fits[id] === 1) return id;
  }
  return -1;
}
