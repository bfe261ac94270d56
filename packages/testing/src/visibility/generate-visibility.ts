import type { OperationRecord } from "@sightline/core/history/builder.js";
import type { History, Invocation } from "@sightline/core/history/history.js";
import type { Value } from "@sightline/core/history/value.js";
import { outcomes, type SequentialType } from "@sightline/core/types/type.js";
import type { Replicated } from "@sightline/core/types/replicated.js";
import { listOrders, replicatedAnswers } from "./replicated-answers.js";
import { type LevelName, levelNames } from "@sightline/core/criteria/levels.js";
import { createRandom, type Random } from "@sightline/core/random.js";
import { tellSights } from "./tell-sights.js";
import { draftRecord } from "../history/draft-record.js";
import { randomEdges, withoutCycle } from "../history/random-edges.js";
import { createFreshness, plausibleResult, randomInitial, randomInvocation } from "../history/workload.js";

/** An operation in the making; drafts stand in the order in which they take effect. */
interface Draft {
  readonly session: number;
  readonly object: number;
  readonly invocation: Invocation;
  readonly seen: ReadonlySet<number>;
  readonly call: number;
  readonly end: number | undefined;
  result: Value | undefined;
}

/**
 * A small random history of the type, decided by its seed, on which the six levels differ: each
 * result comes from a run of only some of the operations before it, chosen so that roughly one of the
 * levels holds, and some results are changed after that. With or without time, with two to four
 * sessions, pending operations, unobserved results, and at times two objects, declared
 * happens-before or an initial state.
 *
 * @param known whether it is told of some operations what they saw
 */
export function generateVisibilityHistory(
  type: SequentialType,
  seed: number,
  mostOperations = 5,
  known = false,
): History {
  const random = createRandom(seed);
  const values = 1 + random.int(3);
  const initial = random.chance(0.15) ? randomInitial(type, random) : undefined;
  const timed = random.chance(0.5);
  const drafts = draftOperations(type, random, mostOperations, values, timed);
  if (type.replicated === undefined) run(type, random, initial, drafts);
  else runReplicated(type.replicated, random, initial, drafts);
  perturb(type, random, values, drafts);
  const order = shuffleSessions(drafts, random);
  const operations = order.map((at) => draftRecord(drafts[at], timed));
  const happensBefore = random.chance(0.2) ? randomEdges(random, order, 0.1) : [];
  return withoutCycle({
    type: type.name,
    ...(initial !== undefined && { initial }),
    operations: known ? withSights(type, drafts, order, operations, createRandom(~seed)) : operations,
    happensBefore,
  });
}

/** The operations, which stand in this order, with what some of them saw. */
function withSights(
  type: SequentialType,
  drafts: readonly Draft[],
  order: readonly number[],
  operations: readonly OperationRecord[],
  random: Random,
): OperationRecord[] {
  const idOf = drafts.map((_, at) => order.indexOf(at));
  return tellSights(
    {
      operations,
      seen: order.map((at) => [...drafts[at].seen].map((other) => idOf[other])),
      isQuery: (id) => type.pure?.({ ...drafts[order[id]].invocation, result: undefined }) === true,
    },
    random,
  );
}

/** A level for each method of the type, drawn at random. */
export function randomLevels(type: SequentialType, random: Random): Readonly<Record<string, LevelName>> {
  return Object.fromEntries(
    Object.keys(type.methods ?? {}).map((method) => [method, random.pick(levelNames)]),
  );
}

/** Who does what, when, and what it sees of what took effect before it. */
function draftOperations(
  type: SequentialType,
  random: Random,
  mostOperations: number,
  values: number,
  timed: boolean,
): Draft[] {
  const size = Math.max(1, mostOperations - random.pick([0, 0, 0, 1, 2]));
  const sessions = random.pick([2, 2, 2, 3, 3, 3, 4]);
  const methods = someMethods(type, random);
  const objects = random.chance(0.15) ? 2 : 1;
  const style = random.pick(levelNames);
  const seeRate = random.pick([0.2, 0.4, 0.6, 0.8]);
  const spread = random.pick([0, 1, 3, 6]);
  const pendingRate = timed && random.chance(0.4) ? 0.25 : 0;
  const drafts: Draft[] = [];
  const fresh = createFreshness(type);
  for (let at = 0; at < size; at++) {
    const session = random.int(sessions);
    drafts.push({
      session,
      object: random.int(objects),
      invocation: fresh(randomInvocation(type, random, values, methods)),
      seen: draftSight(random, drafts, session, style, seeRate),
      call: 2 * at - random.int(spread + 1),
      end: random.chance(pendingRate) ? undefined : 2 * at + 1 + random.int(spread + 1),
      result: undefined,
    });
  }
  return drafts;
}

/** Most often one or two updates and one query of the type: a few methods meet more often than many. */
function someMethods(type: SequentialType, random: Random): readonly string[] {
  const all = Object.keys(type.methods ?? {});
  if (random.chance(0.2)) return all;
  const queries = all.filter(
    (method) => type.pure?.({ ...randomInvocation(type, random, 1, [method]), result: undefined }) === true,
  );
  const updates = all.filter((method) => !queries.includes(method));
  const some = random.chance(0.5) ? [updates, queries] : [updates, updates, queries];
  return some.flatMap((methods) => (methods.length > 0 ? [random.pick(methods)] : []));
}

/** Some of the operations so far, closed roughly as the level asks. */
function draftSight(
  random: Random,
  drafts: readonly Draft[],
  session: number,
  style: LevelName,
  seeRate: number,
): ReadonlySet<number> {
  const seen = new Set<number>();
  drafts.forEach((earlier, at) => {
    if (style === "complete" || random.chance(seeRate)) seen.add(at);
    if (style === "weak" || earlier.session !== session) return;
    seen.add(at);
    if (style !== "basic") for (const also of earlier.seen) seen.add(also);
  });
  for (const at of seen) {
    if (style === "causal") for (const also of drafts[at].seen) seen.add(also);
    if (style === "peer")
      for (let other = 0; other < at; other++)
        if (drafts[other].session === drafts[at].session) seen.add(other);
  }
  return seen;
}

/** Notes what each operation of a replicated type returns by what it sees; of a list, in an order drawn at random. */
function runReplicated(
  type: Replicated,
  random: Random,
  initial: Value | undefined,
  drafts: readonly Draft[],
): void {
  for (const object of [0, 1]) {
    const own = [...drafts.keys()].filter((at) => drafts[at].object === object);
    const invocations = own.map((at) => drafts[at].invocation);
    const inserted = invocations.flatMap((one) => type.puts(one) ?? []);
    const scenario = {
      type,
      initial,
      invocations,
      sees: (a: number, b: number) => own[b] < own[a] && drafts[own[a]].seen.has(own[b]),
      list: type.ordered === undefined ? [] : randomList(type.initial(initial), inserted, random),
    };
    own.forEach((at, operation) => {
      const answers = replicatedAnswers(scenario, operation);
      if (answers.length > 0) drafts[at].result = random.pick(answers);
    });
  }
}

/** Of more values than this the orders are not listed: there are thousands of them. */
const FEW_VALUES = 7;

/** Some order of the elements of a list: those that are there at first stand as they are given. */
function randomList(first: readonly Value[], inserted: readonly Value[], random: Random): readonly Value[] {
  if (first.length + inserted.length <= FEW_VALUES) return random.pick(listOrders(first, inserted));
  return inserted.reduce<Value[]>(
    (list, value) => list.toSpliced(random.int(list.length + 1), 0, value),
    [...first],
  );
}

/** Runs for each operation what it sees, and notes what it returns; nothing where it cannot happen. */
function run(
  type: SequentialType,
  random: Random,
  initial: Value | undefined,
  drafts: readonly Draft[],
): void {
  drafts.forEach((draft, at) => {
    const states: unknown[] = [type.init(initial), type.init(initial)];
    drafts.forEach(({ object, invocation }, other) => {
      if (!draft.seen.has(other) || other >= at) return;
      const possible = outcomes(type, states[object], invocation);
      if (possible.length > 0) states[object] = random.pick(possible).state;
    });
    const possible = outcomes(type, states[draft.object], draft.invocation);
    if (possible.length > 0) draft.result = random.pick(possible).result;
  });
}

/** Hides some results and changes some others. */
function perturb(type: SequentialType, random: Random, values: number, drafts: readonly Draft[]): void {
  const changeRate = random.pick([0, 0, 0, 0.2]);
  const hideRate = random.pick([0, 0, 0, 0.3]);
  for (const draft of drafts) {
    if (random.chance(changeRate)) draft.result = plausibleResult(type, draft.invocation, random, values);
    if (random.chance(draft.end === undefined ? 0.6 : hideRate)) draft.result = undefined;
  }
}

/** The drafts session by session, merged anew at random: ids must not tell the order of effects. */
function shuffleSessions(drafts: readonly Draft[], random: Random): number[] {
  const left = new Map<number, number[]>();
  drafts.forEach(({ session }, at) => left.set(session, [...(left.get(session) ?? []), at]));
  const order: number[] = [];
  while (order.length < drafts.length) {
    const queue = random.pick([...left.values()].filter((queue) => queue.length > 0));
    order.push(queue.shift() as number);
  }
  return order;
}
