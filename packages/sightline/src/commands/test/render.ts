import { printLevelMap } from "@sightline/core";
import {
  type ObjectSpec,
  type ProgramResult,
  printObjectProgram,
  type TestPlan,
  testedMethods,
  verdictOf,
} from "@sightline/lab";
import { count } from "../../render/count.js";
import { duration } from "../../render/duration.js";
import type { Style } from "../../render/style.js";
import { wholeNumber } from "../../render/whole-number.js";
import { wrap } from "../../render/wrap.js";
import { renderLeftOut } from "../shared/left-out.js";
import { thinWords } from "../shared/thin-words.js";
import type { TestConclusion } from "./conclusion.js";
import { renderOutcomes, type TableRoom } from "./render-outcomes.js";
import type { TestSetup } from "./setup.js";
import type { TestTally } from "./tally.js";

const INDENT = "    ";

/** The most reasons for which programs were left out that are told. */
const MOST_REASONS = 4;

/** The levels that are to hold, of those methods that matter and are not like the rest. */
export function levelsToHold({ levels, programs }: TestPlan, tested: readonly string[]): string {
  const called = programs?.flatMap(({ threads }) => threads.flat().map(({ method }) => method));
  const matter = new Set(called ?? tested);
  const rest = levels["*"] ?? "complete";
  const own = Object.entries(levels).filter(([name, level]) => matter.has(name) && level !== rest);
  return printLevelMap({ ...Object.fromEntries(own), "*": rest });
}

/** What is about to be tested: the object, the methods, what is to hold of them. Ends in a newline. */
export function renderIntent(target: string, { plan, tested, single }: TestSetup, style: Style): string {
  const { colours, width } = style;
  const trusted = plan.spec?.methods.flatMap(({ name, trusted: is }) => (is === true ? [name] : [])) ?? [];
  const others = [...new Set(trusted)].filter((name) => !tested.includes(name));
  const lines = [
    `${colours.bold(target)}  ${colours.dim(`to hold: ${levelsToHold(plan, tested)}`)}`,
    ...(single
      ? []
      : [
          colours.dim(wrap(`under test: ${tested.join(", ")}`, width, "  ")),
          ...(others.length === 0
            ? []
            : [colours.dim(wrap(`taken to be atomic: ${others.join(", ")}`, width, "  "))]),
        ]),
  ];
  return `${lines.join("\n")}\n`;
}

/** A program and what it shows: its outcomes, how it failed, why an outcome is not admitted. Ends in a newline. */
export function renderProgramResult(
  result: ProgramResult,
  spec: ObjectSpec | undefined,
  style: Style,
  room?: TableRoom,
): string {
  const { colours, width } = style;
  const verdict = verdictOf(result);
  const mark =
    verdict === "violated"
      ? colours.red("✘")
      : verdict === "admitted"
        ? colours.green("✔")
        : colours.yellow("?");
  const tested = testedMethods(result.program, spec).join(", ");
  const parts = [
    `${mark} ${colours.cyan(printObjectProgram(result.program))}  ${colours.dim(`under test: ${tested}`)}\n`,
    ...(result.outcomes.length === 0 ? [] : [renderOutcomes(result, style, room)]),
    ...(result.failure === undefined ? [] : [renderFailure(result.failure, style)]),
    // While it runs there is nothing to say about that yet.
    ...(room === undefined && result.failure === undefined && verdict === "unknown"
      ? [`${colours.yellow(wrap(apartWords(result), width, INDENT))}\n`]
      : []),
    ...(result.reason === undefined ? [] : [`${wrap(result.reason, width, INDENT)}\n`]),
    ...(result.notAgainIn === undefined
      ? []
      : [`${colours.yellow(wrap(rareWords(result.notAgainIn), width, INDENT))}\n`]),
  ];
  return parts.join("\n");
}

const FAILURES = {
  hang: "The object hung",
  crash: "The object brought its runtime down",
  rejected: "The object does not take these calls",
  unknown: "Calls did not return in time",
};

/** How a program ended before its time, in words. */
export function failureWords({ kind, message }: NonNullable<ProgramResult["failure"]>): string {
  return `${FAILURES[kind]}: ${message}`;
}

/** What is to be said of a program whose threads took turns. */
export function apartWords({ executions, overlapped = 0 }: ProgramResult): string {
  return executions === 0
    ? "There was no time for an execution."
    : `The threads overlapped in ${wholeNumber(overlapped)} of ${count(executions, "execution")} only: ` +
        "that nothing was seen means nothing. This machine has no processor free for each of them; run it again when there is less to do, or with more --seconds.";
}

/** What is to be said of a violation that was seen once in a small program, and then no more. */
export function rareWords(notAgainIn: number): string {
  return (
    "This run ended with the first violation, so the shares say little: " +
    (notAgainIn === 0
      ? "there was no time for another."
      : `${count(notAgainIn, "more execution")} did not show it again.`)
  );
}

function renderFailure(failure: NonNullable<ProgramResult["failure"]>, { colours, width }: Style): string {
  const colour = failure.kind === "hang" || failure.kind === "crash" ? colours.red : colours.yellow;
  return `${colour(wrap(failureWords(failure), width, INDENT))}\n`;
}

/** How a violation can be seen again. Ends in a newline. */
export function renderReplay(command: string, { colours }: Style): string {
  return `${INDENT}${colours.dim("To see it again:")}\n${INDENT}${command}\n`;
}

/** A program that could not be judged. Ends in a newline. */
export function renderSkipped(program: string, reason: string, { colours, width }: Style): string {
  return `${colours.yellow("?")} ${colours.cyan(program)}  not tested\n${wrap(reason, width, INDENT)}\n`;
}

/** The time and settings of a run, besides its programs. */
export interface TestFacts {
  readonly seed: number;
  readonly milliseconds: number;
  readonly interrupted: boolean;
}

/** The tally, facts and conclusion of a run that has ended. */
export interface EndOfTest {
  readonly tally: TestTally;
  readonly facts: TestFacts;
  readonly conclusion: TestConclusion;
}

/** What all programs come to, what was left out, and how much that is worth. Ends in a newline. */
export function renderTestSummary({ tally, facts, conclusion }: EndOfTest, style: Style): string {
  const { colours, width } = style;
  const { programs, executions, violating, skipped, unknown, methods } = tally;
  const effort = [
    `${count(programs, "program")} of ${count(methods.size, "method")}`,
    count(executions, "execution"),
    duration(facts.milliseconds),
    `seed ${facts.seed}`,
    ...(unknown > 0 ? [`${count(unknown, "program")} without a verdict`] : []),
    ...(skipped > 0 ? [`${count(skipped, "program")} not tested`] : []),
    ...(facts.interrupted ? ["interrupted"] : []),
  ].join(", ");
  const thin = conclusion.isThin ? `${colours.yellow(wrap(thinWords(tally), width, "  "))}\n` : "";
  const left = `${renderLeftOut(conclusion, style)}${renderLeftOutPrograms(tally, style)}`;
  if (violating > 0)
    return `${colours.red("✘")} ${count(violating, "program")} showed what the specification does not admit: ${effort}\n${left}`;
  if (programs === 0) return `${colours.yellow("?")} nothing was tested: ${effort}\n${left}`;
  if (conclusion.verdict === "unknown")
    return `${colours.yellow("?")} nothing beyond the specification was seen, but not all was tested that was asked for: ${effort}\n${thin}${left}`;
  return (
    `${colours.green("✔")} nothing beyond the specification was seen: ${effort}\n` +
    `${wrap("This is no proof: other programs, or more time, may show more.", width, "  ")}\n${left}`
  );
}

/** The programs that were left out, by their reasons. Ends in a newline, or is empty. */
function renderLeftOutPrograms({ reasons }: TestTally, { colours, width }: Style): string {
  const groups = [...reasons].toSorted(([, a], [, b]) => b.count - a.count);
  const more = groups.slice(MOST_REASONS).reduce((sum, [, { count: programs }]) => sum + programs, 0);
  const lines = groups
    .slice(0, MOST_REASONS)
    .map(
      ([reason, { count: programs, example }]) =>
        `${colours.yellow(wrap(`${count(programs, "program")} not tested, such as ${printObjectProgram(example)}`, width, "  "))}\n` +
        `${wrap(reason, width, INDENT)}\n`,
    );
  const rest = more === 0 ? "" : `  … and ${count(more, "more program")}: --json and --html list them all\n`;
  return lines.join("") + rest;
}
