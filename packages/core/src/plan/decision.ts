import type { NamedPart } from "../decompose/parts.js";
import type { Stats, Witness } from "../result.js";
import type { Verdict } from "../verdict.js";

/** What a plan came to, before the witness is verified or the violation explained. */
export type Decision<Violated = NoOrder> = Verdict<
  { readonly witness: Witness },
  Violated,
  {
    /** What was established all the same, in words. */
    readonly established: string;
  }
> & {
  readonly algorithm: string;
  readonly states: number;
  readonly parts: number;
  /** Shared memory: counts the pairs of writes that the model leaves unordered, which is no part of deciding. */
  readonly countPairs?: () => Stats["writePairs"];
};

/** What is known where no order explains the history. */
export interface NoOrder {
  /** The operations that already fail by themselves: an object, a key, or all. */
  readonly ids: readonly number[];
  readonly part?: Pick<NamedPart, "object" | "key">;
  /** The operation at whose return no order can go on, or that no visibility explains. */
  readonly stuck?: number;
  /** A few operations that cannot be ordered whatever the others did, and why. */
  readonly pattern?: { readonly ids: readonly number[]; readonly reason: string };
}

/** The witness that is one order, in which each operation sees all before it. */
export const ordered = (linearization: readonly number[]): Witness => ({ linearization, visibility: {} });
