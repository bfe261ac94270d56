import {
  type Derivation,
  type DerivedLevel,
  type MethodLevels,
  type Program,
  printAxiomInstance,
  printObjectProgram,
  printResults,
  type Refutation,
  strongestFirst,
} from "@sightline/lab";
import { clip, clipMiddle, escapeHtml } from "../../html/escape.js";
import { pageFoot, pageHead, sectionHead, tile } from "../../html/page.js";
import { count } from "../../render/count.js";
import { duration } from "../../render/duration.js";
import { wholeNumber } from "../../render/whole-number.js";
import { type LeftOutOfRun, leftOutHtml } from "../shared/left-out.js";
import { thinWords } from "../shared/thin-words.js";
import { distinctWitnesses, isThin, levelWord, restingOnLittle, TRUSTED_NOTE } from "./render.js";

const SECTIONS = {
  levels: "levels",
  witnesses: "witnesses",
  together: "together",
  axioms: "axioms",
  leftOut: "left-out",
  distrusted: "distrusted",
};

/** The most characters of an outcome. */
const MOST_OF_OUTCOME = 500;

/** A page for people about what was derived. */
export function renderDerivationPage(
  target: string,
  derivation: Derivation,
  seed: number,
  left: LeftOutOfRun,
): string {
  const leftOut = leftOutHtml(left);
  return [
    pageHead,
    renderSummary(target, derivation, seed, left),
    sectionHead(SECTIONS.levels, "The strongest level that nothing seen refutes, and how much was seen"),
    renderLevels(derivation.methods),
    leftOut === "" ? "" : sectionHead(SECTIONS.leftOut, "Methods left out") + leftOut,
    renderDistrusted(derivation.methods),
    renderWitnesses(derivation.methods),
    renderTogether(derivation),
    renderAxioms(derivation),
    pageFoot(new Date()),
  ].join("");
}

function renderSummary(
  target: string,
  derivation: Derivation,
  seed: number,
  { untested: left }: LeftOutOfRun,
): string {
  const { methods, programs, executions, seconds, interrupted } = derivation;
  const tested = methods.filter(({ trusted }) => !trusted);
  const having = (...levels: readonly DerivedLevel[]): number =>
    tested.filter(({ level }) => levels.includes(level)).length;
  const [atomic, none, untested] = [having("complete"), having("none"), having("untested")];
  const tiles = [
    tile("complete", atomic, SECTIONS.levels, "satisfied"),
    tile("relaxed", tested.length - atomic - none - untested, SECTIONS.levels, "unknown"),
    tile("without a level", none, SECTIONS.levels, "violated"),
    ...(left.length > 0 ? [tile("not tested", left.length, SECTIONS.leftOut, "bad")] : []),
  ];
  const effort = [count(executions, "execution"), duration(1000 * seconds), `seed ${seed}`];
  return (
    `<section aria-label="Summary">\n<ul class="counts">${tiles.join("")}</ul>\n` +
    `<p><code>${escapeHtml(target)}</code>: ${count(programs, "program")}, ${effort.join(", ")}` +
    `${interrupted ? "; interrupted" : ""}.</p>\n` +
    (isThin(derivation)
      ? `<p>${escapeHtml(thinWords({ programs, unknown: derivation.silent }))}</p>\n`
      : "") +
    `<p class="meta">A level is refuted by what was seen. That it is not refuted proves nothing: other programs, or more time, may show more.</p>\n</section>\n`
  );
}

/** The table of levels (POPL'19 Table 3). */
function renderLevels(methods: readonly MethodLevels[]): string {
  const rows = [...strongestFirst, "none" as const, "untested" as const].flatMap((level) => {
    const own = methods.filter((method) => method.level === level);
    return own.map(
      ({ method, trusted, programs, executions }, i) =>
        `<tr>${i === 0 ? `<th scope="rowgroup" rowspan="${own.length}">${levelWord(level)}</th>` : ""}` +
        `<td class="text"><code>${escapeHtml(method)}</code>${trusted ? "*" : ""}</td>` +
        `<td class="number">${wholeNumber(programs)}</td><td class="number">${wholeNumber(executions)}</td></tr>\n`,
    );
  });
  const few = restingOnLittle(methods);
  const notes = [
    ...(methods.some(({ trusted }) => trusted) ? [TRUSTED_NOTE] : []),
    ...(few === undefined ? [] : [few]),
  ];
  return (
    table(["level", "method", "programs", "executions"], rows) +
    notes.map((note) => `<p class="meta">${escapeHtml(note)}</p>\n`).join("")
  );
}

/** Who was trusted and is not atomic. */
function renderDistrusted(methods: readonly MethodLevels[]): string {
  const rows = methods.flatMap(({ method, distrusted }) =>
    distrusted === undefined
      ? []
      : [`<tr><td><code>${escapeHtml(method)}</code></td>${witnessCells(distrusted)}</tr>\n`],
  );
  if (rows.length === 0) return "";
  return (
    sectionHead(SECTIONS.distrusted, "Trusted, but not atomic: tested like the others") +
    table(["method", "program", "outcome", "seen", "of"], rows)
  );
}

/** What refutes stronger levels (POPL'19 Table 2). */
function renderWitnesses(methods: readonly MethodLevels[]): string {
  const rows = distinctWitnesses(methods).map(
    ({ method, refutation }) =>
      `<tr><td><code>${escapeHtml(method)}</code></td><td>${refutation.level}</td>${witnessCells(refutation)}</tr>\n`,
  );
  if (rows.length === 0) return "";
  return (
    sectionHead(SECTIONS.witnesses, "What refutes stronger levels") +
    table(["method", "is not", "program", "outcome", "seen", "of"], rows)
  );
}

/** The second step: all methods with a level at once. */
function renderTogether({ together }: Derivation): string {
  const { programs, methods, weakenings } = together;
  if (programs === 0) return "";
  const title = sectionHead(
    SECTIONS.together,
    `All together: ${count(programs, "program")} over ${methods.length} methods`,
  );
  if (weakenings.length === 0) return `${title}<p>Nothing was seen that these levels do not admit.</p>\n`;
  const rows = weakenings.map((weakening) => {
    const { method, from, to } = weakening;
    return `<tr><td class="text">${escapeHtml(`${method} from ${from} to ${to}`)}</td>${witnessCells(weakening)}</tr>\n`;
  });
  return title + table(["falls", "program", "outcome", "seen", "of"], rows);
}

/** The maximal model of axioms (POPL'19 §6.4). */
function renderAxioms({ axioms }: Derivation): string {
  if (axioms === undefined) return "";
  const { text, beyond, idle, outcomes } = axioms;
  const more =
    beyond.length === 0
      ? "It says no more than the levels do."
      : `Beyond the levels: <code>${escapeHtml(beyond.map(printAxiomInstance).join("; "))}</code>.`;
  return (
    sectionHead(SECTIONS.axioms, "A maximal model") +
    `<pre tabindex="0">${escapeHtml(text === "" ? "lin ⊇ vis; lin ⊇ hb and nothing more" : text)}</pre>\n` +
    `<p>${more}</p>\n<p class="meta">Held against ${count(outcomes, "outcome")} not atomic; ` +
    `${count(idle.length, "further axiom")} would hold too, but rule out nothing on these programs.</p>\n`
  );
}

function witnessCells({ program, outcome, count: seen, executions }: Omit<Refutation, "level">): string {
  return (
    `<td class="text">${programText(program)}</td>` +
    `<td class="text"><code>${escapeHtml(clipMiddle(printResults(outcome), MOST_OF_OUTCOME))}</code></td>` +
    `<td class="number">${wholeNumber(seen)}</td><td class="number">${wholeNumber(executions)}</td>`
  );
}

const programText = (program: Program): string =>
  `<code>${escapeHtml(clip(printObjectProgram(program), 2000))}</code>`;

function table(headings: readonly string[], rows: readonly string[]): string {
  const isNumber = (heading: string): boolean => ["seen", "of", "programs", "executions"].includes(heading);
  const cells = headings.map(
    (heading) => `<th scope="col"${isNumber(heading) ? ' class="number"' : ""}>${heading}</th>`,
  );
  return (
    `<div class="scroll" tabindex="0" role="group" aria-label="Table, scrollable"><table>\n` +
    `<thead><tr>${cells.join("")}</tr></thead>\n<tbody>\n${rows.join("")}</tbody></table></div>\n`
  );
}
