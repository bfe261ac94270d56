import { type History, recordOf } from "@sightline/core";

/** A history as one line of native JSON. */
export function writeHistory(history: History): string {
  return JSON.stringify(recordOf(history));
}
