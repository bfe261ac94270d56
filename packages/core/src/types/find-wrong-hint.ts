import type { Invocation, Label } from "../history/history.js";
import { canonical, equal, type Value } from "../history/value.js";
import { createRandom, type Random } from "../random.js";
import { outcomes, type SequentialType, stateKey } from "./type.js";

/** Options of `findWrongHint`. */
export interface HintCheckOptions {
  /** Where the random choices start from. Default: 1. */
  readonly seed?: number;
  /** How many random situations to try for each hint. Default: 1000. */
  readonly rounds?: number;
  /** The longest sequence of operations. Default: 8. */
  readonly length?: number;
  /** The states to start from. Default: the type's own. */
  readonly initials?: readonly (Value | undefined)[];
}

/** What the checks of single hints share: random choices, and sequences on sets of possible states. */
interface Trial {
  readonly type: SequentialType;
  readonly random: Random;
  /** A random state to start from. */
  readonly start: () => unknown;
  /** A random sequence of the invocations, or of those that pass the filter. */
  readonly sequence: (filter?: (invocation: Invocation) => boolean) => Invocation[];
}

/**
 * Looks for a hint of the type that plain replay proves wrong, over random states and random
 * choices of the given invocations, and says how it is wrong; `undefined` where none was found.
 * Give few invocations, with few values, so that they meet. Also finds a `step` that changes the
 * state that it is given.
 */
export function findWrongHint(
  type: SequentialType,
  invocations: readonly Invocation[],
  options: HintCheckOptions = {},
): string | undefined {
  const { seed = 1, rounds = 1000, length = 8, initials = [undefined] } = options;
  const random = createRandom(seed);
  const trial: Trial = {
    type,
    random,
    start: () => type.init(random.pick(initials)) as unknown,
    sequence(filter) {
      const choice = filter === undefined ? invocations : invocations.filter(filter);
      return choice.length === 0
        ? []
        : Array.from({ length: random.int(length + 1) }, () => random.pick(choice));
    },
  };
  for (let round = 0; round < rounds; round++)
    for (const look of looks) {
      const wrong = look(trial, random.pick(invocations), random.pick(invocations));
      if (wrong !== undefined) return wrong;
    }
  return undefined;
}

const looks = [
  wrongStep,
  wrongPure,
  wrongPartition,
  wrongCommute,
  wrongRelevant,
  wrongQuotient,
  wrongRelative,
  wrongCounts,
];

const show = ({ method, args, result }: Invocation & { result?: Value | undefined }): string =>
  `${method}(${args.map(canonical).join(",")})${result === undefined ? "" : ` => ${canonical(result)}`}`;
const showAll = (sequence: readonly Invocation[]): string => `[${sequence.map(show).join("; ")}]`;

/** The states that the sequence may lead to; an observed result must be met. */
function run(
  type: Pick<SequentialType, "step" | "key">,
  states: readonly unknown[],
  sequence: readonly Partial<Label>[],
): unknown[] {
  let now = [...states];
  for (const { method = "", args = [], result } of sequence) {
    const next = new Map<string | number, unknown>();
    for (const state of now)
      for (const outcome of outcomes(type, state, { method, args }))
        if (result === undefined || equal(result, outcome.result))
          next.set(stateKey(type, outcome.state), outcome.state);
    now = [...next.values()];
  }
  return now;
}

const keysOf = (type: SequentialType, states: readonly unknown[]): string =>
  canonical(states.map((state) => String(stateKey(type, state))).sort());

/** All results that the invocation may have in these states, as a text. */
const resultsOf = (type: SequentialType, states: readonly unknown[], invocation: Invocation): string =>
  [...new Set(states.flatMap((s) => outcomes(type, s, invocation).map(({ result }) => canonical(result))))]
    .sort()
    .join(" or ");

function wrongStep({ type, start, sequence }: Trial, a: Invocation): string | undefined {
  for (const state of run(type, [start()], sequence())) {
    const before = stateKey(type, state);
    outcomes(type, state, a);
    if (stateKey(type, state) !== before) return `step on ${show(a)} changes the state that it is given`;
  }
  return undefined;
}

function wrongPure({ type, start, sequence }: Trial, a: Invocation): string | undefined {
  if (type.pure === undefined) return undefined;
  const prefix = sequence();
  for (const state of run(type, [start()], prefix))
    for (const outcome of outcomes(type, state, a))
      for (const result of [outcome.result, undefined])
        if (type.pure({ ...a, result }) && stateKey(type, outcome.state) !== stateKey(type, state))
          return `pure: ${show({ ...a, result })} changes the state after ${showAll(prefix)}`;
  return undefined;
}

function wrongPartition({ type, start, sequence }: Trial, a: Invocation): string | undefined {
  const partition = type.partition?.(a);
  if (partition === undefined) return undefined;
  const whole = sequence((other) => type.partition?.(other) !== undefined);
  const own = whole.filter((other) => equal(type.partition?.(other) ?? null, partition));
  const first = start();
  const [results, alone] = [whole, own].map((prefix) => resultsOf(type, run(type, [first], prefix), a));
  return results === alone
    ? undefined
    : `partition: ${show(a)} returns ${results} after ${showAll(whole)}, but ${alone} after ${showAll(own)}`;
}

function wrongCommute({ type, start, sequence }: Trial, a: Invocation, b: Invocation): string | undefined {
  if (!type.commute?.(a, b)) return undefined;
  const prefix = sequence();
  for (const state of run(type, [start()], prefix))
    if (keysOf(type, run(type, [state], [a, b])) !== keysOf(type, run(type, [state], [b, a])))
      return `commute: ${show(a)} and ${show(b)} do not commute after ${showAll(prefix)}`;
  return undefined;
}

function wrongRelevant(
  { type, start, sequence }: Trial,
  query: Invocation,
  update: Invocation,
): string | undefined {
  if (type.relevant?.(query, update) !== false) return undefined;
  const [prefix, suffix] = [sequence(), sequence()];
  const first = [start()];
  const without = resultsOf(type, run(type, first, [...prefix, ...suffix]), query);
  const within = resultsOf(type, run(type, first, [...prefix, update, ...suffix]), query);
  return without === within
    ? undefined
    : `relevant: ${show(update)} between ${showAll(prefix)} and ${showAll(suffix)} changes what ${show(query)} returns`;
}

/** Random labels, of invocations that pass the filter, whose results were seen, or not observed. */
function drawLabels(
  { type, start, sequence, random }: Trial,
  filter?: (one: Invocation) => boolean,
): Label[] {
  const labels: Label[] = [];
  for (const invocation of sequence(filter)) {
    const [state] = run(type, [start()], sequence());
    const found = state === undefined ? [] : outcomes(type, state, invocation);
    labels.push({
      ...invocation,
      result: found.length === 0 || random.int(4) === 0 ? undefined : random.pick(found).result,
    });
  }
  return labels;
}

/** States must agree with their representatives on random labels. */
function wrongQuotient(trial: Trial): string | undefined {
  const { type, start, random } = trial;
  if (type.quotient === undefined) return undefined;
  const labels = drawLabels(trial);
  if (labels.length === 0) return undefined;
  const merge = type.quotient(labels);
  const chosen = (): Label[] => Array.from({ length: random.int(6) }, () => random.pick(labels));
  const prefix = chosen().map(({ method, args }) => ({ method, args }));
  const states = run(type, [start()], prefix);
  let [plain, merged] = [states, states.map((state) => merge(state))];
  for (const label of [...chosen(), ...chosen()]) {
    [plain, merged] = [run(type, plain, [label]), run(type, merged, [label]).map((state) => merge(state))];
    if ((plain.length === 0) !== (merged.length === 0))
      return `quotient: among ${showAll(labels)}, ${show(label)} tells a state after ${showAll(prefix)} from its representative`;
    if (plain.length === 0) break;
  }
  return undefined;
}

/** States must agree with their images on random labels, all of them on the part that one invocation touches. */
function wrongRelative(trial: Trial, one: Invocation): string | undefined {
  const { type, start, random } = trial;
  if (type.relativeTo === undefined) return undefined;
  const place = type.partition?.(one);
  const touchesPlace = (other: Invocation): boolean => {
    const touched = type.partition?.(other);
    return place === undefined || touched === undefined ? touched === place : equal(place, touched);
  };
  const labels = drawLabels(trial, touchesPlace);
  const relative = type.relativeTo(labels);
  if (relative === undefined) return undefined;
  const chosen = (): Label[] => Array.from({ length: random.int(6) }, () => random.pick(labels));
  const prefix = chosen().map(({ method, args }) => ({ method, args }));
  let plain = run(type, [start()], prefix);
  let images = plain.map((state) => relative.of(state) as unknown);
  for (const label of [...chosen(), ...chosen()]) {
    [plain, images] = [run(type, plain, [label]), run(relative, images, [label])];
    if ((plain.length === 0) !== (images.length === 0))
      return `relativeTo: among ${showAll(labels)}, ${show(label)} tells a state after ${showAll(prefix)} from its image`;
    if (plain.length === 0) break;
  }
  return undefined;
}

/** Numbers must be what results tell, change as labels say, and at the end of a run as one more operation may change them. */
function wrongCounts({ type, start, sequence }: Trial, a: Invocation): string | undefined {
  const { counts } = type;
  if (counts === undefined) return undefined;
  const isIn = (number: number, [least, most]: readonly [number, number]): boolean =>
    least <= number && number <= most;
  const [prefix, suffix] = [sequence(), sequence()];
  const first = start();
  const [state] = run(type, [first], prefix);
  const [outcome] = outcomes(type, state, a);
  const [was, is] = [counts.of(state), counts.of(outcome.state)];
  for (const result of [outcome.result, undefined]) {
    const label = { ...a, result };
    const told = counts.told(label);
    if (told !== undefined && !isIn(was, told))
      return `counts: ${show(label)} tells a number that is not there after ${showAll(prefix)}`;
    if (!isIn(is - was, counts.change(label)))
      return `counts: ${show(label)} changes the number by ${is - was} after ${showAll(prefix)}`;
  }
  const [without] = run(type, [state], suffix);
  const [within] = run(type, [outcome.state], suffix);
  const [least, most] = counts.change({ ...a, result: undefined });
  const byMore = counts.of(within) - counts.of(without);
  if (!isIn(byMore, counts.isSum === true ? [least, most] : [Math.min(0, least), Math.max(0, most)]))
    return `counts: ${show(a)} between ${showAll(prefix)} and ${showAll(suffix)} changes the number by ${byMore}`;
  const settled = counts.keys?.settles({ ...a, result: undefined });
  if (counts.keys === undefined || settled === undefined) return undefined;
  const { key, there } = settled;
  if (
    counts.keys.has(outcome.state, key) !== there ||
    is - was !== (there ? 1 : 0) - (counts.keys.has(state, key) ? 1 : 0)
  )
    return `counts: ${show(a)} does not settle ${canonical(key)} after ${showAll(prefix)}`;
  return undefined;
}
