import {
  check,
  printOperation,
  type Result,
  type Sighting,
  type Since,
  type Trouble,
  type Violation,
} from "@sightline/core";
import { type Report, viewOperations } from "@sightline/fleet";
import type { Style } from "../../../render/style.js";
import { sentence } from "../../../render/sentence.js";
import { visibleData } from "../../../render/visible.js";
import { wrap } from "../../../render/wrap.js";
import { partTitle } from "../../../report/part-title.js";
import { renderReport } from "../../../report/render-report.js";

type Violated = Extract<Trouble, { kind: "violation" }>;

/** A violation that was seen, explained from what led to it. */
export interface Told {
  readonly sighting: Sighting;
  readonly trouble: Violated;
  /** What it is a violation of: linearizability, by whichever of its names was asked for. */
  readonly criterion: string;
  /** What `check` says of the operations since all was settled; `undefined` where these are no longer known. */
  readonly result: Extract<Result, { verdict: "violated" }> | undefined;
}

const INDENT = "    ";

/** How many steps an explanation may take: no wording depends on the clock. */
const STATES = 200_000;

/** Explains a violation. `check` decides it once more by itself: that it disagrees would be a bug. */
export function explainSighting(sighting: Sighting, trouble: Violated, criterion: string): Told {
  if (trouble.since === undefined) return { sighting, trouble, criterion, result: undefined };
  const { history, type } = trouble.since;
  const result = check(history, { type, criterion, limits: { states: STATES } });
  if (result.verdict === "satisfied")
    throw new Error(`line ${trouble.operation.line}: what was called a violation has an order`);
  return { sighting, trouble, criterion, result: result.verdict === "violated" ? result : undefined };
}

/** A sighting for people. Ends in a newline. */
export function tellSighting(file: string, told: Told, style: Style): string {
  const { sighting, trouble, criterion, result } = told;
  const { operation, states, since } = trouble;
  const place = `${file}, line ${operation.line}`;
  if (since === undefined || result === undefined) {
    const text = printOperation({ ...operation.invocation, result: operation.result });
    const possible = states.length === 0 ? "" : `; the state could be ${states.slice(0, 10).join(" or ")}`;
    const words = [partTitle(partOf(sighting)), sentence(`no order explains ${text}${possible}`)]
      .join(" ")
      .trim();
    const { red } = style.colours;
    return `${red("✘")} ${place}: ${criterion} ${red("violated")}\n\n${wrap(words, style.width, INDENT)}\n\n`;
  }
  const report: Report = {
    file: place,
    index: 0,
    name: null,
    size: since.history.size,
    result: { ...result, violation: { ...withCore(result.violation, since), part: partOf(sighting) } },
    operations: viewOperations(since.history, result.violation.operations),
  };
  const text = renderReport(visibleData(report), style);
  const title = text.indexOf("\n") + 1;
  return text.slice(0, title) + startWords(since, style) + text.slice(title);
}

/** From where the operations are counted. */
function startWords({ state, isStart, history }: Since, style: Style): string {
  if (isStart) return "";
  const line = history.lines?.[0] ?? 0;
  const was = state === undefined ? "only one state was possible" : `the state was ${state}, for certain`;
  const words = `Of what happened since line ${line} (the start, below): before that, ${was}.`;
  return `\n${wrap(words, style.width, INDENT)}\n`;
}

/** A sighting for programs: a line as of `check --json`, with the operation that it is about. */
export function sightingLine(file: string, { sighting, trouble, criterion, result }: Told): string {
  const { operation, since, states } = trouble;
  const violation: Partial<Violation> =
    result === undefined || since === undefined
      ? { kind: "exhausted", operations: [], reason: "no order explains its result" }
      : withCore(result.violation, since);
  return JSON.stringify({
    file,
    index: 0,
    name: null,
    criterion,
    verdict: "violated",
    line: operation.line,
    operation: {
      id: operation.id,
      session: operation.session,
      ...operation.invocation,
      result: operation.result,
    },
    states,
    ...(since !== undefined && { from: since.state, ids: since.ids }),
    violation: { ...violation, part: partOf(sighting) },
  });
}

const partOf = ({ object, key }: Sighting): NonNullable<Violation["part"]> => ({
  ...(object !== undefined && { object }),
  ...(key !== undefined && { key }),
});

/** A core is a history by itself only where it starts as the type does. */
function withCore(violation: Violation, { isStart }: Since): Violation {
  if (isStart) return violation;
  const { core: _, notation: __, ...rest } = violation;
  return rest;
}
