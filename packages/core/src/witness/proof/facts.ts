import type { Line, Literal, MemoryLiteral } from "./proof.js";

/** A set of states of a space. */
export type States = ReadonlySet<number>;

/** States of a view, as a line goes through it. */
interface InView {
  readonly line: Line;
  readonly view: number;
  readonly states: States;
}

/** From just after `from` took effect (or from the start, -1) until just before `until` did, the state is in `states`. */
export interface Quiet extends InView {
  readonly kind: "quiet";
  readonly from: number;
  readonly until: number;
}

/** `op` took effect in one of these states. */
export interface At extends InView {
  readonly kind: "at";
  readonly op: number;
}

/** An order of two operations, by the history (`given`) or found; whether one sees another. */
export interface Pair {
  readonly kind: Literal[0];
  readonly a: number;
  readonly b: number;
  readonly given?: true;
}

/** Of shared memory; `wr`: `b` returned what `a` wrote (-1: the initial value). */
export interface MemoryFact {
  readonly kind: "wr" | MemoryLiteral[0];
  readonly a: number;
  readonly b: number;
  readonly eyes?: number;
}

/** The operation took effect and returned what it did, by the values that are there to it or by a number. */
export interface Answered {
  readonly kind: "answered";
  readonly op: number;
}

export type Fact = Pair | MemoryFact | Quiet | At | Answered;

/** Whether the fact is about two operations alone. */
export const isPair = (fact: Fact): fact is Pair =>
  fact.kind === "<" || fact.kind === "sees" || fact.kind === "blind";

/** A fact as a proof writes it. */
export const factIn = ([kind, a, b, eyes]: Literal | MemoryLiteral): Pair | MemoryFact =>
  eyes === undefined ? { kind, a, b } : { kind, a, b, eyes };

/** What holds if the fact does not: of two operations one stands before the other, of two writes one is stored first. */
export function opposite<Known extends Pair | MemoryFact>({ kind, a, b }: Known): Known {
  if (kind === "<" || kind === "ww") return { kind, a: b, b: a } as Known;
  return { kind: kind === "sees" ? "blind" : "sees", a, b } as Known;
}
