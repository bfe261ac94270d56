import { clopperPearson } from "@sightline/core";
import {
  isViolation,
  type Program,
  type ProgramResult,
  printObjectProgram,
  type TestPlan,
  verdictOf,
} from "@sightline/lab";
import { clip, escapeHtml } from "../../html/escape.js";
import { intervalBar } from "../../html/interval-bar.js";
import { pageFoot, pageHead, sectionHead, tile } from "../../html/page.js";
import { type OutcomeRow, programTable } from "../../html/program-table.js";
import { openToWrite } from "../../output/output-file.js";
import { count } from "../../render/count.js";
import { duration } from "../../render/duration.js";
import { percent } from "../../render/percent.js";
import { wholeNumber } from "../../render/whole-number.js";
import { leftOutHtml } from "../shared/left-out.js";
import { thinWords } from "../shared/thin-words.js";
import { apartWords, type EndOfTest, failureWords, levelsToHold, rareWords } from "./render.js";
import type { TestSetup } from "./setup.js";
import {
  groupViolations,
  type ShownViolation,
  shownViolation,
  type ViolationGroup,
} from "./violation-groups.js";

/** A page for people about a run of `test`. It is written when the run has ended. */
export interface TestPage {
  add(
    result: ProgramResult,
    plan: TestPlan,
    more: { readonly replay: string | undefined; readonly shrunkFrom: Program | undefined },
  ): void;
  leaveOut(program: Program, reason: string): void;
  close(target: string, setup: TestSetup, end: EndOfTest): void;
}

/** The most programs of each kind that the page shows. */
const MOST = 1000;
const SECTIONS = { violations: "violations", programs: "programs", skipped: "skipped", methods: "methods" };

/** Opens the page. Throws a `UsageError` where the file cannot be written. */
export function openTestPage(path: string): TestPage {
  const write = openToWrite(path, "--html");
  const violations: ShownViolation[] = [];
  const programs: string[] = [];
  const skipped: string[] = [];
  let left = 0;
  const keep = <One>(list: One[], one: One): void => {
    if (list.length < MOST) list.push(one);
    else left++;
  };
  return {
    add(result, plan, more) {
      if (isViolation(result)) keep(violations, shownViolation(result, plan, more));
      else if (result.failure !== undefined)
        keep(skipped, item(result.program, failureWords(result.failure)));
      else if (verdictOf(result) === "unknown") keep(skipped, item(result.program, apartWords(result)));
      else keep(programs, renderAdmitted(result));
    },
    leaveOut: (program, reason) => keep(skipped, item(program, reason)),
    close(target, setup, end) {
      const groups = groupViolations(violations);
      const parts = [
        pageHead,
        renderSummary(target, setup, end),
        section(SECTIONS.violations, "Beyond the specification", renderGroups(groups)),
        section(SECTIONS.programs, "Programs that showed nothing beyond it", programs.join("")),
        section(SECTIONS.methods, "Methods left out", leftOutHtml(end.conclusion)),
        section(
          SECTIONS.skipped,
          "Programs without a verdict",
          skipped.length === 0 ? "" : `<ul>\n${skipped.join("")}</ul>\n`,
        ),
        left === 0
          ? ""
          : `<p>… and ${count(left, "more program")}: <code>test --json</code> lists them all.</p>\n`,
        pageFoot(new Date()),
      ];
      write(parts.join(""));
    },
  };
}

const section = (id: string, title: string, html: string): string =>
  html === "" ? "" : sectionHead(id, title) + html;

const programText = (program: Program): string =>
  `<code>${escapeHtml(clip(printObjectProgram(program), 2000))}</code>`;

const item = (program: Program, reason: string): string =>
  `<li>${programText(program)}: ${escapeHtml(clip(reason, 1000))}</li>\n`;

const VERDICTS = {
  admitted: "Nothing beyond the specification was seen, and all was tested that was asked for.",
  violated: "Something was seen that the specification does not admit.",
  unknown: "Nothing beyond the specification was seen, but not all was tested that was asked for.",
};

function renderSummary(
  target: string,
  { plan, tested, single }: TestSetup,
  { tally, facts, conclusion }: EndOfTest,
): string {
  const { verdict, untested } = conclusion;
  const { programs, violating, skipped, unknown, executions } = tally;
  const tiles = [
    tile("beyond the specification", violating, SECTIONS.violations, "violated"),
    tile("within it", programs - violating - unknown, SECTIONS.programs, "satisfied"),
    ...(skipped + unknown > 0
      ? [tile("without a verdict", skipped + unknown, SECTIONS.skipped, "unknown")]
      : []),
    ...(untested.length > 0
      ? [tile("methods not tested", untested.length, SECTIONS.methods, "unknown")]
      : []),
  ];
  const effort = [count(executions, "execution"), duration(facts.milliseconds), `seed ${facts.seed}`];
  return (
    `<section aria-label="Summary">\n<ul class="counts">${tiles.join("")}</ul>\n` +
    `<p><code>${escapeHtml(target)}</code>: ${count(programs, "program")}, ${effort.join(", ")}` +
    `${facts.interrupted ? "; interrupted" : ""}.</p>\n` +
    `<p>${VERDICTS[verdict]}</p>\n` +
    (conclusion.isThin ? `<p>${escapeHtml(thinWords(tally))}</p>\n` : "") +
    `<p class="meta">To hold: ${escapeHtml(levelsToHold(plan, tested))}` +
    `${single ? "" : `. Under test: ${escapeHtml(tested.join(", "))}`}.` +
    ` Nothing is proved by tests: other programs, or more time, may show more.</p>\n</section>\n`
  );
}

/** What is beyond the specification: of each kind the smallest program is shown, the others are a click away. */
function renderGroups(groups: readonly ViolationGroup[]): string {
  const programs = groups.reduce((sum, group) => sum + group.programs, 0);
  const words =
    programs === groups.length
      ? ""
      : `<p>${count(programs, "program")} of ${count(groups.length, "kind")}: those of one kind show the same calls in the ` +
        `same orders, or were made smaller to programs that do. The smallest of each is shown.</p>\n`;
  return words + groups.map(renderGroup).join("");
}

function renderGroup({ first, others }: ViolationGroup): string {
  const more = others.map(
    (other) =>
      `<details><summary>${programText(other.result.program)}</summary>\n${renderEvidence(other)}</details>\n`,
  );
  return (
    `<article class="violated">\n<h3>${programText(first.result.program)}</h3>\n${renderEvidence(first)}` +
    (others.length === 0
      ? ""
      : `<details><summary>${count(others.length, "other program")} of this kind</summary>\n${more.join("")}</details>\n`) +
    `</article>\n`
  );
}

/** What a program shows, and why it is not admitted. */
function renderEvidence({ result, tested, replay, shrunkFrom }: ShownViolation): string {
  const { failure, reason, notAgainIn } = result;
  return [
    `<p class="meta">Under test: ${escapeHtml(tested.join(", "))}`,
    shrunkFrom === undefined ? "" : `. The smallest found that shows what ${programText(shrunkFrom)} showed`,
    `</p>\n`,
    failure === undefined ? "" : `<p class="reason">${escapeHtml(clip(failureWords(failure), 10_000))}</p>\n`,
    renderTable(result),
    reason === undefined ? "" : `<p class="reason">${escapeHtml(clip(reason, 10_000))}</p>\n`,
    notAgainIn === undefined ? "" : `<p class="meta">${escapeHtml(rareWords(notAgainIn))}</p>\n`,
    replay === undefined
      ? ""
      : `<p class="meta">To see it again (one click selects it all):</p>\n<pre tabindex="0">${escapeHtml(replay)}</pre>\n`,
  ].join("");
}

function renderAdmitted(result: ProgramResult): string {
  const note = result.outcomes.some(({ violated }) => violated !== "-") ? ", not all of them atomic" : "";
  return (
    `<details><summary>${programText(result.program)} <span class="meta">(${count(result.outcomes.length, "outcome")}` +
    `${note})</span></summary>\n${renderTable(result)}</details>\n`
  );
}

/** The outcomes of a program, each value under its call (POPL'19 Figs. 2–4). */
function renderTable({ program, outcomes, executions, seconds }: ProgramResult): string {
  if (outcomes.length === 0) return "";
  const columns = [
    { title: "seen", isNumber: true },
    { title: "share", isNumber: true },
    { title: "95 % interval" },
    { title: "admitted" },
    { title: "violates" },
  ];
  const rows = outcomes.map(({ results, count: seen, admitted, violated }): OutcomeRow => {
    const verdict = admitted
      ? `<span class="verdict satisfied"><span aria-hidden="true">✔</span> admitted</span>`
      : `<span class="verdict violated"><span aria-hidden="true">✘</span> not admitted</span>`;
    return {
      results,
      isWrong: !admitted,
      cells: [
        `<td class="number">${wholeNumber(seen)}</td>`,
        `<td class="number">${percent(seen / executions)}</td>`,
        `<td class="share">${intervalBar(clopperPearson(seen, executions), admitted)}</td>`,
        `<td>${verdict}</td>`,
        `<td>${violated === "-" ? "" : violated}</td>`,
      ],
    };
  });
  return (
    programTable(program, columns, rows) +
    `<p class="meta">${count(executions, "execution")} in ${duration(1000 * seconds)}</p>\n`
  );
}
