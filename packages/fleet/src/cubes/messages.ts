import type { BoundedCheck, CubeAnswer, ErrorCode, History, Shortage, Value, Witness } from "@sightline/core";
import type { CubeOrder } from "./carrier.js";

/** What several threads decide together: plain data, given to each of them. */
export interface CubeQuestion {
  readonly history: History;
  /** The name of a built-in type, or with `typeLoader` whatever that module's `loadType` takes. Default: the history's. */
  readonly type?: string;
  /** URL of a module that exports `loadType(spec): Promise<SequentialType>`. */
  readonly typeLoader?: string;
  /** What is asked, but for the type and the limits. */
  readonly options: Pick<
    BoundedCheck,
    "criterion" | "levels" | "axioms" | "order" | "partition" | "verify"
  > & { readonly initial?: Value };
  /** The most bytes that the whole process may take. */
  readonly memory?: number;
}

/** What a thread is told. */
export type Command =
  | ({ readonly kind: "cube" } & CubeOrder)
  /** Decide the whole history as `check` does by itself. */
  | { readonly kind: "whole" };

/** What was found of the whole history. */
export type WholeFound =
  | { readonly verdict: "satisfied"; readonly witness: Witness }
  | { readonly verdict: "violated" }
  | { readonly verdict: "unknown"; readonly reason: Shortage };

/** What a thread tells. */
export type Message =
  | { readonly kind: "cube"; readonly answer: CubeAnswer }
  | { readonly kind: "whole"; readonly found: WholeFound; readonly states: number }
  /** History, type and criterion do not fit together, or the type failed. */
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly reason: string };
