import type { NamedPart } from "../decompose/parts.js";
import type { History } from "../history/history.js";
import type { Pattern } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";
import type { CycleEdge, Stats, Witness } from "../result.js";
import type { Verdict } from "../verdict.js";

/** What a plan came to, before the witness is verified or the violation explained. */
export type Decision<Violated = NoOrder> = Verdict<
  {
    readonly witness: Witness;
    /** Whether the verifier itself has judged the witness: then it need not do so again. */
    readonly isJudged?: true;
  },
  Violated,
  {
    /** What was established all the same, in words. */
    readonly established: string;
  }
> & {
  readonly algorithm: string;
  readonly states: number;
  readonly parts: number;
  /** Where several threads or machines decided it together. */
  readonly shared?: Pick<Stats, "cubes" | "threads">;
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
  readonly pattern?: BlamedPattern;
}

/** Operations that cannot be ordered, and why. */
export interface BlamedPattern {
  readonly ids: readonly number[];
  readonly reason: string;
  /** Orders that lead in a circle, where that is what it is. */
  readonly cycle?: readonly CycleEdge[];
  /** Whom they read from: together with these, whether they took effect or not, they fail by themselves. */
  readonly besides?: readonly number[];
}

/** A pattern of a part as one of the history. */
export function blamed(
  { session }: History,
  { ids }: Part,
  { rows, reason, circle, besides }: Pattern,
): BlamedPattern {
  const cycle = circle?.map(({ from, to, kind, because }): CycleEdge => {
    const [a, b] = [ids[from], ids[to]];
    return {
      from: a,
      to: b,
      kind: kind !== "order" ? kind : session[a] === session[b] ? "so" : "hb",
      because,
    };
  });
  return {
    ids: rows.map((row) => ids[row]),
    reason,
    ...(cycle !== undefined && { cycle }),
    ...(besides !== undefined && { besides: besides.map((row) => ids[row]) }),
  };
}

/** The witness that is one order, in which each operation sees all before it. */
export const ordered = (linearization: readonly number[]): Witness => ({ linearization, visibility: {} });
