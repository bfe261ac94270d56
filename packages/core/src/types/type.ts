import type { Invocation, Label } from "../history/history.js";
import { canonical, type Value } from "../history/value.js";
import type { Counts } from "./counts.js";
import type { Replicated } from "./replicated.js";
import type { Views } from "./views.js";

/** One way in which an invocation may go: the state after it, and what it returns. */
export interface Outcome<State> {
  readonly state: State;
  readonly result: Value;
}

/** What a method takes and gives, for people and for the check that a history fits its type. */
export interface MethodSignature {
  /** Parameter names, in order; a name that ends in `?` may be left out. */
  readonly params: readonly string[];
  /** One sentence: what it does and returns. */
  readonly doc: string;
}

/**
 * A sequential specification: what each method does when operations run one at a time.
 *
 * States are immutable: `step` returns a new state and leaves the old one as it was.
 *
 * The hints below let engines take short cuts. A wrong hint gives wrong verdicts, so each
 * hint of a built-in type is fuzzed against plain replay in the tests; leave a hint out
 * when in doubt.
 */
// biome-ignore lint: states are opaque to everyone but their type
export interface SequentialType<State = any> {
  readonly name: string;
  /** One or two sentences for `docs/` and `--help`. */
  readonly doc?: string;
  /** The methods, or `undefined` where the type takes any. */
  readonly methods?: Readonly<Record<string, MethodSignature>>;
  /** The state to start from. Throws a `TypeError` with a reason when `initial` does not fit. */
  init(initial?: Value): State;
  /**
   * All ways in which the invocation may go in this state: one outcome for a deterministic
   * method, several where the type allows several, none (`[]`) where the operation cannot
   * happen now (a mutex that is held). Throws a `TypeError` on arguments that make no sense.
   */
  step(state: State, invocation: Invocation): Outcome<State> | readonly Outcome<State>[];
  /**
   * What the type means to an operation that sees only some of those before it. Without it: they are run one
   * after another, in the order of the linearization.
   */
  readonly replicated?: Replicated;
  /** Of a user's module or class: engines take no way that would pass over a part of it that fails. */
  readonly ofUser?: true;
  /** Equal exactly for equal states. Default: `canonical(state)`, for states that are values. */
  key?(state: State): string | number;

  /**
   * Hint: the label, wherever it is enabled, leaves the state as it was (reads, a failed add,
   * a failed compare-and-set). Not merely "happens to change nothing in some state".
   */
  pure?(label: Label): boolean;
  /**
   * Hint: the part of the state that the invocation touches (a key), such that invocations on
   * different parts neither see nor change one another's (P-compositionality, FORTE'15 Def. 6).
   * `undefined`: it touches more than one.
   */
  partition?(invocation: Invocation): Value | undefined;
  /** Hint: from every state, both orders of the two invocations lead to the same state. */
  commute?(a: Invocation, b: Invocation): boolean;
  /**
   * Hint: `false` when `update` can be left out of, or put into, any sequence of invocations without
   * changing what `query` returns at its end.
   */
  relevant?(query: Invocation, update: Invocation): boolean;
  /**
   * Hint: over finitely many labels the object has only so many states, about as many as there are
   * values in the labels (a register, a mutex, one key of a set). Engines then list them all.
   */
  readonly bounded?: boolean;
  /**
   * Hint: given all labels of a history, a function that maps each state to a representative
   * which no sequence of these labels can tell from it (which of them are enabled, now and later).
   */
  quotient?(labels: readonly Label[]): (state: State) => State;
  /**
   * Hint: the type as a history with no other labels than these can tell it, where that is cheaper than the type itself;
   * `undefined` where it is not.
   */
  relativeTo?(labels: readonly Label[]): RelativeType<State> | undefined;
  /** Hint: how the state falls into parts. Without it, proofs look at the whole state alone. */
  readonly views?: Views<State>;
  /** Hint: a number that results tell of. Without it, proofs do not count. */
  readonly counts?: Counts<State>;
  /** A state in words, as what follows "the state is": `[1, 2]`, `free`. Without it words name no state. */
  show?(state: State): string;
}

/**
 * A type as the labels of one history tell it: from the image of a state, a sequence of them is possible exactly when it
 * is from the state.
 */
// biome-ignore lint: states are opaque to everyone but their type
export interface RelativeType<State, Image = any> {
  /** The image of a state of the type. */
  of(state: State): Image;
  step(image: Image, invocation: Invocation): Outcome<Image>;
  /** Whether no result of these labels tells of such a state: a search that has a choice tries others first. */
  isUnlikely?(image: Image): boolean;
  /** Equal exactly for equal images. */
  key(image: Image): string | number;
}

/** All outcomes of an invocation as a list. */
export function outcomes<State>(
  type: Pick<SequentialType<State>, "step">,
  state: State,
  invocation: Invocation,
): readonly Outcome<State>[] {
  const stepped = type.step(state, invocation);
  return Array.isArray(stepped) ? stepped : [stepped as Outcome<State>];
}

/** The text or number that stands for a state. */
export function stateKey<State>(type: Pick<SequentialType<State>, "key">, state: State): string | number {
  return type.key === undefined ? canonical(state as Value) : type.key(state);
}
