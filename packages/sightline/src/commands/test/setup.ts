import type { LevelName } from "@sightline/core";
import {
  bulkMethods,
  claimedLevels,
  isMeant,
  type KnownClass,
  type MethodSpec,
  nameIn,
  type ObjectSpec,
  type Program,
  requestOf,
  signatureOf,
  type TestPlan,
  type TestRequest,
} from "@sightline/lab";
import { UsageError } from "../../errors/usage-error.js";
import { checkNamed } from "../shared/check-named.js";
import { oneOf } from "../shared/one-of.js";
import type { TestWishes } from "./options.js";

/** A whole plan, and what is to be said about it. */
export interface TestSetup {
  readonly plan: TestPlan;
  /** Whether the programs are given, not made up. */
  readonly single: boolean;
  /** The names of the methods under test. */
  readonly tested: readonly string[];
  /** What has to be called in a judged program, or nothing is green. */
  readonly request: TestRequest;
  readonly notes: readonly string[];
}

/** The plan for an object of which this is known. Throws a `UsageError`. */
export async function setupOf(wishes: TestWishes, known: KnownClass): Promise<TestSetup> {
  const { spec: whole, described } = known;
  const { programs } = wishes;
  const single = programs !== undefined;
  const called = callsOf(programs ?? []);
  const names = namesOf(whole.methods);
  // Given programs may call what the specification does not list, or no argument could be made up for.
  const has = [whole, described ?? whole].flatMap(({ methods: own, skipped = [] }) => [
    ...namesOf(own),
    ...skipped.map(({ name }) => nameIn(name)),
  ]);
  for (const name of called) await oneOf(name, [...new Set(has)], "method", "SL3004");
  for (const name of Object.keys(wishes.levels ?? {}))
    if (name !== "*") await oneOf(name, names, "method", "SL3004");
  await checkNamed(wishes.methods ?? [], whole);
  const { spec, lacking } = await withinType(whole, wishes, called);
  const { levels, unclaimed } = levelsFor(spec, wishes);
  const methods = methodsUnderTest(spec, wishes.methods, unclaimed);
  const isUnclaimed = ({ name, trusted }: MethodSpec): boolean =>
    trusted !== true && unclaimed.includes(name);
  const unsaid = namesOf(spec.methods.filter(isUnclaimed)).filter((name) => called.has(name));
  return {
    plan: {
      spec,
      ...(single && { programs }),
      generate: { ...wishes.generate, methods },
      count: methods.length === 0 ? 0 : wishes.count,
      levels,
      ...(wishes.type !== undefined && { type: wishes.type }),
      splitBulk: wishes.splitBulk,
      secondsPerProgram: wishes.secondsPerProgram,
      ...(wishes.secondsInAll !== undefined && { secondsInAll: wishes.secondsInAll }),
      ...(wishes.begun !== undefined && { begun: wishes.begun }),
      seed: wishes.generate.seed,
      shrinkTrials: wishes.shrinkTrials,
      failFast: !wishes.keepGoing,
    },
    single,
    tested: namesOf(methods),
    request: single
      ? { asked: [], impossible: [], notAsked: [] }
      : withoutLacking(
          requestOf(known, wishes.methods, (method) => (isUnclaimed(method) ? NO_LEVEL : undefined)),
          lacking,
          wishes.type?.name,
        ),
    notes:
      unsaid.length === 0
        ? []
        : [`the specification gives no level to ${unsaid.join(", ")}: taken to be complete`],
  };
}

const NO_LEVEL = "the specification gives it no level: nothing is claimed. --methods tests it for complete";

/** What a type has no word about cannot be judged by it. */
function withoutLacking(
  request: TestRequest,
  lacking: readonly string[],
  type: string | undefined,
): TestRequest {
  const isLacking = (signature: string): boolean => lacking.includes(nameIn(signature));
  const impossible = request.asked
    .filter(isLacking)
    .map((method) => ({ method, reason: `type ${type} has no such method` }));
  return {
    ...request,
    asked: request.asked.filter((method) => !isLacking(method)),
    impossible: [...request.impossible, ...impossible],
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
  for (const name of [...called, ...named.map(nameIn)])
    if (!isKnown(name)) await oneOf(name, known, `method of type ${type.name}`, "SL1008");
  const methods = spec.methods.filter(({ name }) => isKnown(name));
  if (methods.length === 0)
    throw new UsageError(
      "SL4006",
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
  if (named !== undefined)
    return methods.filter((method) => named.some((wanted) => isMeant(signatureOf(method), wanted)));
  const open = methods.filter(({ name, trusted }) => trusted !== true && !unclaimed.includes(name));
  return open.length === 0 ? methods.filter(({ name }) => !unclaimed.includes(name)) : open;
}
