import type { Result } from "@sightline/core";
import type { PackedHistory } from "./packed-history.js";

/** What a page shows: a history, and what is known about it. Plain JSON. */
export interface ViewerDocument {
  /** What it is called: a file, an argument. */
  readonly title: string;
  readonly history: PackedHistory;
  /** The criterion that was asked for, where it is not to be the history's own. */
  readonly criterion?: string;
  /** The name of the type that was asked for, over the history's own. */
  readonly type?: string;
  readonly result?: Result;
}
