import { UsageError } from "../../../errors/usage-error.js";
import { createOutput } from "../../../output/output.js";
import { filesNamed, protectInputs } from "../../../inputs/protect-inputs.js";
import { openToWrite } from "../../../output/output-file.js";
import { createStatusLine, noStatusLine } from "../../../output/status-line.js";
import { createTally, exitCode } from "../../../process/exit-code.js";
import { listenForInterrupt } from "../../../process/interrupt.js";
import { styleFor } from "../../../render/style.js";
import { batchFlagNames } from "../../shared/batch-flags.js";
import { whole } from "../../shared/numbers.js";
import { refuseOptions, type StoreFlags, type StorePlan, storePlanOf } from "../../shared/store-options.js";
import { progressWords } from "../../shared/tasks/batch-progress.js";
import { openStoreBatch } from "../../shared/tasks/store-batch.js";
import type { MeasuredRun } from "../../shared/tasks/store-tasks.js";
import { renderMeasurePage } from "../html.js";
import { type MeasureFlags, planMeasure } from "../options.js";
import { compareSurveys, differenceLines, secondStore } from "./against.js";
import { runLine, surveyData } from "./json.js";
import { renderSurvey, surveySection } from "./render.js";
import { type StoreSurvey, type SurveyPlan, surveyStore } from "./survey-store.js";

/** The options of `measure` for a store. */
export interface MeasureStoreFlags extends MeasureFlags, StoreFlags {
  readonly run?: string;
  readonly shrink?: boolean;
  readonly against?: string;
}

/** The most time for one history, where nothing is said: lists can be hard, and there are always more histories. */
const SECONDS = 10;

/** What has no meaning for a store. */
const forFiles = ["type", "initial", "format", "independent", "order", "memory", "workers"];

/** `sightline measure yjs:map`: the exit status. */
export async function runMeasureStore(target: string, flags: MeasureStoreFlags): Promise<number> {
  refuseOptions(flags, forFiles, "for histories in files");
  const { round, json, quiet, onUnknown, job } = await planMeasure(flags);
  const plan = await storePlanOf(target, flags);
  const second = flags.against === undefined ? undefined : secondStore(flags.against, target, flags);
  const secondPlan = second === undefined ? undefined : await storePlanOf(second.target, second.flags);
  const only = flags.run === undefined ? undefined : whole(flags.run, "--run", 0);
  if (second !== undefined && (only !== undefined || round !== undefined))
    throw new UsageError(
      "SL4006",
      "--against compares so many histories of each: leave --run and --until-stable out",
    );
  if (only !== undefined && flags.histories !== undefined)
    throw new UsageError("SL4006", "--run is one history: leave --histories out");
  if (only !== undefined) refuseOptions(flags, batchFlagNames, "for more than one run");
  protectInputs(
    { "--html": flags.html, "--journal": flags.journal },
    filesNamed(target.startsWith("js:") ? target.slice(3) : undefined),
  );
  const writePage = flags.html === undefined ? undefined : openToWrite(flags.html, "--html");
  const output = createOutput();
  const line = quiet ? noStatusLine : createStatusLine();
  const interrupt = new AbortController();
  const stopListening = listenForInterrupt(interrupt);
  const seconds = job.deadline === undefined ? SECONDS : job.deadline / 1000;
  const verify = job.verify !== false;
  const stores = [
    { target, options: plan.options },
    ...(second === undefined || secondPlan === undefined
      ? []
      : [{ target: second.target, options: secondPlan.options }]),
  ];
  const batch = await openStoreBatch(
    flags,
    stores,
    { kind: "measure-runs", seconds, verify },
    interrupt.signal,
  );
  const planned = only === undefined ? plan.histories + (secondPlan?.histories ?? 0) : 1;
  let told = 0;
  const tellOf =
    (store: string, { options }: StorePlan) =>
    async (run: MeasuredRun): Promise<void> => {
      told++;
      if (json) {
        line.hide();
        await output.write(`${runLine(store, options, run)}\n`, "");
      } else if (only !== undefined)
        await output.write(
          `run ${run.number}:\n${run.steps?.map((step) => `  ${step}\n`).join("") ?? ""}\n`,
          "",
        );
      line.update(round === undefined ? told / planned : 0, progressWords(batch.progress, told));
    };
  const surveyPlan: SurveyPlan = {
    store: 0,
    histories:
      only !== undefined
        ? 1
        : round !== undefined && flags.histories === undefined
          ? Infinity
          : plan.histories,
    first: only ?? 0,
    round,
    seconds,
    verify,
    shrink: flags.shrink !== false,
    signal: interrupt.signal,
    onRun: tellOf(target, plan),
  };
  try {
    const survey = await surveyStore(batch, surveyPlan);
    line.hide();
    const style = styleFor(process.stdout, process.env);
    if (second === undefined || secondPlan === undefined || survey.interrupted) {
      await output.write(
        json ? `${JSON.stringify({ summary: surveyData(survey) })}\n` : renderSurvey(survey, style),
        "",
      );
      writePage?.(renderMeasurePage([surveySection(survey)], new Date()));
      return statusOf(survey, onUnknown);
    }
    if (!json) await output.write(`${renderSurvey(survey, style)}\nagainst\n\n`, "");
    const other = await surveyStore(batch, {
      ...surveyPlan,
      store: 1,
      histories: secondPlan.histories,
      onRun: tellOf(second.target, secondPlan),
    });
    line.hide();
    const differences = compareSurveys(survey, other);
    await output.write(
      json
        ? `${JSON.stringify({ summary: { ...surveyData(survey), against: surveyData(other), differences } })}\n`
        : `${renderSurvey(other, style)}\n${differenceLines(differences).join("\n")}\n`,
      "",
    );
    const compared = { ...surveySection(other), title: `Against: ${surveySection(other).title}` };
    const conclusion = [...compared.conclusion, ...differenceLines(differences)];
    writePage?.(renderMeasurePage([surveySection(survey), { ...compared, conclusion }], new Date()));
    return Math.max(statusOf(survey, onUnknown), statusOf(other, onUnknown));
  } finally {
    line.hide();
    stopListening();
    await batch.close();
  }
}

/** 1 where replicas differ, a live document is wrong or the library threw; 2 where the delays were not in force. */
function statusOf(survey: StoreSurvey, onUnknown: Parameters<typeof exitCode>[1]): number {
  const tally = createTally();
  tally.violated = survey.diverged.found + survey.stale.found + survey.thrown;
  tally.unknown = survey.censuses.session.unknown + survey.censuses.realtime.unknown;
  tally.interrupted = survey.interrupted;
  if (survey.rounds?.stable === false || survey.evidence?.missing !== undefined) tally.unreached++;
  tally.unreached += survey.lost.length;
  return exitCode(tally, onUnknown);
}
