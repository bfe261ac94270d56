import { printHistory } from "@sightline/core";
import type { Finding, StoreOptions } from "@sightline/stores";
import { type Census, levelOfAll, tableLevels } from "../../../report/census.js";
import { ratedCount } from "../../../report/census-data.js";
import type { MeasuredRun } from "../../shared/tasks/store-tasks.js";
import type { StoreSurvey } from "./survey-store.js";

/** One line of `measure --json` for a history of a store, without its newline. */
export function runLine(target: string, options: StoreOptions, run: MeasuredRun): string {
  const { session, realtime } = run;
  return JSON.stringify({
    file: target,
    index: run.number,
    name: run.name,
    operations: run.size,
    level: session.level,
    verdicts: session.verdicts,
    reason: session.reason,
    realtime: { level: realtime.level, verdicts: realtime.verdicts, reason: realtime.reason },
    diverged: run.diverged,
    stale: run.stale,
    thrown: run.thrown,
    errors: run.errors,
    steps: run.steps,
    // What `replay` needs to do it again, where that can be done.
    ...(run.steps !== undefined && { replay: { target, run: run.number, options } }),
    stats: session.stats,
  });
}

/** What a survey of a store came to, as data. */
export function surveyData(survey: StoreSurvey): object {
  const { facts, censuses, rounds } = survey;
  // Where the delays were not in force there is no level to tell.
  const level = survey.evidence?.missing === undefined ? {} : { level: null };
  return {
    ...facts,
    ...censusData(censuses.session),
    ...level,
    realtime: { ...censusData(censuses.realtime), ...level },
    diverged: survey.diverged,
    stale: survey.stale,
    thrown: survey.thrown,
    errors: survey.errors,
    ...(survey.lost.length > 0 && { lost: survey.lost }),
    evidence: survey.evidence,
    findings: survey.findings.map(findingData),
    interrupted: survey.interrupted,
    ...(rounds !== undefined && { rounds: rounds.results, stable: rounds.stable }),
    milliseconds: Math.round(survey.milliseconds),
  };
}

function censusData(census: Census): object {
  const { histories, operations, unknown, strongest } = census;
  return {
    histories,
    operations,
    level: histories === 0 ? null : levelOfAll(census),
    levels: Object.fromEntries(tableLevels.map((level) => [level, ratedCount(census.counts[level])])),
    strongest,
    unknown,
  };
}

const findingData = ({ history, ...finding }: Finding): object => ({
  ...finding,
  notation: printHistory(history),
});
