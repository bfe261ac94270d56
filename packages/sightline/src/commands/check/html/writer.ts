import type { Event, Report } from "@sightline/fleet";
import {
  pageFoot,
  pageHead,
  renderSummary,
  renderUnchecked,
  SECTIONS,
  SUMMARY_BYTES,
  sectionHead,
  unfinished,
} from "../../../html/page.js";
import { createOutputFile } from "../../../output/output-file.js";
import { createTally } from "../../../process/exit-code.js";
import { visibleData } from "../../../render/visible.js";
import { wholeNumber } from "../../../render/whole-number.js";
import { createViolationKinds, kindsWords } from "../../../report/violation-kinds.js";
import { createCounter } from "../count-events.js";
import { createRecordedRuns, runSentences } from "../recorded-runs.js";
import type { ReportWriter } from "../report-writer.js";
import { renderTrouble, renderWitness } from "./details.js";
import { hasKinds, renderKinds } from "./kinds.js";
import { renderCheckRow, renderChecks } from "./table.js";

/** The most checks of each kind that the page shows. More, and no browser would open it with pleasure. */
const MOST = 1000;

/** Options of a writer of pages. */
export interface HtmlOptions {
  /** The most satisfied checks, the most others, and the most inputs not checked, that the page shows. */
  readonly most?: number;
  /** Whether to explain only the first violation of each kind. Default: true. */
  readonly group?: boolean;
  readonly now?: () => number;
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
  { most = MOST, group = true, now = Date.now }: HtmlOptions = {},
): ReportWriter {
  const file = createOutputFile(path, "--html");
  const { write } = file;
  const begun = now();
  const tally = createTally();
  const note = createCounter(tally);
  const criteria = new Map<string, number>();
  const rows: string[] = [];
  const witnesses: string[] = [];
  const unchecked: string[] = [];
  const kinds = createViolationKinds();
  /** Kind → the id of the element that explains its first violation. */
  const examples = new Map<number, string>();
  const runs = createRecordedRuns();
  let [troubles, alike, satisfied] = [0, 0, 0];
  /** Checks that the table leaves out, and those of them that would have been explained. */
  const left = { violated: 0, unknown: 0, satisfied: 0 };
  const notExplained = { violated: 0, unknown: 0 };

  write(pageHead);
  const summaryAt = file.seekable ? Buffer.byteLength(pageHead) : undefined;
  if (summaryAt !== undefined) write(padded(unfinished));

  const addReport = (report: Report): void => {
    const { criterion, verdict } = report.result;
    criteria.set(criterion, (criteria.get(criterion) ?? 0) + 1);
    runs.add(report);
    const kind = kinds.add(report);
    const example = group && kind !== undefined ? examples.get(kind.number) : undefined;
    if (verdict === "satisfied") {
      if (satisfied >= most) {
        left.satisfied++;
        return;
      }
      const id = `witness-${++satisfied}`;
      const witness = renderWitness(report, id);
      if (witness !== "") witnesses.push(witness);
      rows.push(renderCheckRow(report, witness === "" ? undefined : id));
    } else if (example !== undefined) {
      if (alike >= most) left[verdict]++;
      else {
        alike++;
        rows.push(renderCheckRow(report, example));
      }
    } else if (troubles >= most) {
      left[verdict]++;
      notExplained[verdict]++;
    } else {
      const id = `trouble-${++troubles}`;
      if (kind !== undefined && !examples.has(kind.number)) examples.set(kind.number, id);
      if (troubles === 1) write(sectionHead(SECTIONS.troubles, "Violated and unknown"));
      write(renderTrouble(report, id, kind?.number));
      rows.push(renderCheckRow(report, id));
    }
  };

  const addUnchecked = (event: Event): void => {
    const item = unchecked.length < most ? renderUnchecked(event) : "";
    if (item !== "") unchecked.push(item);
  };

  return {
    add(told) {
      const event = visibleData(told);
      note(event);
      if (event.kind === "report") addReport(event.report);
      else addUnchecked(event);
    },
    close(interrupted) {
      if (notExplained.violated + notExplained.unknown > 0)
        write(
          `<p>${moreOf(notExplained, ["violated", "unknown"])}: <code>check --json</code> lists them all.</p>\n`,
        );
      if (hasKinds(kinds))
        write(sectionHead(SECTIONS.kinds, "Kinds of violations") + renderKinds(kinds, examples, runs.told));
      if (unchecked.length > 0) {
        const more = tally.invalid + tally.bugs + tally.unreached - unchecked.length;
        const list = `<ul>\n${unchecked.join("")}${more > 0 ? `<li>and ${wholeNumber(more)} more</li>\n` : ""}</ul>\n`;
        write(sectionHead(SECTIONS.unchecked, "Not checked") + list);
      }
      write(sectionHead(SECTIONS.checks, "All checks"));
      write(renderChecks(rows, moreOf(left, ["violated", "unknown", "satisfied"])));
      if (witnesses.length > 0) {
        write(sectionHead(SECTIONS.witnesses, "Orders that explain the satisfied histories"));
        for (const witness of witnesses) write(witness);
      }
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

/** `and 12 more violated, 3 more unknown`; empty where nothing was left out. */
function moreOf(left: Readonly<Record<string, number>>, verdicts: readonly string[]): string {
  const words = verdicts
    .filter((verdict) => left[verdict] > 0)
    .map((verdict) => `${wholeNumber(left[verdict])} more ${verdict}`);
  return words.length === 0 ? "" : `… and ${words.join(", ")}`;
}
