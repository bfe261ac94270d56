import type { Event, InvalidInput, Report } from "@sightline/fleet";
import type { Tally } from "../../process/exit-code.js";
import { jsonLine } from "./json.js";
import { createRecordedRuns, runSentences } from "./recorded-runs.js";
import { renderKinds } from "./render/kinds.js";
import { historyTitle, renderReport } from "../../report/render-report.js";
import type { Style } from "../../render/style.js";
import { renderSummary } from "./render/summary.js";
import { visible, visibleData } from "../../render/visible.js";
import { createViolationKinds, kindsWords } from "../../report/violation-kinds.js";

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

/** `file:line:column: reason`, as compilers put it. */
export function invalidLine({ file, line, column, reason }: InvalidInput): string {
  const where = line === undefined ? visible(file) : `${visible(file)}:${line}:${column ?? 1}`;
  return `${where}: ${visible(reason)}\n`;
}

/** `file: warning: 0 operations`: what to know before one trusts the answer, on standard error; nothing where there is nothing to say. */
export function warningLines(
  history: Parameters<typeof historyTitle>[0],
  warnings: readonly string[] = [],
): string {
  return warnings.map((words) => `${visible(historyTitle(history))}: warning: ${visible(words)}\n`).join("");
}

/** The most inputs that are named as not decided. */
const MOST_NAMED = 10;

/** How a printer talks. */
export interface PrinterOptions {
  readonly mode: "text" | "json" | "quiet";
  /** For standard output. */
  readonly style: Style;
  /** Whether to explain only the first violation of each kind. */
  readonly group: boolean;
  /** Whether to show where in Sightline a bug struck. */
  readonly debug: boolean;
}

/** A printer for people, for programs (`json`), or for nobody (`quiet`). Errors are told in each. */
export function createPrinter({ mode, style, group, debug }: PrinterOptions): Printer {
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
    return renderReport(report, style, group && kind !== undefined && kind.count > 1 ? kind : undefined);
  };
  const ending = (tally: Tally): string =>
    renderKinds(kinds, runs.told, style) +
    runSentences(runs)
      .map((sentence) => `${sentence}\n`)
      .join("") +
    renderSummary(tally, style, kindsWords(kinds));
  return {
    print(event) {
      switch (event.kind) {
        case "report": {
          const err = warnOnce(event.report);
          if (mode === "json") return { out: `${jsonLine(event.report)}\n`, err };
          // Texts of histories stand on lines of ours: they must not be able to end one.
          return mode === "text" ? { out: renderGrouped(visibleData(event.report)), err } : { err };
        }
        case "invalid":
          return { err: invalidLine(event.error) };
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

/** What to say of inputs that were not decided to their end; nothing where there are none. */
export function notDecided(inputs: readonly string[], interrupted: boolean): string {
  if (inputs.length === 0) return "";
  const named = inputs.slice(0, MOST_NAMED).map(visible).join(", ");
  const more = inputs.length > MOST_NAMED ? ` and ${inputs.length - MOST_NAMED} more inputs` : "";
  return `${interrupted ? "interrupted: " : ""}not decided: ${named}${more}\n`;
}

/** What to say when Sightline itself fails. */
export function bugText(message: string, stack: string, debug: boolean): string {
  const more = debug ? stack : "set SIGHTLINE_DEBUG=1 to see where";
  return (
    `this is a bug in Sightline: ${visible(message)}\n` +
    `Please report it with the input and the command that led to it (${more}).\n`
  );
}
