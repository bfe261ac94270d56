import type { Label } from "../../../history/history.js";
import { canonical, equal, type Value } from "../../../history/value.js";
import { type Content, type KeyedType, keyedTypeOf, type KeyQuestion } from "./keyed-types.js";
import type { Meter } from "../../meter.js";
import type { LongProblem } from "../long-problem.js";

/** What a result asks of a key: that an update which fits is the last of those seen, or that none is seen. */
export interface Ask {
  readonly key: number;
  /** The updates that fit: for each session their positions, ascending. */
  readonly fits: readonly Int32Array[];
  /** Whether it is right if no update of the key is seen. */
  readonly orNone: boolean;
}

/** Which updates put what where, and what each result asks for. */
export interface KeyModel {
  /** Whether the last update of a key that is seen says what is there. */
  readonly lastWins: boolean;
  /** Whether results ask of the last update of a key that is seen that it fits; else some that fits has to be seen. */
  readonly asksLast: boolean;
  /** Whether the keys are elements of observed-remove sets, and what results ask is that they are there or are not. */
  readonly observes?: boolean;
  /** The number of keys. */
  readonly keys: number;
  /** Label → the key that it updates, or -1. */
  readonly keyOf: Int32Array;
  /** Key → session → positions of the updates that took effect in any case, ascending. */
  readonly certain: readonly (readonly Int32Array[])[];
  /** Key → session → positions of those that leave the key with something, and with nothing. */
  readonly filling: readonly (readonly Int32Array[])[];
  readonly clearing: readonly (readonly Int32Array[])[];
  /** Key → the object that it is of, and whether it has something at the start. */
  readonly objectOf: Int32Array;
  readonly filledAtStart: Uint8Array;
  /** Label → what its result asks. */
  readonly asks: readonly (readonly Ask[])[];
  /**
   * Label → the number of what it puts at its key, where the last update says what is there; equal contents of a key
   * have one number, and what is there at the start has 0. And key → such a number → 1 where that is something.
   */
  readonly contentOf: Int32Array;
  readonly isFilling: readonly Uint8Array[];
}

/** What it takes to find the updates that a question is about, in elementary steps. */
const WORK_OF_ASKING = 4;
/** What a question about every key may come to, all in all. */
const MOST_ASKS = 200_000;

interface Update {
  readonly operation: number;
  readonly content: Content;
}

/** The model of a problem, where its type has keys and covers all its methods. */
export function createKeyModel(
  problem: LongProblem,
  keyed: KeyedType | undefined = keyedTypeOf(problem.single),
  meter?: Meter,
): KeyModel | undefined {
  const { labels, label, sessions, session, position, absentable, size } = problem;
  const alone = labels.map((one) => withoutObject(problem, one));
  if (keyed === undefined || !alone.every(({ label: one }) => keyed.covers(one))) return undefined;
  const initialOf = (object: number): unknown =>
    problem.history.objects.length > 1 ? (problem.initial as readonly unknown[])[object] : problem.initial;

  const numbers = new Map<string, number>();
  const names: { readonly object: number; readonly key: Value }[] = [];
  const numberOf = (object: number, key: Value): number => {
    const name = `${object}:${canonical(key)}`;
    let number = numbers.get(name);
    if (number === undefined) {
      number = names.length;
      numbers.set(name, number);
      names.push({ object, key });
    }
    return number;
  };
  const changes = alone.map(({ label: one }) => keyed.update(one));
  const keyOf = Int32Array.from(changes, (change, at) =>
    change === undefined ? -1 : numberOf(alone[at].object, change.key),
  );
  const updates: Update[][] = names.map(() => []);
  for (let operation = 0; operation < size; operation++) {
    const key = keyOf[label[operation]];
    if (key >= 0) updates[key].push({ operation, content: changes[label[operation]]?.content });
  }
  const positionsOf = (found: readonly Update[]): readonly Int32Array[] => {
    const lists: number[][] = sessions.map(() => []);
    for (const { operation } of found) lists[session[operation]].push(position[operation]);
    return lists.map((list) => Int32Array.from(list));
  };
  const updatesOf = (key: number): readonly Update[] => updates[key] ?? [];
  const byContent = updates.map((found) => {
    const groups = new Map<string, Update[]>();
    for (const update of found) {
      const text = textOf(update.content);
      const group = groups.get(text);
      if (group === undefined) groups.set(text, [update]);
      else group.push(update);
    }
    return groups;
  });

  const gathered = new Map<number, readonly Content[]>();
  const contentsOf = (object: number, number: number, key: Value): readonly Content[] => {
    let all = gathered.get(number);
    if (all === undefined) {
      all = [...updatesOf(number).map(({ content }) => content), keyed.start(initialOf(object), key)];
      gathered.set(number, all);
    }
    return all;
  };
  const known = new Map<string, Ask>();
  /** What a question asks; nothing where anything is an answer. */
  const askOf = (object: number, { key, fits, contents }: KeyQuestion): readonly Ask[] => {
    const number = numberOf(object, key);
    const groups = byContent[number] ?? new Map<string, Update[]>();
    const all = contentsOf(object, number, key);
    const fitting =
      contents?.map(textOf) ??
      [...groups].flatMap(([text, [{ content }]]) => (fits(content, all) ? [text] : []));
    const orNone = fits(all[all.length - 1], all);
    if (orNone && contents === undefined && fitting.length === groups.size) return [];
    const name = `${number} ${orNone} ${fitting.join()}`;
    let ask = known.get(name);
    if (ask === undefined) {
      const found = fitting.flatMap((text) => groups.get(text) ?? []);
      if (fitting.length > 1) found.sort((a, b) => a.operation - b.operation);
      known.set(name, (ask = { key: number, fits: positionsOf(found), orNone }));
    }
    return [ask];
  };
  const written = names.length;
  let room = MOST_ASKS;
  const asks = alone.map(({ object, label: one }): readonly Ask[] => {
    if (one.result === undefined) return [];
    const own = keyed.questions(one);
    meter?.work(WORK_OF_ASKING * own.length);
    const all = keyed.all?.(one);
    if (all === undefined || (room -= written) < 0) return own.flatMap((question) => askOf(object, question));
    const others = names.slice(0, written).filter((name) => name.object === object);
    const extra = others.filter(({ key }) => !own.some((question) => equal(question.key, key)));
    return [...own, ...extra.map(({ key }) => ({ key, fits: all(key) }))].flatMap((each) =>
      askOf(object, each),
    );
  });
  const perKey = (kept: (update: Update) => boolean): readonly (readonly Int32Array[])[] =>
    names.map((_, key) => positionsOf(updatesOf(key).filter(kept)));
  const contentOf = new Int32Array(labels.length).fill(-1);
  const kinds = keyed.lastWins
    ? names.map(({ object, key }) => new Map([[textOf(keyed.start(initialOf(object), key)), 0]]))
    : [];
  const isFilling = kinds.map((_, key) => [keyed.start(initialOf(names[key].object), names[key].key)]);
  changes.forEach((change, one) => {
    if (change === undefined || !keyed.lastWins) return;
    const numbered = kinds[keyOf[one]];
    const text = textOf(change.content);
    contentOf[one] = numbered.get(text) ?? numbered.size;
    if (contentOf[one] === numbered.size) {
      numbered.set(text, numbered.size);
      isFilling[keyOf[one]].push(change.content);
    }
  });
  return {
    lastWins: keyed.lastWins,
    asksLast: keyed.asksLast ?? keyed.lastWins,
    keys: names.length,
    keyOf,
    certain: perKey(({ operation }) => absentable[operation] === 0),
    filling: perKey(({ content }) => content !== undefined),
    clearing: perKey(({ content }) => content === undefined),
    objectOf: Int32Array.from(names, ({ object }) => object),
    filledAtStart: Uint8Array.from(names, ({ object, key }) =>
      keyed.start(initialOf(object), key) === undefined ? 0 : 1,
    ),
    asks,
    contentOf,
    isFilling: isFilling.map((all) => Uint8Array.from(all, (content) => (content === undefined ? 0 : 1))),
  };
}

const textOf = (content: Content): string => (content === undefined ? "-" : canonical(content.value));

/** A label as one object has it, and which object. */
export function withoutObject(
  { history }: LongProblem,
  label: Label,
): { readonly object: number; readonly label: Label } {
  if (history.objects.length <= 1) return { object: 0, label };
  return { object: label.args[0] as number, label: { ...label, args: label.args.slice(1) } };
}
