import type { Value } from "@sightline/core";
import type { Report } from "@sightline/fleet";
import {
  pageFoot,
  pageHead,
  renderSummary,
  SECTIONS,
  SUMMARY_BYTES,
  sectionHead,
  unfinished,
} from "../../../html/page.js";
import { createScatter, type ScatterWords } from "../../../html/scatter.js";
import { type ViewerParts, viewerHead, viewerScripts } from "../../../html/viewer.js";
import { createOutputFile } from "../../../output/output-file.js";
import { createTally } from "../../../process/exit-code.js";
import { visibleData } from "../../../render/visible.js";
import { createViolationKinds, kindsWords } from "../../../report/violation-kinds.js";
import { createCounter } from "../counter.js";
import { createRecordedRuns, runSentences } from "../recorded-runs.js";
import type { ReportWriter } from "../report-writer.js";
import { hasKinds, renderKinds } from "./kinds.js";
import { createShownChecks } from "./shown-checks.js";
import { createUnchecked } from "./unchecked.js";
import { createWholeHistories } from "./whole-histories.js";

/** The most checks of each kind that the page shows. More, and no browser would open it with pleasure. */
const MOST = 1000;

const timesOfChecks: ScatterWords = {
  one: "check",
  by: "the operations of its history",
  kinds: { satisfied: "satisfied", violated: "violated", unknown: "unknown" },
};

/** Options of a writer of pages. */
export interface HtmlOptions {
  /** The most satisfied checks, the most others, and the most inputs not checked, that the page shows. */
  readonly most?: number;
  /** Whether to explain only the first violation of each kind. Default: true. */
  readonly group?: boolean;
  readonly now?: () => number;
  /** The viewer, for a page in which one can look around. Default: the page runs nothing. */
  readonly viewer?: ViewerParts;
  /** The type and the initial state that were asked for, over those of the histories. */
  readonly type?: string;
  readonly initial?: Value;
}

/**
 * Opens an HTML report. Throws a `UsageError` where the file cannot be written.
 *
 * Violations go to the file as they come. The rows of the table that follows them are held until the
 * end, a bounded number of them. The summary, at the top, is known last: room is left for it, filled
 * in at the end. What cannot be gone back into (a pipe) has it at the bottom.
 */
export function createHtmlWriter(
  path: string,
  { most = MOST, group = true, now = Date.now, viewer, type, initial }: HtmlOptions = {},
): ReportWriter {
  const file = createOutputFile(path, "--html");
  const { write } = file;
  const begun = now();
  const tally = createTally();
  const note = createCounter(tally);
  const criteria = new Map<string, number>();
  const unchecked = createUnchecked(most);
  const kinds = createViolationKinds();
  const runs = createRecordedRuns();
  const shown = createShownChecks(most, group);
  const times = createScatter(timesOfChecks);

  const whole = createWholeHistories({ type, initial });
  const head = viewer === undefined ? pageHead : viewerHead(viewer, "Sightline report");
  write(head);
  const summaryAt = file.seekable ? Buffer.byteLength(head) : undefined;
  if (summaryAt !== undefined) write(padded(unfinished));

  const addReport = (report: Report): void => {
    const { criterion } = report.result;
    criteria.set(criterion, (criteria.get(criterion) ?? 0) + 1);
    runs.add(report);
    times.add({
      operations: report.size,
      milliseconds: report.result.stats.milliseconds,
      kind: report.result.verdict,
    });
    write(shown.add(report, kinds.add(report)));
  };

  return {
    add(told) {
      const event = visibleData(told);
      note(event);
      if (event.kind === "report") addReport(event.report);
      // As it is: what is packed is data, and the viewer shows it as such.
      if (viewer !== undefined && told.kind === "report") write(whole.add(told.report));
      else unchecked.add(event);
    },
    close(interrupted) {
      write(shown.notExplained());
      if (hasKinds(kinds))
        write(
          sectionHead(SECTIONS.kinds, "Kinds of violations") + renderKinds(kinds, shown.examples, runs.told),
        );
      const plot = times.render();
      if (plot !== "") write(sectionHead(SECTIONS.times, "How long it took") + plot);
      write(unchecked.section(tally.invalid + tally.bugs + tally.unreached));
      for (const text of shown.rest()) write(text);
      const ended = now();
      const summary = renderSummary({
        tally: { ...tally, interrupted },
        criteria,
        milliseconds: ended - begun,
        ...(hasKinds(kinds) && { kinds: kindsWords(kinds) }),
        runs: runSentences(runs),
      });
      if (summaryAt === undefined) write(summary);
      else file.overwrite(padded(summary), summaryAt);
      if (viewer !== undefined) write(viewerScripts(viewer));
      write(pageFoot(new Date(ended)));
      file.finish();
    },
    discard: () => file.discard(),
  };
}

/** Fills a text up to the room that is left for a summary. */
function padded(text: string): string {
  const blank = SUMMARY_BYTES - Buffer.byteLength(text);
  if (blank < 0) throw new Error(`a summary of ${Buffer.byteLength(text)} bytes does not fit into its room`);
  return text + " ".repeat(blank);
}
