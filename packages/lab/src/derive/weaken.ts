import type { LevelName } from "@sightline/core";
import { type LevelMap, strongestFirst } from "../object/admitted.js";
import { stepsOf } from "../object/notation.js";
import type { MethodSpec } from "../object/object-spec.js";
import type { Outcome, Program } from "../object/program.js";
import type { DerivedLevel, MethodLevels } from "./method-levels.js";
import type { Observation } from "./observe.js";

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

export const isLevel = (level: DerivedLevel | undefined): level is LevelName =>
  level !== undefined && level !== "none" && level !== "untested";

/** Which of the methods a program calls. */
export function callsOf(program: Program, methods: readonly { readonly name: string }[]): readonly string[] {
  const called = new Set(stepsOf(program).flatMap(({ on, method }) => (on === undefined ? [method] : [])));
  return methods.flatMap(({ name }) => (called.has(name) ? [name] : []));
}

/** The outcomes of a program that the levels do not admit, where all its methods have one. */
export function violationsOf(
  { admission, outcomes }: Observation,
  levels: ReadonlyMap<string, MethodLevels>,
): Observation["outcomes"] {
  const suspects = suspectsIn(admission.program, levels);
  // Without a level anything goes.
  if (suspects.some(({ level }) => !isLevel(level))) return [];
  const now = levelMap(levels.values());
  return outcomes.filter(({ results }) => !admission.admits(results, { levels: now }));
}

const suspectsIn = (program: Program, levels: ReadonlyMap<string, MethodLevels>): readonly MethodLevels[] =>
  [...levels.values()].filter(
    ({ trusted, method }) => !trusted && callsOf(program, [{ name: method }]).length > 0,
  );

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
export function weakenUntilAdmitted(
  observations: readonly Observation[],
  levels: Map<string, MethodLevels>,
  methods: readonly MethodSpec[],
): readonly Weakening[] {
  const weakenings: Weakening[] = [];
  const changes = new Set(methods.filter((own) => own.readonly !== true).map(({ name }) => name));
  for (let changed = true; changed; ) {
    changed = false;
    for (const seen of observations) {
      const violation = violationsOf(seen, levels).at(0);
      if (violation === undefined) continue;
      const { admission, executions } = seen;
      const { program } = admission;
      const { results, count } = violation;
      // Who is known not to be atomic is the first to be suspected.
      const isAtomic = ({ level }: MethodLevels): number => (level === "complete" ? 1 : 0);
      const lower = weaken(
        suspectsIn(program, levels).toSorted((a, b) => isAtomic(a) - isAtomic(b)),
        levelMap(levels.values()),
        (map) => admission.admits(results, { levels: map }),
        ({ method }) => changes.has(method),
      );
      if (lower.length === 0) continue;
      for (const { method, to } of lower) {
        const own = levels.get(method);
        if (own !== undefined) levels.set(method, { ...own, level: to });
      }
      weakenings.push({ methods: lower, program, outcome: results, count, executions });
      changed = true;
    }
  }
  return weakenings;
}

/**
 * The smallest change that admits the outcome: one method alone, lowered as little as possible; or all of
 * them step by step. What no visibility explains is not the fault of who only looks: those that change the
 * object then have no level; of several, those that were not atomic before.
 */
function weaken(
  suspects: readonly MethodLevels[],
  now: LevelMap,
  admits: (levels: LevelMap) => boolean,
  changes: (own: MethodLevels) => boolean,
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
  const changing = suspects.filter(changes);
  const relaxed = changing.filter(({ method }) => now[method] !== "complete");
  const guilty = [relaxed, changing, suspects].find((some) => some.length > 0) ?? [];
  return guilty.map(({ method }) => ({ method, from: now[method], to: "none" as const }));
}
