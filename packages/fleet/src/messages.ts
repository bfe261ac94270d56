import type { Seen } from "@sightline/core";
import type { Input, Place } from "./job.js";
import type { Failure, InvalidInput, Report } from "./report.js";

/** What the main thread tells a worker. */
export type Order =
  /** Work through this input from this place on. `searchers` threads may share the search of one history. */
  | { readonly kind: "task"; readonly input: Input; readonly from: Place; readonly searchers: number }
  /** Messages of this weight were used up: there is room for more. */
  | { readonly kind: "credit"; readonly weight: number };

/** What a worker tells the main thread. */
export type Message =
  /** A check begins: it may take `allowed` milliseconds. `bytes` of the input are done with. */
  | {
      readonly kind: "start";
      readonly place: Place;
      readonly name: string | null;
      readonly seen?: Seen;
      readonly size: number;
      readonly criterion: string | undefined;
      readonly allowed: number | undefined;
      readonly bytes: number;
    }
  | { readonly kind: "report"; readonly place: Place; readonly report: Report; readonly weight: number }
  | { readonly kind: "invalid"; readonly place: Place; readonly error: InvalidInput; readonly weight: number }
  | { readonly kind: "bug"; readonly place: Place; readonly error: Failure; readonly weight: number }
  /** The memory limit was reached while reading: the rest of the input cannot be checked. */
  | { readonly kind: "full"; readonly place: Place }
  /** The type could not be loaded: no history can be checked. */
  | { readonly kind: "refused"; readonly reason: string }
  /** The input is done with; it was that long. */
  | { readonly kind: "end"; readonly bytes: number };

/**
 * How much a worker may post before it must wait for credit. A message weighs 1, and 1 more for
 * every thousand numbers in it.
 */
export const WINDOW = 512;
