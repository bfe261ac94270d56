import { type LevelName, levelNames, measure, type OrderName } from "@sightline/core";
import type { Claim, Evidence, Finding, OpenStore, RecordedRun, StoreFacts } from "@sightline/stores";
import { createScatter, type Scatter } from "../../../html/scatter.js";
import { timedPoint, timesOfHistories } from "../html.js";
import { type Census, countMeasured, createCensus } from "../../../report/census.js";
import { createRounds, type Rounds } from "../rounds.js";

/** What an oracle besides the levels has found. */
export interface OracleCount {
  /** Runs that it could be asked about. */
  asked: number;
  found: number;
}

/** What the histories of a store came to. */
export interface StoreSurvey {
  readonly facts: StoreFacts;
  readonly censuses: Readonly<Record<OrderName, Census>>;
  /** How long each history took to measure, over session order. */
  readonly times: Scatter;
  readonly diverged: OracleCount;
  readonly stale: OracleCount;
  thrown: number;
  /** Calls that failed over a network. */
  errors: number;
  /** The first run that showed each claim that is worth an example. */
  readonly examples: readonly { readonly claim: Claim; readonly run: number }[];
  readonly findings: readonly Finding[];
  readonly evidence?: Evidence;
  readonly rounds: Rounds | undefined;
  readonly interrupted: boolean;
  readonly milliseconds: number;
}

/** One history of a store, measured. */
export interface MeasuredRun {
  readonly run: RecordedRun;
  readonly measured: Readonly<Record<OrderName, ReturnType<typeof measure>>>;
}

/** How a store is surveyed. */
export interface SurveyPlan {
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

const orders: readonly OrderName[] = ["session", "realtime"];

/** Records and measures histories until there are enough, the result is stable, or the user gives up. */
export async function surveyStore(store: OpenStore, plan: SurveyPlan): Promise<StoreSurvey> {
  const begun = performance.now();
  const censuses = { session: createCensus(), realtime: createCensus() };
  const tally = { diverged: { asked: 0, found: 0 }, stale: { asked: 0, found: 0 }, thrown: 0, errors: 0 };
  const times = createScatter(timesOfHistories);
  const examples = createExamples();
  const rounds = plan.round === undefined ? undefined : createRounds(plan.round);
  const options = { verify: plan.verify, limits: { seconds: plan.seconds } };
  for (let number = plan.first; number < plan.first + plan.histories && !plan.signal.aborted; number++) {
    const run = await store.record(number);
    const [session, realtime] = orders.map((order) => measure(run.history, { order, ...options }));
    count(tally, run);
    countMeasured(censuses.session, { size: run.history.size, measured: session });
    countMeasured(censuses.realtime, { size: run.history.size, measured: realtime });
    times.add(timedPoint({ size: run.history.size, measured: session }));
    examples.see(run, session.verdicts);
    await plan.onRun({ run, measured: { session, realtime } });
    if (rounds?.add({ size: run.history.size, measured: session }) === true) break;
  }
  const findings: Finding[] = [];
  if (plan.shrink && store.shrink !== undefined && !plan.signal.aborted)
    for (const { claim, run } of examples.list()) findings.push(await store.shrink(run, claim));
  const evidence = await store.evidence?.();
  return {
    facts: store.facts,
    censuses,
    times,
    ...tally,
    examples: examples.list(),
    findings,
    ...(evidence !== undefined && { evidence }),
    rounds,
    interrupted: plan.signal.aborted,
    milliseconds: performance.now() - begun,
  };
}

function count(
  tally: { diverged: OracleCount; stale: OracleCount; thrown: number; errors: number },
  { diverged, stale, thrown, errors = [] }: RecordedRun,
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

/** Keeps the first run of each kind of failure, and of the weakest level that was violated. */
function createExamples() {
  const first = new Map<Claim["kind"], { claim: Claim; run: number }>();
  let weakest: number = levelNames.length;
  const note = (claim: Claim, run: number): void => {
    if (!first.has(claim.kind)) first.set(claim.kind, { claim, run });
  };
  return {
    see(
      { number, diverged, stale, thrown }: RecordedRun,
      verdicts: Readonly<Record<LevelName, string>>,
    ): void {
      if (stale === true) note({ kind: "stale" }, number);
      // A document that shows something wrong differs from others, too: that is no other failure.
      else if (diverged === true) note({ kind: "diverged" }, number);
      if (thrown !== undefined) note({ kind: "thrown" }, number);
      const violated = levelNames.findIndex((level) => verdicts[level] === "violated");
      if (violated < 0 || violated >= weakest) return;
      weakest = violated;
      first.set("level", {
        claim: { kind: "level", level: levelNames[violated], order: "session" },
        run: number,
      });
    },
    list: () => [...first.values()],
  };
}
