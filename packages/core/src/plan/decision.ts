import type { Shortage } from "../budget.js";
import type { NamedPart } from "../decompose/parts.js";

/** What the plan came to, before the witness is verified or the violation explained. */
export type Decision = (
  | {
      readonly verdict: "satisfied";
      readonly linearization: readonly number[];
      /** For each operation that does not see all before it: the ids that it sees. */
      readonly visibility?: Readonly<Record<string, readonly number[]>>;
    }
  | {
      readonly verdict: "violated";
      /** The operations that already fail by themselves: an object, a key, or all. */
      readonly ids: readonly number[];
      readonly part?: Pick<NamedPart, "object" | "key">;
      /** The operation at whose return no order can go on, or that no visibility explains. */
      readonly stuck?: number;
      /** A few operations that cannot be ordered whatever the others did, and why. */
      readonly pattern?: { readonly ids: readonly number[]; readonly reason: string };
    }
  | { readonly verdict: "unknown"; readonly reason: Shortage; readonly established: string }
) & {
  readonly algorithm: string;
  readonly states: number;
  readonly parts: number;
};
