import { type History, type Invocation, type Label, labelOf } from "../../history/history.js";
import { canonical, equal, type Value } from "../../history/value.js";
import { type Outcome, outcomes, type SequentialType, stateKey } from "../../types/type.js";
import { type Image, partOf } from "../../types/views.js";
import type { States } from "../proof/facts.js";
import type { Line, ProofView } from "../proof/proof.js";
import { Refusal, refuse, refuseLarge, refusedOr, runs, type Work } from "./reach.js";

/** So many states are listed with each operation at any time, any number of times; beyond, each at most once. */
const FEW_STATES = 64;
const MOST_STATES = 2000;
const MOST_SITUATIONS = 20_000;
const MOST_LABELS = 64;
/** What each letter of what stands for a state takes. */
const PER_LETTER = 0.04;

/** The states that a view can be in, numbered, and what each operation makes of them. */
export interface Space {
  /** A superset of the states that can occur. */
  readonly all: States;
  /** The state to start from. */
  readonly start: number;
  /** The operations that may change the state, or whose result tells of it. */
  readonly live: readonly number[];
  /** A number that operations share if they do the same. */
  classOf(operation: number): number;
  /** The states after the operation took effect in this one. */
  to(operation: number, state: number): readonly number[];
  /** Whether the operation may take effect as it did in this state, on that line. */
  lets(line: Line, operation: number, state: number): boolean;
  /** The state itself, to be told. */
  stateAt(index: number): unknown;
  /** Whether it stands for others too, which the results that count do not tell from it. */
  standsForOthers(index: number): boolean;
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

/** What an operation may come to. Refuses several states where each operation is judged by a run of its own. */
export function outcomesOf(
  { type, singleState }: Pick<Viewed, "type" | "singleState">,
  state: unknown,
  invocation: Invocation,
): readonly Outcome<unknown>[] {
  const all = outcomes(type, state, invocation);
  if (singleState && new Set(all.map((one) => stateKey(type, one.state))).size > 1)
    refuse(`type ${type.name} has several outcomes: results of one run say nothing of another`);
  return all;
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
  if (object < 0) refuse(`the history has no object ${canonical(view.object ?? "without a name")}`);
  const part = partOf(type, view.keep) ?? refuse(`type ${type.name} has no parts to be looked at`);

  // Operations of one label on the object do the same, but for those whose result counts.
  const told = view.results && new Set(view.results);
  const tells = (id: number): boolean => told?.has(id) !== false;
  const classOf = (id: number): number => 2 * history.label[id] + (counted && tells(id) ? 0 : 1);
  const own = (id: number): Image => part.image(labelOf(history, id));
  const images = new Map<number, Image>();
  const counts = new Map<number, number>(); // class → how many do that
  const here = Array.from(history.label.keys()).filter((id) => history.object[id] === object);
  for (const id of here) {
    const kind = classOf(id);
    if (!images.has(kind))
      images.set(kind, kind % 2 === 0 ? own(id) : part.image({ ...labelOf(history, id), result: undefined }));
    if (images.get(kind) !== "nothing") counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const seen = [...images.values(), ...here.filter((id) => told?.has(id)).map(own)];
  const labels = seen.flatMap((image) =>
    image === "nothing" ? [] : "perhaps" in image ? [image.perhaps] : [image],
  );
  const merge = told === undefined ? (state: unknown) => state : part.merge(labels);

  const states: unknown[] = [];
  const numbers = new Map<string | number, number>();
  const merged = new Set<number>();
  const numberOf = (state: unknown): number => {
    const one: unknown = merge(state);
    const key = stateKey(type, one);
    if (typeof key === "string") work.done += key.length * PER_LETTER;
    const number = numbers.get(key) ?? states.push(one) - 1;
    numbers.set(key, number);
    if (one !== state && key !== stateKey(type, state)) merged.add(number);
    return number;
  };
  const run = (state: number, { method, args, result }: Label): number[] => {
    work.done += 2 + args.flat().length;
    const fitting = outcomesOf({ type, singleState }, states[state], { method, args }).filter(
      (one) => result === undefined || equal(one.result, result),
    );
    return [...new Set(fitting.map((one) => numberOf(one.state)))];
  };
  const after = (image: Image, state: number): number[] => {
    if (image === "nothing") return [state];
    return "perhaps" in image ? [...new Set([state, ...run(state, image.perhaps)])] : run(state, image);
  };
  const known = new Map<number, readonly number[]>();
  const remember = (kind: number, image: Image, state: number): readonly number[] => {
    const key = 3 * history.labels.length * state + kind;
    let reached = known.get(key);
    if (reached === undefined) known.set(key, (reached = after(image, state)));
    return reached;
  };
  const byClass = (kind: number, state: number): readonly number[] =>
    remember(kind, images.get(kind) ?? "nothing", state);

  /** All states that operations lead to; each as often as it occurs, or any number of times. */
  const list = (once: boolean, most: number): States => {
    if (once && counts.size > MOST_LABELS) refuseLarge("the view has too many states");
    const movers = [...counts].map(([kind, count]) => ({
      count: once ? count : Infinity,
      after: [],
      before: [],
      to(state: number) {
        if (once && states.length > MOST_STATES) refuseLarge("the view has too many states");
        return byClass(kind, state).filter((next) => next !== state);
      },
    }));
    return new Set([...runs([start], movers, String, most, work)].sort((a, b) => a - b));
  };
  const start = numberOf(part.of(type.init(initial)));
  const few = refusedOr(() => list(false, type.bounded === true ? 4 * FEW_STATES : FEW_STATES));
  const all = few instanceof Refusal ? list(true, MOST_SITUATIONS) : few;
  const to = (id: number, state: number): readonly number[] =>
    history.object[id] === object ? byClass(classOf(id), state) : [state];
  return {
    all,
    start,
    live: here.filter((id) => images.get(classOf(id)) !== "nothing"),
    classOf,
    to,
    lets(line, id, state) {
      // On a line of its own, of the results only that of the operation counts.
      if (counted || line !== id || !tells(id) || history.object[id] !== object)
        return to(id, state).length > 0;
      return remember(2 * history.labels.length + history.label[id], own(id), state).length > 0;
    },
    stateAt: (index) => states[index],
    standsForOthers: (index) => merged.has(index),
  };
}
