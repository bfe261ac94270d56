import type { Value } from "@sightline/core";
import type { Report } from "@sightline/fleet";
import { packHistory } from "@sightline/viewer";
import { viewerHistory } from "../../../html/viewer.js";
import { viewerTitle } from "../../../html/viewer-title.js";

/** The most bytes of packed histories that a page carries, and of satisfied ones among them. */
const MOST_BYTES = 32 << 20;
const MOST_SATISFIED_BYTES = 4 << 20;
/** And how many. */
const MOST_HISTORIES = 200;
const MOST_SATISFIED = 20;

/** The histories that a page carries whole, for its viewer. */
export interface WholeHistories {
  /** What goes onto the page for this report; nothing where there is no more room. */
  add(report: Report): string;
}

/** Carries the first histories, so many as a browser opens with pleasure; of the satisfied ones a few. */
export function createWholeHistories(asked: {
  readonly type?: string | undefined;
  readonly initial?: Value | undefined;
}): WholeHistories {
  const { type, initial } = asked;
  const carried = { all: 0, bytes: 0, satisfied: 0, satisfiedBytes: 0 };
  return {
    add(report) {
      const { history, result } = report;
      const isSatisfied = result.verdict === "satisfied";
      if (history === undefined || carried.all >= MOST_HISTORIES || carried.bytes >= MOST_BYTES) return "";
      if (
        isSatisfied &&
        (carried.satisfied >= MOST_SATISFIED || carried.satisfiedBytes >= MOST_SATISFIED_BYTES)
      )
        return "";
      const text = viewerHistory({
        title: viewerTitle(report, history),
        history: packHistory(initial === undefined ? history : { ...history, initial }),
        ...(type !== undefined && { type }),
        result,
      });
      carried.all++;
      carried.bytes += text.length;
      if (isSatisfied) {
        carried.satisfied++;
        carried.satisfiedBytes += text.length;
      }
      return text;
    },
  };
}
