import type { LevelName } from "@sightline/core";
import {
  bulkMethods,
  claimedLevels,
  type MethodSpec,
  type ObjectSpec,
  type Program,
  type TestPlan,
} from "@sightline/lab";
import type { TestWishes } from "../commands/test-options.js";
import { oneOf } from "../names.js";
import { UsageError } from "../usage-error.js";

/** A whole plan, and what is to be said about it. */
export interface TestSetup {
  readonly plan: TestPlan;
  /** Whether the programs are given, not made up. */
  readonly single: boolean;
  /** The names of the methods under test. */
  readonly tested: readonly string[];
  readonly notes: readonly string[];
}

/**
 * The plan for an object of this specification. Throws a `UsageError`.
 *
 * @param others methods that the object has besides: given programs may call them
 */
export async function setupOf(
  wishes: TestWishes,
  whole: ObjectSpec,
  others: readonly string[] = [],
): Promise<TestSetup> {
  const { programs } = wishes;
  const single = programs !== undefined;
  const called = callsOf(programs ?? []);
  const names = namesOf(whole.methods);
  for (const name of called) await oneOf(name, [...new Set([...names, ...others])], "method");
  for (const name of [...Object.keys(wishes.levels ?? {}), ...(wishes.methods ?? [])])
    if (name !== "*") await oneOf(name, names, "method");
  const { spec, lacking } = await withinType(whole, wishes, called);
  const { levels, unclaimed } = levelsFor(spec, wishes);
  const methods = methodsUnderTest(spec, wishes.methods, unclaimed);
  const unsaid = namesOf(spec.methods.filter(({ trusted }) => trusted !== true)).filter(
    (name) => unclaimed.includes(name) && (single ? called.has(name) : wishes.methods === undefined),
  );
  return {
    plan: {
      spec,
      ...(single && { programs }),
      generate: { ...wishes.generate, methods },
      count: wishes.count,
      levels,
      ...(wishes.type !== undefined && { type: wishes.type }),
      splitBulk: wishes.splitBulk,
      secondsPerProgram: wishes.secondsPerProgram,
      ...(wishes.secondsInAll !== undefined && { secondsInAll: wishes.secondsInAll }),
      seed: wishes.generate.seed,
      shrinkTrials: wishes.shrinkTrials,
      failFast: !wishes.keepGoing,
    },
    single,
    tested: namesOf(methods),
    notes: [
      ...(lacking.length === 0 || single
        ? []
        : [`${wishes.type?.name} has no ${lacking.join(", ")}: not tested`]),
      ...(unsaid.length === 0
        ? []
        : [
            `the specification gives no level to ${unsaid.join(", ")}: ` +
              (single ? "taken to be complete" : "not tested (--methods tests them for complete)"),
          ]),
    ],
  };
}

const namesOf = (methods: readonly MethodSpec[]): readonly string[] => [
  ...new Set(methods.map(({ name }) => name)),
];

/** The methods of the object that programs call. */
function callsOf(programs: readonly Program[]): ReadonlySet<string> {
  const steps = programs.flatMap(({ threads }) => threads.flat());
  return new Set(steps.flatMap(({ on, method }) => (on === undefined ? [method] : [])));
}

/** The part of a specification that the type of `--type`, if there is one, has something to say about. */
async function withinType(
  spec: ObjectSpec,
  { type, methods: named = [], splitBulk }: TestWishes,
  called: ReadonlySet<string>,
): Promise<{ readonly spec: ObjectSpec; readonly lacking: readonly string[] }> {
  if (type?.methods === undefined) return { spec, lacking: [] };
  const known = Object.keys(type.methods);
  const isKnown = (name: string): boolean =>
    known.includes(name) || (splitBulk && bulkMethods.includes(name));
  for (const name of [...called, ...named])
    if (!isKnown(name)) await oneOf(name, known, `method of type ${type.name}`);
  const methods = spec.methods.filter(({ name }) => isKnown(name));
  if (methods.length === 0)
    throw new UsageError(
      `type ${type.name} has none of the methods of ${spec.class}: give a type that has (see sightline types)`,
    );
  return { spec: { ...spec, methods }, lacking: namesOf(spec.methods).filter((name) => !isKnown(name)) };
}

/** What is to hold, and of which methods nothing is said. */
function levelsFor(
  spec: ObjectSpec,
  { levels, splitBulk }: TestWishes,
): { readonly levels: Readonly<Record<string, LevelName>>; readonly unclaimed: readonly string[] } {
  if (levels !== undefined) return { levels, unclaimed: [] };
  const claimed = claimedLevels(spec);
  // A bulk call that is split is as good as its element operations: those are to be atomic.
  const unclaimed = claimed.unclaimed.filter((name) => !(splitBulk && bulkMethods.includes(name)));
  return { levels: claimed.levels, unclaimed };
}

/** Those that are named; else those that are not trusted and have a level; else all. */
function methodsUnderTest(
  { methods }: ObjectSpec,
  named: readonly string[] | undefined,
  unclaimed: readonly string[],
): readonly MethodSpec[] {
  if (named !== undefined) return methods.filter(({ name }) => named.includes(name));
  const open = methods.filter(({ name, trusted }) => trusted !== true && !unclaimed.includes(name));
  return open.length === 0 ? methods.filter(({ name }) => !unclaimed.includes(name)) : open;
}
