import type { Value } from "../../history/value.js";

/**
 * A proof that a history violates a criterion, as a tree: facts that follow from others, distinctions that name all
 * cases, and a contradiction at the end of each branch. `verifyProof` checks it; docs/proofs.md tells the rules.
 */
export interface Proof {
  /** The criterion that is violated, as results name it. */
  readonly criterion: string;
  readonly views: readonly ProofView[];
  readonly tree: ProofNode;
}

/** That none was found within the number of steps that looking for one may take: there is nothing to verify. */
export interface NoProof {
  readonly kind: "exhausted";
  readonly criterion: string;
}

/** What of the state is looked at: of one object, the whole or the part made of some keys or elements. */
export interface ProofView {
  /** Absent: the object of operations that name none. */
  readonly object?: string | number;
  readonly keep: "whole" | readonly Value[];
  /** Only the results of these operations count; states that they cannot tell apart are one. Absent: those of all. */
  readonly results?: readonly number[];
}

/** `["<", a, b]`: a stands before b. `["sees", a, b]`: a sees b. `["blind", a, b]`: a does not see b. */
export type Literal = readonly ["<" | "sees" | "blind", number, number];

/**
 * Of shared memory. `["ww", a, b]`: a is stored before b. `["po", a, b, o]`, and `ppo` and `po-loc`: in the eyes of
 * the thread of o, by that part of program order, a comes before b.
 */
export type MemoryLiteral = readonly ["ww" | "po" | "ppo" | "po-loc", number, number, number?];

/**
 * The run that is spoken of. `all`: all operations in their one order, each with its result. An operation: what it
 * sees, in order, and then itself; of the results only its own counts.
 */
export type Line = "all" | number;

/**
 * A premise. `[a, b]`: a happens before b, by the history. A text: the fact of that name; of a case of the distinction
 * `s`, `s.before`, `s.sees`, `s.quiet`, `s.at`; of memory, `s.wr`. `until`: that x took effect, in whatever state.
 * `answered`: of a replicated type, that it returned what it did. `recorded`: whether the first saw the second.
 */
export type Ref =
  | readonly [number, number]
  | string
  | { readonly until: number; readonly line: Line; readonly view: number }
  | { readonly answered: number }
  | { readonly recorded: readonly [number, number] };

/** A fact that follows from premises: they clash with its opposite, for those `between` lie where none of their kind can. */
export interface ProofStep {
  readonly id: string;
  readonly fact: Literal | MemoryLiteral;
  readonly from: readonly Ref[];
  readonly between?: readonly number[];
}

/** Facts that follow, one after the other, and how the branch ends. */
export interface ProofNode {
  readonly steps?: readonly ProofStep[];
  readonly end: ProofEnd;
}

export type ProofEnd =
  /** These facts cannot hold together. `search`: it takes more situations to see than a person would go through. */
  | { readonly clash: readonly Ref[]; readonly between?: readonly number[]; readonly search?: true }
  /** Operation `op` took effect in a state that lets it: so from the start on, or since some operation made it so last. */
  | { readonly since: Since; readonly id: string; readonly cases: readonly ProofCase[] }
  /** Of shared memory: operation `source` returned a value that one of these wrote. */
  | { readonly source: number; readonly id: string; readonly cases: readonly ProofCase[] }
  /** A fact holds, or its opposite does. */
  | { readonly either: Literal | MemoryLiteral; readonly id: string; readonly cases: readonly ProofNode[] }
  /** Every order was tried, as far as results let it. */
  | { readonly orders: readonly Ref[] }
  /** A case is like another of the same distinction, with these two operations exchanged: nothing tells them apart. */
  | { readonly like: readonly [number, number] };

export interface Since {
  readonly line: Line;
  readonly view: number;
  readonly op: number;
  /** `….at` facts of `op`, which narrow down the states; or that it sees or is seen, where it may not have taken effect. */
  readonly from?: readonly Ref[];
}

/** A case of `since`: the operation that made it so last. Of `source`: who wrote the value. */
export interface ProofCase extends ProofNode {
  readonly by: number | "start";
}
