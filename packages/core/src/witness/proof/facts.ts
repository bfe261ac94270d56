import type { Line, Literal } from "./proof.js";

/** A set of states of a space. */
export type States = ReadonlySet<number>;

/** From just after `from` took effect (or from the start, -1) until just before `until` did, the state is in `states`. */
export interface Quiet {
  readonly kind: "quiet";
  readonly line: Line;
  readonly view: number;
  readonly from: number;
  readonly until: number;
  readonly states: States;
}

/** `op` took effect in one of these states. */
export interface At {
  readonly kind: "at";
  readonly line: Line;
  readonly view: number;
  readonly op: number;
  readonly states: States;
}

/** An order of two operations, by the history (`given`) or found; whether one sees another. */
export interface Pair {
  readonly kind: "<" | "sees" | "blind";
  readonly a: number;
  readonly b: number;
  readonly given?: true;
}

export type Fact = Pair | Quiet | At;

/** Whether the fact is about two operations alone. */
export const isPair = (fact: Fact): fact is Pair => fact.kind !== "quiet" && fact.kind !== "at";

/** A fact as a proof writes it. */
export const pairOf = ([kind, a, b]: Literal): Pair => ({ kind, a, b });

/** What holds if the fact does not: of two operations one stands before the other. */
export function opposite({ kind, a, b }: Pair): Pair {
  if (kind === "<") return { kind, a: b, b: a };
  return { kind: kind === "sees" ? "blind" : "sees", a, b };
}
