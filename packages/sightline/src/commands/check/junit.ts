import type { Event, Report } from "@sightline/fleet";
import { createOutputFile } from "../../output/output-file.js";
import type { OnUnknown } from "../../process/exit-code.js";
import { visibleData, visibleLines } from "../../render/visible.js";
import { historyTitle } from "../../report/history-title.js";
import { createViolationKinds, type Kind } from "../../report/violation-kinds.js";
import type { ReportWriter } from "./report-writer.js";

/** One check as a test case. `trouble` is its `failure`, `error` or `skipped` element. */
interface Case {
  readonly name: string;
  readonly seconds: number;
  /** What to know before one trusts the answer. */
  readonly warnings?: readonly string[];
  readonly trouble?: {
    readonly element: "failure" | "error" | "skipped";
    readonly type: string;
    readonly message: string;
    readonly text: string;
  };
}

/** Text with what XML reserves escaped, and what XML 1.0 cannot hold or would act on a reader spelt out: `\\u001b`. */
export function escapeXml(text: string): string {
  return visibleLines(text)
    .replaceAll(/[\ufffe\uffff]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}

/** An event as a test case, if it is one; `kind`: that of its violation. */
export function caseOf(event: Event, onUnknown: OnUnknown, kind?: Kind): Case | undefined {
  switch (event.kind) {
    case "report":
      return caseOfReport(event.report, onUnknown, kind);
    case "invalid": {
      const { line, column, reason, foreign } = event.error;
      const where = line === undefined ? "" : `line ${line}, column ${column ?? 1}: `;
      const [element, message] =
        foreign === true
          ? (["skipped", `holds no history: ${reason}`] as const)
          : (["error", reason] as const);
      const trouble = { element, type: "invalid", message, text: where + reason };
      return { name: `history ${event.index}`, seconds: 0, trouble };
    }
    case "bug": {
      const { message, stack } = event.error;
      const trouble = { element: "error", type: "bug", message, text: stack } as const;
      return { name: `history ${event.index}`, seconds: 0, trouble };
    }
    case "unreached": {
      const message = `history ${event.from} and any after it were not reached`;
      const trouble = { element: "skipped", type: "unreached", message, text: "" } as const;
      return { name: `history ${event.from}`, seconds: 0, trouble };
    }
    default:
      return undefined;
  }
}

function caseOfReport(report: Report, onUnknown: OnUnknown, alike?: Kind): Case {
  const { result } = report;
  const name = `${historyTitle({ ...report, file: "history" })} ${result.criterion}`;
  const seconds = result.stats.milliseconds / 1000;
  switch (result.verdict) {
    case "satisfied":
      return { name, seconds, ...(result.warnings !== undefined && { warnings: result.warnings }) };
    case "violated": {
      const { kind, reason, notation } = result.violation;
      const operations = report.operations.map(
        ({ id, text, session, line }) =>
          `${id}: ${text} (session ${session}${line > 0 ? `, line ${line}` : ""})`,
      );
      const text = [
        reason,
        ...operations,
        ...(notation === undefined ? [] : [notation]),
        ...(alike === undefined ? [] : [kindLine(alike)]),
      ].join("\n");
      return { name, seconds, trouble: { element: "failure", type: kind, message: reason, text } };
    }
    default: {
      const element = onUnknown === "pass" ? "skipped" : onUnknown === "fail" ? "failure" : "error";
      const message = `unknown: ${result.reason}`;
      return { name, seconds, trouble: { element, type: result.reason, message, text: result.established } };
    }
  }
}

/** `kind 2, cause 5ac0…` and, after the first of it, which that was. */
function kindLine({ number, cause, first, count }: Kind): string {
  return `kind ${number}, cause ${cause}${count > 1 ? `: as ${historyTitle({ ...first, name: null })}` : ""}`;
}

/** A test suite: the cases of one input. */
export function renderSuite(file: string, cases: readonly Case[]): string {
  const number = (element: string): number =>
    cases.filter(({ trouble }) => trouble?.element === element).length;
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0);
  const suite =
    `  <testsuite name="${escapeXml(file)}" tests="${cases.length}" failures="${number("failure")}"` +
    ` errors="${number("error")}" skipped="${number("skipped")}" time="${seconds.toFixed(3)}">\n`;
  return `${suite}${cases.map((one) => renderCase(file, one)).join("")}  </testsuite>\n`;
}

function renderCase(file: string, { name, seconds, warnings = [], trouble }: Case): string {
  const open = `    <testcase classname="${escapeXml(file)}" name="${escapeXml(name)}" time="${seconds.toFixed(3)}"`;
  if (trouble === undefined && warnings.length === 0) return `${open}/>\n`;
  if (trouble === undefined)
    return `${open}>\n      <system-err>warning: ${escapeXml(warnings.join(", "))}</system-err>\n    </testcase>\n`;
  const { element, type, message, text } = trouble;
  const attributes =
    element === "skipped"
      ? `message="${escapeXml(message)}"`
      : `type="${type}" message="${escapeXml(message)}"`;
  return `${open}>\n      <${element} ${attributes}>${escapeXml(text)}</${element}>\n    </testcase>\n`;
}

/** The suite of a run that did not come to its end: an error, so that nobody takes it for a success. */
function interruptedSuite(): string {
  const message = "the run was interrupted: not all histories were checked";
  const trouble = { element: "error", type: "interrupted", message, text: "" } as const;
  return renderSuite("sightline", [{ name: "run", seconds: 0, trouble }]);
}

/**
 * Opens a JUnit report, which is written input by input: only one input's cases are held at a time.
 * Throws a `UsageError` where the file cannot be written.
 */
export function createJunitWriter(path: string, onUnknown: OnUnknown): ReportWriter {
  const file = createOutputFile(path, "--junit");
  file.write(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="sightline">\n`);
  const kinds = createViolationKinds();
  let cases: Case[] = [];
  let input = "";
  const endSuite = (name: string): void => {
    file.write(renderSuite(name, cases));
    cases = [];
  };
  return {
    add(told) {
      const event = visibleData(told);
      const kind = event.kind === "report" ? kinds.add(event.report) : undefined;
      const one = caseOf(event, onUnknown, kind);
      if (one !== undefined) {
        cases.push(one);
        input = fileOf(event);
      }
      if (event.kind === "end") endSuite(event.file);
    },
    close(interrupted) {
      if (cases.length > 0) endSuite(input);
      file.write(`${interrupted ? interruptedSuite() : ""}</testsuites>\n`);
      file.finish();
    },
    discard: () => file.discard(),
  };
}

/** The input that an event is about. */
function fileOf(event: Event): string {
  switch (event.kind) {
    case "report":
      return event.report.file;
    case "invalid":
      return event.error.file;
    default:
      return event.file;
  }
}
