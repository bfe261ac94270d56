import type { LevelName } from "@sightline/core";
import { type LevelMap, strongestFirst } from "../object/admitted.js";
import { generatePrograms } from "../object/generate.js";
import { stepsOf } from "../object/notation.js";
import type { Outcome, Program } from "../object/program.js";
import type { Target } from "../object/target.js";
import { createSource } from "./choose-programs.js";
import type { DeriveEvent, DerivePlan } from "./derive.js";
import type { DerivedLevel, FailedProgram, MethodLevels } from "./method-levels.js";
import { type Observation, observe, relaxedPart } from "./observe.js";

/** Methods whose levels did not hold together, and what showed it. */
export interface Weakening {
  readonly methods: readonly {
    readonly method: string;
    readonly from: LevelName;
    readonly to: LevelName | "none";
  }[];
  readonly program: Program;
  readonly outcome: Outcome;
  readonly count: number;
  readonly executions: number;
}

/** The second step of POPL'19 §5.2: what programs over all methods with a level showed. */
export interface Together {
  readonly methods: readonly string[];
  readonly programs: number;
  readonly executions: number;
  readonly seconds: number;
  readonly weakenings: readonly Weakening[];
  readonly failures: readonly FailedProgram[];
}

const BATCH = 4;

/**
 * Runs programs over all methods that have a level, with all these levels at once. A violation weakens
 * the methods that it involves: `levels` is changed.
 */
export async function* deriveTogether(
  target: Target,
  plan: DerivePlan,
  levels: Map<string, MethodLevels>,
  isOver: () => boolean,
  signal: AbortSignal,
): AsyncGenerator<
  DeriveEvent,
  { readonly together: Together; readonly observations: readonly Observation[] }
> {
  const annotated = plan.spec.methods.filter(({ name }) => isLevel(levels.get(name)?.level));
  const tested = annotated.filter(({ name }) => levels.get(name)?.trusted === false);
  const observations: Observation[] = [];
  const weakenings: Weakening[] = [];
  const failures: FailedProgram[] = [];
  let [programs, executions, seconds] = [0, 0, 0];
  const finish = () => ({
    together: {
      methods: annotated.map(({ name }) => name),
      programs,
      executions,
      seconds,
      weakenings,
      failures,
    },
    observations,
  });
  if (tested.length < 2) return finish(); // nothing that the first step has not seen
  const spec = { ...plan.spec, methods: annotated };
  const made = generatePrograms(spec, { ...plan.bounds, seed: plan.seed - 1, methods: tested });
  const source = createSource(made, target, plan.spec, plan.splitBulk);
  for (let asked = 0; asked < plan.programsTogether && !isOver(); ) {
    const wanted = Math.min(BATCH, plan.programsTogether - asked);
    asked += wanted;
    const next = await source.next(wanted, ({ program }) => callsOf(program, tested).length);
    for (const skipped of next.skipped) yield { kind: "skipped", method: undefined, skipped };
    const options = { secondsPerProgram: plan.secondsPerProgram, seed: plan.seed + asked, signal };
    for await (const seen of observe(target, next.admissions, options)) {
      if (seen.failure !== undefined) {
        const failed = { program: seen.admission.program, failure: seen.failure };
        failures.push(failed);
        yield { kind: "failed", method: undefined, failed };
        if (seen.failure.kind === "rejected") continue;
      }
      programs++;
      executions += seen.executions;
      seconds += seen.seconds;
      observations.push(relaxedPart(seen));
      yield { kind: "progress", step: "together", share: 0.8 + (0.2 * asked) / plan.programsTogether };
    }
    weakenings.push(...weakenUntilAdmitted(observations, levels));
    if (next.admissions.length < wanted) break;
  }
  return finish();
}

const isLevel = (level: DerivedLevel | undefined): level is LevelName =>
  level !== undefined && level !== "none" && level !== "untested";

function callsOf(program: Program, methods: readonly { readonly name: string }[]): readonly string[] {
  const called = new Set(stepsOf(program).flatMap(({ on, method }) => (on === undefined ? [method] : [])));
  return methods.flatMap(({ name }) => (called.has(name) ? [name] : []));
}

/** The levels as `check` takes them; without a level a method may see anything. */
export function levelMap(levels: Iterable<MethodLevels>): LevelMap {
  return {
    "*": "complete",
    ...Object.fromEntries(
      [...levels].flatMap(({ method, level }) => (isLevel(level) ? [[method, level] as const] : [])),
    ),
  };
}

/**
 * Weakens levels until they admit all that was seen. As levels are no chain, a weaker level somewhere may
 * refuse what was admitted before: so everything is looked at again after each change. Each change
 * lowers some level, so that ends.
 */
function weakenUntilAdmitted(
  observations: readonly Observation[],
  levels: Map<string, MethodLevels>,
): readonly Weakening[] {
  const weakenings: Weakening[] = [];
  for (let changed = true; changed; ) {
    changed = false;
    for (const { admission, outcomes, executions } of observations) {
      const suspects = [...levels.values()].filter(
        (own) => !own.trusted && callsOf(admission.program, [{ name: own.method }]).length > 0,
      );
      // Without a level anything goes.
      if (suspects.some(({ level }) => !isLevel(level))) continue;
      for (const { results, count } of outcomes) {
        const admits = (map: LevelMap): boolean => admission.admits(results, { levels: map });
        const now = levelMap(levels.values());
        if (admits(now)) continue;
        const lower = weaken(suspects, now, admits);
        if (lower.length === 0) continue;
        for (const { method, to } of lower) {
          const own = levels.get(method);
          if (own !== undefined) levels.set(method, { ...own, level: to });
        }
        const { program } = admission;
        weakenings.push({ methods: lower, program, outcome: results, count, executions });
        changed = true;
        break;
      }
    }
  }
  return weakenings;
}

/**
 * The smallest change that admits the outcome: one method alone, lowered as little as possible; or all of
 * them step by step; or none of them has a level.
 */
function weaken(
  suspects: readonly MethodLevels[],
  now: LevelMap,
  admits: (levels: LevelMap) => boolean,
): Weakening["methods"] {
  const below = ({ method }: MethodLevels): readonly LevelName[] =>
    strongestFirst.slice(strongestFirst.indexOf(now[method]) + 1);
  for (let drop = 0; drop < strongestFirst.length; drop++)
    for (const suspect of suspects) {
      const to = below(suspect).at(drop);
      const { method } = suspect;
      if (to !== undefined && admits({ ...now, [method]: to })) return [{ method, from: now[method], to }];
    }
  for (let drop = 0; drop < strongestFirst.length; drop++) {
    const lower = suspects.map((suspect) => ({
      method: suspect.method,
      from: now[suspect.method],
      to: below(suspect).at(drop) ?? ("weak" as const),
    }));
    if (admits({ ...now, ...Object.fromEntries(lower.map(({ method, to }) => [method, to])) }))
      return lower.filter(({ from, to }) => from !== to);
  }
  return suspects.map(({ method }) => ({ method, from: now[method], to: "none" as const }));
}
