import { countRefused, countRun } from "../asked/coverage.js";
import { type LevelMap, strongestFirst } from "../object/admitted.js";
import { hardlyOverlapped } from "../object/hardly-overlapped.js";
import { admittingEach } from "./admission.js";
import { type Blamed, blame, type Suspect } from "./blame.js";
import { callsOf } from "./calls-of.js";
import type { DeriveEvent, DeriveRun } from "./derivation.js";
import { afterOutcome, afterProgram, isLevel, type MethodLevels, type Refutation } from "./method-levels.js";
import { type Observation, relaxedPart } from "./observe.js";
import { loseTrust, trustedMethods, untrustedIn } from "./trust.js";

/** Why nothing can be said of a program whose threads took turns. */
const APART = "its threads hardly overlapped: this machine has no processor free for each";

/**
 * Takes in what one program showed, whatever it was run for. What is not atomic speaks against the method
 * that is not trusted, where there is one; against two or more of them together (see `blameTogether`); or,
 * where all are trusted, against that trust.
 *
 * @param method whose program it was, for what has to be told of it
 */
export function* take(
  seen: Observation,
  method: string | undefined,
  run: DeriveRun,
): Generator<DeriveEvent, void> {
  const { plan, levels, kept, coverage, totals, failures } = run;
  const { admission, executions, failure } = seen;
  const { program } = admission;
  if (failure !== undefined) {
    const failed = { program, failure };
    const own = method === undefined ? undefined : levels.get(method);
    if (own === undefined) failures.push(failed);
    else levels.set(own.method, { ...own, failures: [...own.failures, failed] });
    yield { kind: "failed", method, failed };
  }
  if (failure?.kind === "rejected") return countRefused(coverage, program, failure.message);
  totals.programs++;
  totals.executions += executions;
  totals.seconds += seen.seconds;
  const relaxed = relaxedPart(seen);
  const why = failure?.kind === "unknown" ? failure.message : hardlyOverlapped(seen) ? APART : undefined;
  if (relaxed.outcomes.length > 0) kept.push(relaxed);
  else if (why !== undefined || executions === 0) {
    totals.silent++;
    return countRefused(coverage, program, why ?? "there was no time left for an execution");
  }
  countRun(coverage, program);
  for (const name of callsOf(program, plan.spec.methods)) {
    const own = levels.get(name);
    if (own !== undefined) levels.set(name, afterProgram(own, seen));
  }
  if (relaxed.outcomes.length === 0) return;
  const suspects = suspectsIn(seen, run);
  if (suspects.length === 1) {
    const standing = new Set(suspects[0].surviving);
    const own = judged(suspects[0], relaxed);
    levels.set(own.method, own);
    for (const refutation of own.refutations)
      if (standing.has(refutation.level)) yield { kind: "refuted", method: own.method, refutation };
  }
  if (suspects.length === 0) yield* doubtTrust(run);
}

/** A method after all outcomes of a program were held against each of its levels, all others being complete. */
function judged(own: MethodLevels, { admission, outcomes, executions }: Observation): MethodLevels {
  const { program } = admission;
  return outcomes.reduce((levels, { results, count }) => {
    const admitting = admittingEach(admission, results, own.method, { "*": "complete" });
    return afterOutcome(levels, admitting, { program, outcome: results, count, executions });
  }, own);
}

/** Programs of trusted methods alone showed what is not atomic: those that bear it lose their trust. */
function* doubtTrust(run: DeriveRun): Generator<DeriveEvent, void> {
  const { levels, kept, trust } = run;
  const against = kept.filter((seen) => suspectsIn(seen, run).length === 0);
  const names = new Set(trustedMethods(run).map(({ name }) => name));
  const trusted = [...levels.values()].filter(({ method }) => names.has(method));
  for (const { method, program, outcome, count, executions } of blame(
    against,
    trusted.map((own) => suspect({ ...own, surviving: strongestFirst }, run)),
    { "*": "complete" },
  )) {
    const own = levels.get(method);
    if (own === undefined) continue;
    loseTrust(trust, method);
    const witness: Refutation = { level: "complete", program, outcome, count, executions };
    levels.set(method, { ...own, trusted: false, distrusted: witness });
    yield { kind: "distrusted", method, witness };
  }
  rejudge(run);
}

/** Holds all that was seen against the levels again: who is trusted has changed, and with it who is suspect. */
function rejudge(run: DeriveRun): void {
  const { levels, kept } = run;
  for (const own of levels.values())
    if (!own.trusted)
      levels.set(own.method, {
        ...own,
        surviving: strongestFirst,
        refutations: [],
        level: own.programs === 0 ? "untested" : "complete",
      });
  for (const seen of kept) {
    const [own, ...others] = suspectsIn(seen, run);
    if (own !== undefined && others.length === 0) levels.set(own.method, judged(own, seen));
  }
}

/** What bears that which only two or more methods together show, each as the others leave it. */
export function blameTogether(run: DeriveRun): readonly Blamed[] {
  const { levels } = run;
  const suspects = [...levels.values()].filter((own) => !own.trusted && own.surviving.length > 0);
  return blame(
    run.kept.filter((seen) => isJoint(seen, run)),
    suspects.map((own) => suspect(own, run)),
    levelMap(levels.values()),
  );
}

/** Whether a program calls two or more methods that are not trusted, all of which have a level. */
function isJoint(seen: Observation, run: DeriveRun): boolean {
  const suspects = suspectsIn(seen, run);
  return suspects.length > 1 && suspects.every(({ level }) => level !== "none"); // without one anything goes
}

/**
 * Whether a program shows what the levels, each found alone, do not admit together; or what is not atomic
 * of methods that are all trusted.
 */
export function isViolating(seen: Observation, run: DeriveRun): boolean {
  const { admission, outcomes } = seen;
  const suspects = suspectsIn(seen, run);
  if (suspects.length === 0) return outcomes.length > 0;
  if (suspects.some(({ level }) => level === "none")) return false;
  const levels = levelMap(run.levels.values());
  return outcomes.some(({ results }) => !admission.admits(results, { levels }));
}

function suspect(own: MethodLevels, { plan }: DeriveRun): Suspect {
  const { method, surviving, programs } = own;
  const changes = plan.spec.methods.some(({ name, readonly }) => name === method && readonly !== true);
  return { method, level: surviving[0], weaker: surviving.slice(1), programs, changes };
}

/** The methods in a program that are not trusted. */
export function suspectsIn(
  { admission }: Observation,
  { levels, trust }: DeriveRun,
): readonly MethodLevels[] {
  const names = untrustedIn(admission.program, trust);
  return [...levels.values()].filter(({ method }) => names.has(method));
}

/** The levels as `check` takes them. */
function levelMap(levels: Iterable<MethodLevels>): LevelMap {
  return {
    "*": "complete",
    ...Object.fromEntries(
      [...levels].flatMap(({ method, level }) => (isLevel(level) ? [[method, level] as const] : [])),
    ),
  };
}
