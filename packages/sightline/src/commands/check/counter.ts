import type { Event } from "@sightline/fleet";
import type { Tally } from "../../process/exit-code.js";

/** Counts events. Those of one history come one after another, so a change of index is a new history. */
export function createCounter(tally: Tally): (event: Event) => void {
  let last = -1;
  return (event) => {
    switch (event.kind) {
      case "report":
        tally[event.report.result.verdict]++;
        if (event.report.index !== last) tally.histories++;
        last = event.report.index;
        return;
      case "invalid":
        tally.invalid++;
        return;
      case "bug":
        tally.bugs++;
        return;
      case "unreached":
        tally.unreached++;
        return;
      case "end":
        last = -1;
        return;
    }
  };
}
