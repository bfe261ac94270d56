import { clopperPearson, type LevelName } from "@sightline/core";
import {
  type Derivation,
  type DerivedLevel,
  type MethodLevels,
  printAxiomInstance,
  printObjectProgram,
  type Refutation,
  strongestFirst,
} from "@sightline/lab";
import { clip, escapeHtml } from "../../html/escape.js";
import { intervalBar } from "../../html/interval-bar.js";
import { pageFoot, pageHead, sectionHead, tile } from "../../html/page.js";
import { programTable } from "../../html/program-table.js";
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

/** The table of levels (POPL'19 Table 3), each method with all six levels: which stand and which are refuted. */
function renderLevels(methods: readonly MethodLevels[]): string {
  const rows = [...strongestFirst, "none" as const, "untested" as const].flatMap((level) => {
    const own = methods.filter((method) => method.level === level);
    return own.map(
      (method, i) =>
        `<tr>${i === 0 ? `<th scope="rowgroup" rowspan="${own.length}">${levelWord(level)}</th>` : ""}` +
        `<td class="text"><code>${escapeHtml(method.method)}</code>${method.trusted ? "*" : ""}</td>` +
        `<td>${rungs(method)}</td>` +
        `<td class="number">${wholeNumber(method.programs)}</td><td class="number">${wholeNumber(method.executions)}</td></tr>\n`,
    );
  });
  const few = restingOnLittle(methods);
  const notes = [
    ...(methods.some(({ trusted }) => trusted) ? [TRUSTED_NOTE] : []),
    ...(few === undefined ? [] : [few]),
  ];
  return (
    table(["level", "method", "not refuted", "programs", "executions"], rows) +
    notes.map((note) => `<p class="meta">${escapeHtml(note)}</p>\n`).join("")
  );
}

/** The six levels, weakest first: those that nothing refutes, also all methods together, are filled. */
function rungs({ level: best, surviving, programs, trusted }: MethodLevels): string {
  if (programs === 0 && !trusted) return "";
  const standing = new Set(surviving.filter((level) => !isStronger(level, best)));
  const cells = strongestFirst.toReversed().map((level) => {
    const holds = standing.has(level);
    return `<span class="${holds ? "holds" : ""}${level === best ? " best" : ""}">${holds ? level : `<s>${level}</s>`}</span>`;
  });
  return `<span class="rungs">${cells.join("")}</span>`;
}

/** Whether a level is stronger than the strongest that is left. */
const isStronger = (level: LevelName, best: DerivedLevel): boolean =>
  best === "none" || strongestFirst.findIndex((one) => one === best) > strongestFirst.indexOf(level);

/** Who was trusted and is not atomic. */
function renderDistrusted(methods: readonly MethodLevels[]): string {
  const articles = methods.flatMap(({ method, distrusted }) =>
    distrusted === undefined ? [] : [witness(`<code>${escapeHtml(method)}</code>`, distrusted)],
  );
  if (articles.length === 0) return "";
  return (
    sectionHead(SECTIONS.distrusted, "Trusted, but not atomic: tested like the others") + articles.join("")
  );
}

/** What refutes stronger levels (POPL'19 Table 2). */
function renderWitnesses(methods: readonly MethodLevels[]): string {
  const articles = distinctWitnesses(methods).map(({ method, refutation }) =>
    witness(`<code>${escapeHtml(method)}</code> is not ${refutation.level}`, refutation),
  );
  if (articles.length === 0) return "";
  return sectionHead(SECTIONS.witnesses, "What refutes stronger levels") + articles.join("");
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
  const articles = weakenings.map((weakening) => {
    const { method, from, to } = weakening;
    return witness(`<code>${escapeHtml(method)}</code> falls from ${from} to ${to}`, weakening);
  });
  return title + articles.join("");
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

/** An outcome that refutes something, each value under its call. */
function witness(
  title: string,
  { program, outcome, count: seen, executions }: Omit<Refutation, "level">,
): string {
  const columns = [
    { title: "seen", isNumber: true },
    { title: "of", isNumber: true },
    { title: "95 % interval" },
  ];
  const cells = [
    `<td class="number">${wholeNumber(seen)}</td>`,
    `<td class="number">${wholeNumber(executions)}</td>`,
    `<td class="share">${intervalBar(clopperPearson(seen, executions))}</td>`,
  ];
  return (
    `<article>\n<h3>${title}</h3>\n` +
    programTable(program, columns, [{ results: outcome, cells, isWrong: true }]) +
    `<pre tabindex="0">${escapeHtml(clip(printObjectProgram(program), 2000))}</pre>\n</article>\n`
  );
}

function table(headings: readonly string[], rows: readonly string[]): string {
  const isNumber = (heading: string): boolean => ["programs", "executions"].includes(heading);
  const cells = headings.map(
    (heading) => `<th scope="col"${isNumber(heading) ? ' class="number"' : ""}>${heading}</th>`,
  );
  return (
    `<div class="scroll" tabindex="0" role="group" aria-label="Table, scrollable"><table>\n` +
    `<thead><tr>${cells.join("")}</tr></thead>\n<tbody>\n${rows.join("")}</tbody></table></div>\n`
  );
}
