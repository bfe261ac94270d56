import { type LevelName, printHistory } from "@sightline/core";
import type { Finding } from "@sightline/stores";
import { count } from "../../../render/count.js";
import { duration } from "../../../render/duration.js";
import { percent } from "../../../render/percent.js";
import type { Style } from "../../../render/style.js";
import { wholeNumber } from "../../../render/whole-number.js";
import { claimText, evidenceLine, factLines, lostLines, NOT_IN_FORCE } from "../../shared/store-words.js";
import { type Census, levelOfAll, levelWords, tableLevels, violationRate } from "../../../report/census.js";
import type { MeasureSection } from "../html.js";
import { roundsWords } from "../render.js";
import type { OracleCount, StoreSurvey } from "./survey-store.js";

/** What the histories of a store came to, for people. Ends in a newline. */
export function renderSurvey(survey: StoreSurvey, style: Style): string {
  const { facts, censuses, evidence } = survey;
  const lines = facts === undefined ? [] : [...factLines(facts), ""];
  if (censuses.session.histories === 0) return `${[...lines, "no history was measured"].join("\n")}\n`;
  const missing = evidence?.missing !== undefined;
  const conclusion = surveyLines(survey);
  lines.push(
    ...tableLines(survey, style),
    "",
    ...conclusion.map((line) =>
      missing && line.startsWith(NOT_IN_FORCE) ? style.colours.yellow(line) : line,
    ),
  );
  return `${lines.join("\n")}\n${survey.findings.map((finding) => renderFinding(finding, style)).join("")}`;
}

/** What the tables come to, in sentences. */
function surveyLines(survey: StoreSurvey): readonly string[] {
  const { censuses, evidence } = survey;
  const lines: string[] = [];
  const [session, realtime] = [levelWords(censuses.session), levelWords(censuses.realtime)];
  // Where the delays were not in force there is no level to tell.
  if (evidence?.missing === undefined)
    lines.push(
      `The strongest level that no history is known to violate: ${session} over session order, ${realtime} over real time.`,
    );
  lines.push(
    ...oracleLines("Replicas that have got everything", ["agree", "differ"], survey.diverged),
    ...oracleLines("Live documents and the same saved and loaded", ["agree", "differ"], survey.stale),
  );
  if (survey.thrown > 0) lines.push(`The library threw in ${count(survey.thrown, "run")}.`);
  if (survey.errors > 0)
    lines.push(`${count(survey.errors, "call")} failed: queries were left out, updates are pending.`);
  lines.push(...lostLines(survey.lost));
  const inForce = evidenceLine(evidence);
  if (inForce !== undefined) lines.push(inForce);
  const rounds = roundsWords(survey.rounds);
  if (rounds !== "") lines.push(rounds);
  const { histories, operations, unknown } = censuses.session;
  lines.push(
    [
      count(histories, "history"),
      count(operations, "operation"),
      duration(survey.milliseconds),
      ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ].join(", "),
  );
  return lines;
}

/** The same as a part of a page. */
export function surveySection(survey: StoreSurvey): MeasureSection {
  const { facts, censuses, times, findings } = survey;
  const [title, ...rest] = facts === undefined ? ["Nothing was measured"] : factLines(facts);
  return {
    title,
    facts: rest,
    counts: survey.evidence?.missing === undefined,
    tables: [
      { title: "over session order", census: censuses.session },
      { title: "over real time", census: censuses.realtime },
    ],
    times,
    conclusion: censuses.session.histories === 0 ? [] : surveyLines(survey),
    findings: findings.map(({ claim, run, steps, program, prints, confirmed }) => ({
      title: `Run ${run}, made short: ${claimText(claim)}`,
      text: [
        ...steps.map((step, number) => `${number + 1}. ${step}`),
        "",
        ...(confirmed
          ? [`This program uses the library alone; it was run, and printed ${prints}`, "", program.trimEnd()]
          : ["A program that uses the library alone does not show it, so the fault may be Sightline's own."]),
      ].join("\n"),
    })),
  };
}

/** ViSearch's Table 1, one level to a line, over both orders. */
function tableLines({ censuses }: StoreSurvey, { colours, width }: Style): string[] {
  const header = ["level", "session order", "rate", "95 % interval", "real time", "rate", "95 % interval"];
  const cells = (census: Census, level: LevelName): string[] => {
    const { rate, low, high } = violationRate(census.counts[level]);
    return [
      `${wholeNumber(census.counts[level].violated)} violated`,
      percent(rate),
      `${percent(low)} – ${percent(high)}`,
    ];
  };
  const rows = tableLevels.map((level) => [
    level,
    ...cells(censuses.session, level),
    ...cells(censuses.realtime, level),
  ]);
  const widths = header.map((title, c) => Math.max(title.length, ...rows.map((row) => row[c].length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c])))
      .join("   ")
      .slice(0, Math.max(width, 100));
  const best = levelOfAll(censuses.session);
  return [
    colours.bold(line(header)),
    ...rows.map((row) => (row[0] === best ? colours.green(line(row)) : line(row))),
  ];
}

function oracleLines(
  what: string,
  [well, badly]: readonly [string, string],
  { asked, found }: OracleCount,
): string[] {
  if (asked === 0) return [];
  return [
    `${what} ${found === 0 ? `${well} in all ${count(asked, "run")}` : `${badly} in ${wholeNumber(found)} of ${count(asked, "run")}`}.`,
  ];
}

/** A failure made short, as a program to run. */
function renderFinding(finding: Finding, { colours }: Style): string {
  const { claim, run, steps, program, prints, confirmed, instead, history } = finding;
  const lines = [
    "",
    colours.bold(`Run ${run}, made short: ${claimText(claim)}.`),
    ...steps.map((step, number) => `  ${number + 1}. ${step}`),
    ...(claim.kind === "level" ? [`  ${printHistory(history)}`] : []),
    "",
  ];
  if (confirmed)
    lines.push(
      `This program uses the library alone; it was run, and printed ${prints}`,
      "",
      ...program
        .trimEnd()
        .split("\n")
        .map((line) => (line === "" ? "" : `    ${line}`)),
    );
  else
    lines.push(
      colours.yellow(
        `A program that uses the library alone does not show it, so the fault may be Sightline's own: it should print ${prints}, and did: ${instead ?? ""}`,
      ),
    );
  return `${lines.join("\n")}\n`;
}
