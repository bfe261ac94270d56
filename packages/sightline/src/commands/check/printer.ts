import type { Event, Report } from "@sightline/fleet";
import { bugText } from "../../errors/bug-text.js";
import { invalidLine } from "../../errors/error-lines.js";
import type { Tally } from "../../process/exit-code.js";
import type { Style } from "../../render/style.js";
import { visible, visibleData } from "../../render/visible.js";
import { notDecided } from "../../report/not-decided.js";
import { renderReport } from "../../report/render-report.js";
import { createViolationKinds, type Kind, kindsWords, PROVEN_KINDS } from "../../report/violation-kinds.js";
import { warningLines } from "../../report/warning-lines.js";
import { checkLine } from "../../report/check-line.js";
import { createRecordedRuns, runSentences } from "./recorded-runs.js";
import { renderKinds } from "./render/kinds.js";
import { renderSummary } from "./render/summary.js";

/** What an event puts on standard output and standard error. */
export interface Printed {
  readonly out?: string;
  readonly err?: string;
}

/** Turns events into text. */
export interface Printer {
  print(event: Event): Printed;
  /** What stands at the end of a run. */
  finish(tally: Tally): Printed;
}

/** Options of a printer. */
export interface PrinterOptions {
  readonly mode: "text" | "json" | "quiet";
  /** For standard output. */
  readonly style: Style;
  /** Whether to explain only the first violation of each kind. */
  readonly group: boolean;
  /** Whether only the first kinds of violations are proved. Default: all are. */
  readonly provesSome?: boolean;
  /** Whether to show where in Sightline a bug struck. */
  readonly debug: boolean;
}

/** The report as it is told: with its proof only where that is of one of the first kinds. */
function asTold({ unproved, ...report }: Report, kind: Kind | undefined): Report {
  const { result } = report;
  if (unproved === undefined || result.verdict !== "violated") return report;
  if ((kind?.number ?? Infinity) <= PROVEN_KINDS) return report;
  const { violation, operations } = unproved;
  return { ...report, result: { ...result, violation }, operations };
}

/** A printer for people, for programs (`json`), or for nobody (`quiet`). Errors are told in each. */
export function createPrinter({ mode, style, group, provesSome, debug }: PrinterOptions): Printer {
  const unreached: string[] = [];
  let warned: Pick<Report, "file" | "index"> | undefined;

  /** Each history is warned about once, for however many criteria it is checked. */
  const warnOnce = (report: Report): string => {
    const { file, index, result } = report;
    if (result.warnings === undefined || (warned?.file === file && warned.index === index)) return "";
    warned = { file, index };
    return warningLines(report, result.warnings);
  };

  const kinds = createViolationKinds();
  const runs = createRecordedRuns();
  const renderGrouped = (report: Report): string => {
    runs.add(report);
    const kind = kinds.add(report);
    const isKnown = group && kind !== undefined && kind.count > 1;
    return renderReport(asTold(report, kind), style, isKnown ? kind : undefined);
  };
  const ending = (tally: Tally): string =>
    renderKinds(kinds, runs.told, style) +
    (provesSome && kinds.all.length > PROVEN_KINDS
      ? `The first ${PROVEN_KINDS} kinds are proved, step by step where that says more; --no-group proves all.\n`
      : "") +
    runSentences(runs)
      .map((sentence) => `${sentence}\n`)
      .join("") +
    renderSummary(tally, style, kindsWords(kinds));
  return {
    print(event) {
      switch (event.kind) {
        case "report": {
          const err = warnOnce(event.report);
          if (mode === "json") return { out: `${checkLine(event.report)}\n`, err };
          // Texts of histories stand on lines of ours: they must not be able to end one.
          return mode === "text" ? { out: renderGrouped(visibleData(event.report)), err } : { err };
        }
        case "invalid":
          return { err: invalidLine(event.error, mode === "json") };
        case "bug": {
          const { message, stack } = event.error;
          return { err: `${visible(event.file)}[${event.index}]: ${bugText(message, stack, debug)}` };
        }
        case "unreached":
          unreached.push(event.from === 0 ? event.file : `the rest of ${event.file}`);
          return {};
        default:
          return {};
      }
    },
    finish(tally) {
      const out = mode === "text" ? ending(tally) : "";
      return unreached.length === 0 ? { out } : { out, err: notDecided(unreached, tally.interrupted) };
    },
  };
}
