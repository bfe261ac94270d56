import type { Event, Report } from "@sightline/fleet";
import type { OnUnknown } from "../../../process/exit-code.js";
import { historyTitle } from "../../../report/history-title.js";

/** Something that a reviewer of code should be shown, at its place. */
export interface Finding {
  /** What kind it is: the criterion that is violated, `unknown`, `bug`, or the code of an error. */
  readonly rule: string;
  readonly level: "error" | "warning";
  /** A few words: `linearizability violated`. */
  readonly title: string;
  readonly message: string;
  /** `undefined` where the history is in no file. */
  readonly file: string | undefined;
  /** From 1; `undefined` where it is not known. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** What violations with the same reason have in common. */
  readonly cause: string | undefined;
  /** The operations that it is about. */
  readonly operations: readonly { readonly text: string; readonly line: number }[];
}

/** What an event is for reviewers; `undefined` where there is nothing to be shown. */
export function findingOf(event: Event, onUnknown: OnUnknown): Finding | undefined {
  const nothing = { line: undefined, column: undefined, cause: undefined, operations: [] };
  switch (event.kind) {
    case "report":
      return findingOfReport(event.report, onUnknown);
    case "invalid": {
      const { file, line, column, reason, code, foreign } = event.error;
      if (foreign === true) return undefined;
      const place = { file: fileOf(file), line, column };
      return { ...nothing, rule: code, level: "error", title: "no valid history", message: reason, ...place };
    }
    case "bug": {
      const { message } = event.error;
      const file = fileOf(event.file);
      return { ...nothing, rule: "bug", level: "error", title: "a bug in Sightline", message, file };
    }
    case "unreached": {
      const message = `history ${event.from} and any after it were not reached`;
      const file = fileOf(event.file);
      return { ...nothing, rule: "unknown", level: "warning", title: "not checked", message, file };
    }
    default:
      return undefined;
  }
}

function findingOfReport(report: Report, onUnknown: OnUnknown): Finding | undefined {
  const { file, name, index, result, operations } = report;
  const { criterion, verdict } = result;
  const place = { file: fileOf(file), column: undefined };
  const which = name === null && index === 0 ? "" : `${historyTitle({ ...report, file: "history" })}: `;
  if (verdict === "violated") {
    const { headline, reason, steps = [], notation, cause, about, stuck } = result.violation;
    const parts = [`${which}${headline ?? reason}`, steps.join("\n"), notation ?? ""];
    return {
      ...place,
      rule: criterion,
      level: "error",
      title: `${criterion} violated`,
      message: parts.filter((part) => part !== "").join("\n\n"),
      line: lineOf(operations, about ?? stuck),
      cause,
      operations,
    };
  }
  if (verdict === "satisfied" || onUnknown === "pass") return undefined;
  const level = onUnknown === "fail" ? "error" : "warning";
  const message = `${which}${result.reason}${result.established === "" ? "" : `: ${result.established}`}`;
  const title = `${criterion} unknown`;
  return { ...place, rule: "unknown", level, title, message, line: undefined, cause: undefined, operations };
}

/** The line of the operation that the violation is about; else the last line that one of them is on. */
function lineOf(operations: Report["operations"], about: number | undefined): number | undefined {
  const there = operations.filter(({ line }) => line > 0);
  return (there.find(({ id }) => id === about) ?? there.at(-1))?.line;
}

/** Arguments, standard input and the like are no files. */
const fileOf = (name: string): string | undefined => (/^(<.*>|-)$/.test(name) ? undefined : name);
