import type { Shortage } from "./budget.js";

/** Yes or no, each with what shows it. */
export type Decided<Satisfied, Violated> =
  | (Satisfied & { readonly verdict: "satisfied" })
  | (Violated & { readonly verdict: "violated" });

/** Yes or no, each with what shows it; or not known, because something ran out. */
export type Verdict<Satisfied, Violated, Unknown = unknown> =
  | Decided<Satisfied, Violated>
  | (Unknown & {
      readonly verdict: "unknown";
      /** What ran out. */
      readonly reason: Shortage;
    });
