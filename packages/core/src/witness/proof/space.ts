import { type History, type Label, labelOf } from "../../history/history.js";
import { canonical, equal, type Value } from "../../history/value.js";
import { outcomes, type SequentialType, stateKey } from "../../types/type.js";
import { type Image, keptOf } from "../../types/views.js";
import type { ProofView } from "./proof.js";
import { refuse } from "./refusal.js";

/** So many states are listed with each operation at any time, any number of times; beyond, each at most once. */
const FEW_STATES = 64;
const MOST_STATES = 2000;
const MOST_LABELS = 64;
const MOST_PAIRS = 20_000;

/** The states that a view can be in, numbered, and what each operation makes of them. */
export interface Space {
  /** A superset of the states that can occur: 0, 1, … `count` - 1. */
  readonly count: number;
  /** The state to start from. */
  readonly start: number;
  /** The operations that may change the state, or whose result tells of it. */
  readonly live: readonly number[];
  /** The same for operations that do the same. */
  classOf(operation: number): number;
  /** The states after the operation took effect in this one. */
  to(operation: number, state: number): readonly number[];
  /** Whether the operation may return what it returned in this state, where its own result counts. */
  returns(operation: number, state: number): boolean;
  /** The state itself, to be told. */
  stateAt(index: number): unknown;
  /** Whether it stands for others too, which the results that count do not tell from it. */
  standsForOthers(index: number): boolean;
}

/** What was done so far, counted and not timed: so that who looks for proofs can end it, always at the same point. */
export interface Work {
  done: number;
}

/** What there is a space of. */
export interface Viewed {
  readonly history: History;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  /** Refuse a type whose operations may lead to several states. */
  readonly singleState: boolean;
  readonly work: Work;
}

/**
 * The space of a view.
 * @param counted whether the results of all operations count; else each operation may return anything
 */
export function createSpace(
  { history, type, initial, singleState, work }: Viewed,
  view: ProofView,
  counted: boolean,
): Space {
  const object = history.objects.indexOf(view.object);
  if (object < 0)
    refuse(
      `the history has no object ${view.object === undefined ? "without a name" : canonical(view.object)}`,
    );
  const { keep } = view;
  if (keep !== "whole" && type.views === undefined) refuse(`type ${type.name} has no parts to be looked at`);
  const kept = keep === "whole" ? undefined : keptOf(keep);
  const imageOf = (label: Label): Image =>
    kept === undefined || type.views === undefined ? label : type.views.image(label, kept);
  const whole: unknown = type.init(initial);
  const first: unknown =
    kept === undefined || type.views === undefined ? whole : type.views.part(whole, kept);

  // Operations of one label on the object do the same, but for those whose result counts.
  const told = view.results && new Set(view.results);
  const tells = (id: number): boolean => told === undefined || told.has(id);
  const classOf = (id: number): number =>
    counted && tells(id) ? history.label[id] : history.labels.length + history.label[id];
  const images = new Map<number, Image>();
  const live: number[] = [];
  for (let id = 0; id < history.size; id++) {
    if (history.object[id] !== object) continue;
    const index = classOf(id);
    const label = labelOf(history, id);
    const isCounted = index < history.labels.length;
    const image = images.get(index) ?? imageOf(isCounted ? label : { ...label, result: undefined });
    images.set(index, image);
    if (image !== "nothing") live.push(id);
  }
  const merged = told === undefined ? (state: unknown) => state : merge();

  /** Maps states to those that stand for all which no operation tells apart. */
  function merge(): (state: unknown) => unknown {
    const own = [...(told ?? [])].flatMap((id) => (id < history.size ? [imageOf(labelOf(history, id))] : []));
    const labels = [...images.values(), ...own].flatMap((image) =>
      image === "nothing" ? [] : ["perhaps" in image ? image.perhaps : image],
    );
    const merging = kept === undefined ? type.quotient : (type.views?.merge ?? type.quotient);
    return (type.ofUser !== true && merging?.(labels)) || ((state) => state);
  }

  let states: unknown[] = [];
  let numbers = new Map<string | number, number>();
  let steps = new Map<number, Map<number, readonly number[]>>();
  const others = new Set<number>();
  const numberOf = (whole: unknown): number => {
    const state = merged(whole);
    const key = stateKey(type, state);
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = states.length));
      states.push(state);
    }
    if (state !== whole && key !== stateKey(type, whole)) others.add(number);
    return number;
  };
  const run = (state: number, { method, args, result }: Label): number[] => {
    work.done += 2;
    const all = outcomes(type, states[state], { method, args });
    if (singleState && new Set(all.map((one) => stateKey(type, one.state))).size > 1)
      refuse(`type ${type.name} has several outcomes: results of one run say nothing of another`);
    const fitting = all.filter((one) => result === undefined || equal(one.result, result));
    return [...new Set(fitting.map((one) => numberOf(one.state)))];
  };
  const byLabel = (label: number, state: number): readonly number[] => {
    let known = steps.get(label);
    if (known === undefined) steps.set(label, (known = new Map()));
    let reached = known.get(state);
    if (reached === undefined) {
      const image = images.get(label) ?? "nothing";
      if (image === "nothing") reached = [state];
      else if ("perhaps" in image) reached = [...new Set([state, ...run(state, image.perhaps)])];
      else reached = run(state, image);
      known.set(state, reached);
    }
    return reached;
  };

  // How often each label occurs.
  const counts = new Map<number, number>();
  for (const id of live) counts.set(classOf(id), (counts.get(classOf(id)) ?? 0) + 1);
  const labels = [...counts.keys()];
  const few = type.bounded === true ? 4 * FEW_STATES : FEW_STATES;
  numberOf(first);
  for (let state = 0; state < states.length && states.length <= few; state++)
    for (const label of labels) byLabel(label, state);
  if (states.length > few) {
    if (labels.length > MOST_LABELS) refuse("the view has too many states");
    states = [];
    others.clear();
    numbers = new Map();
    steps = new Map();
    numberOf(first);
    listOnce(
      labels.map((label) => counts.get(label) ?? 0),
      (at, state) => byLabel(labels[at], state),
      () => states.length,
      work,
    );
  }
  const count = states.length;

  const owns = new Map<string, boolean>();
  /** An operation whose result counts, among others whose results do not. */
  const ownResult = (id: number, state: number): boolean => {
    const key = `${history.label[id]},${state}`;
    let fits = owns.get(key);
    if (fits === undefined) {
      const image = imageOf(labelOf(history, id));
      fits = image === "nothing" || "perhaps" in image || run(state, image).length > 0;
      owns.set(key, fits);
    }
    return fits;
  };
  const to = (id: number, state: number): readonly number[] =>
    history.object[id] === object ? byLabel(classOf(id), state) : [state];
  return {
    count,
    start: 0,
    live,
    classOf,
    to,
    returns: (id, state) =>
      history.object[id] !== object ||
      (counted || !tells(id) ? to(id, state).length > 0 : ownResult(id, state)),
    stateAt: (index) => states[index],
    standsForOthers: (index) => others.has(index),
  };
}

/** Lists every state that operations lead to, each at most as often as it occurs; equal ones are interchangeable. */
function listOnce(
  available: readonly number[],
  to: (label: number, state: number) => readonly number[],
  count: () => number,
  work: Work,
): void {
  const seen = new Set<string>();
  const todo: { readonly used: readonly number[]; readonly state: number }[] = [];
  const meet = (used: readonly number[], state: number): void => {
    work.done += 0.2;
    const key = `${used.join()}:${state}`;
    if (seen.has(key)) return;
    if (seen.size >= MOST_PAIRS || count() > MOST_STATES) refuse("the view has too many states");
    seen.add(key);
    todo.push({ used, state });
  };
  meet(
    available.map(() => 0),
    0,
  );
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const { used, state } = at;
    for (let label = 0; label < available.length; label++)
      if (used[label] < available[label])
        for (const next of to(label, state))
          if (next !== state) meet(used.with(label, used[label] + 1), next);
  }
}
