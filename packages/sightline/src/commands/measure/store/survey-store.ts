import type { OrderName } from "@sightline/core";
import type { Claim, Evidence, Finding, StoreFacts } from "@sightline/stores";
import { createScatter, type Scatter } from "../../../html/scatter.js";
import { type Census, countMeasured, createCensus } from "../../../report/census.js";
import { untilAborted } from "../../shared/tasks/in-order.js";
import type { StoreBatch } from "../../shared/tasks/store-batch.js";
import { mergeEvidence } from "../../shared/tasks/merge-evidence.js";
import { sameFacts } from "../../shared/tasks/same-facts.js";
import type { LostRun, MeasuredRun } from "../../shared/tasks/store-tasks.js";
import { timedPoint, timesOfHistories } from "../html.js";
import { createRounds, type Rounds } from "../rounds.js";
import { createExamples } from "./examples.js";

/** What an oracle besides the levels has found. */
export interface OracleCount {
  /** Runs that it could be asked about. */
  asked: number;
  found: number;
}

/** What the histories of a store came to. */
export interface StoreSurvey {
  /** Absent where it was interrupted before anything was known. */
  readonly facts: StoreFacts | undefined;
  readonly censuses: Readonly<Record<OrderName, Census>>;
  /** How long each history took to measure, over session order. */
  readonly times: Scatter;
  readonly diverged: OracleCount;
  readonly stale: OracleCount;
  readonly thrown: number;
  /** Calls that failed over a network. */
  readonly errors: number;
  /** Runs that took with them who ran them. */
  readonly lost: readonly LostRun[];
  /** The first run that showed each claim that is worth an example. */
  readonly examples: readonly { readonly claim: Claim; readonly run: number }[];
  readonly findings: readonly Finding[];
  readonly evidence?: Evidence;
  readonly rounds: Rounds | undefined;
  readonly interrupted: boolean;
  readonly milliseconds: number;
}

/** How a store is surveyed. */
export interface SurveyPlan {
  /** Which of the batch's stores. */
  readonly store: number;
  readonly histories: number;
  readonly first: number;
  /** How many histories a round has, where measuring stops once the result is stable. */
  readonly round: number | undefined;
  /** The most time for one history. */
  readonly seconds: number;
  readonly verify: boolean;
  /** Whether the first failure of each kind is made short. */
  readonly shrink: boolean;
  readonly signal: AbortSignal;
  /** Is told of each history. */
  readonly onRun: (measured: MeasuredRun) => Promise<void>;
}

/** Takes histories until there are enough, the result is stable, or the user gives up. */
export async function surveyStore(batch: StoreBatch, plan: SurveyPlan): Promise<StoreSurvey> {
  const { store, first, histories, seconds, verify, signal } = plan;
  const begun = performance.now();
  const censuses = { session: createCensus(), realtime: createCensus() };
  const tally = { diverged: { asked: 0, found: 0 }, stale: { asked: 0, found: 0 }, thrown: 0, errors: 0 };
  const times = createScatter(timesOfHistories);
  const examples = createExamples();
  const rounds = plan.round === undefined ? undefined : createRounds(plan.round);
  const inForce = mergeEvidence();
  const lost: LostRun[] = [];
  let facts: StoreFacts | undefined;
  /** Whether the result is stable after this run. */
  const take = async (run: MeasuredRun): Promise<boolean> => {
    const { size, session, realtime } = run;
    count(tally, run);
    countMeasured(censuses.session, { size, measured: session });
    countMeasured(censuses.realtime, { size, measured: realtime });
    times.add(timedPoint({ size, measured: session }));
    examples.see(run);
    await plan.onRun(run);
    return rounds?.add({ size, measured: session }) === true;
  };
  const takeAll = async (runs: readonly MeasuredRun[]): Promise<boolean> => {
    for (const run of runs) if (await take(run)) return true;
    return false;
  };
  const work = { kind: "measure-runs", seconds, verify } as const;
  for await (const found of untilAborted(batch.runs(store, work, first, histories), signal)) {
    facts = sameFacts(facts, found.facts);
    if (found.evidence !== undefined) inForce.add(found.opening, found.evidence);
    lost.push(...(found.lost ?? []));
    if (await takeAll(found.runs)) break;
  }
  const findings: Finding[] = [];
  if (plan.shrink && !signal.aborted)
    for (const { claim, run } of examples.list()) {
      const finding = await batch.shrink(store, run, claim);
      if (finding !== undefined) findings.push(finding);
    }
  const evidence = inForce.all();
  return {
    facts,
    censuses,
    times,
    ...tally,
    lost,
    examples: examples.list(),
    findings,
    ...(evidence !== undefined && { evidence }),
    rounds,
    interrupted: signal.aborted,
    milliseconds: performance.now() - begun,
  };
}

function count(
  tally: { diverged: OracleCount; stale: OracleCount; thrown: number; errors: number },
  { diverged, stale, thrown, errors = [] }: MeasuredRun,
): void {
  for (const [oracle, found] of [
    [tally.diverged, diverged],
    [tally.stale, stale],
  ] as const) {
    if (found === undefined) continue;
    oracle.asked++;
    if (found) oracle.found++;
  }
  if (thrown !== undefined) tally.thrown++;
  tally.errors += errors.length;
}
