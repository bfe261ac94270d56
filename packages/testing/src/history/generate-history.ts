import type { History, Invocation } from "@sightline/core/history/history.js";
import type { Value } from "@sightline/core/history/value.js";
import { outcomes, type SequentialType } from "@sightline/core/types/type.js";
import { createRandom, type Random } from "@sightline/core/random.js";
import { draftRecord } from "./draft-record.js";
import { randomEdges, withoutCycle } from "./random-edges.js";
import { createFreshness, plausibleResult, randomInitial, randomInvocation } from "./workload.js";

/** An operation in the making. `point` is when it takes effect in the run that its result comes from. */
interface Draft {
  session: number;
  object: number;
  call: number;
  end: number;
  pending: boolean;
  point: number;
  invocation: Invocation;
  result: Value | undefined;
}

/**
 * A small random history of the type, decided by its seed. It has ties in time, operations of one
 * session that overlap, pending operations with and without a result, unobserved results, at times
 * several objects, declared happens-before, an initial state, or no time at all. Its results
 * come from a real run, most often with something changed, so both verdicts are common.
 */
export function generateHistory(type: SequentialType, seed: number, mostOperations = 7): History {
  const random = createRandom(seed);
  const timed = random.chance(0.8);
  const values = 2 + random.int(2);
  const initial = random.chance(0.25) ? randomInitial(type, random) : undefined;
  const drafts = draftTimes(random, mostOperations, timed);
  const fresh = createFreshness(type);
  const invoke = (): Invocation => fresh(randomInvocation(type, random, values));
  run(type, random, invoke, initial, drafts);
  perturb(type, random, values, invoke, drafts);
  const operations = drafts.map((draft) =>
    draftRecord({ ...draft, end: draft.pending ? undefined : draft.end }, timed),
  );
  const points = drafts.map(({ point }) => point);
  const happensBefore = random.chance(0.3) ? randomEdges(random, points, 0.2) : [];
  return withoutCycle({
    type: type.name,
    ...(initial !== undefined && { initial }),
    operations,
    happensBefore,
  });
}

/** Who does something, when, on which object, and when it takes effect. */
function draftTimes(random: Random, mostOperations: number, timed: boolean): Draft[] {
  const size = Math.max(1, mostOperations - random.int(4));
  const sessions = 1 + random.int(4);
  const objects = random.chance(0.2) ? 2 : 1;
  const oneAtATime = random.chance(0.8);
  const pendingRate = timed && random.chance(0.5) ? 0.25 : 0;
  const clocks = Array.from({ length: sessions }, () => random.int(3));
  const points = clocks.map(() => 0);
  return Array.from({ length: size }, () => {
    const session = random.int(sessions);
    const call = oneAtATime ? clocks[session] + random.int(2) : random.int(size + 2);
    const end = call + random.int(5);
    const pending = random.chance(pendingRate);
    const point = Math.max(
      points[session],
      call + random.int(end - call + 1) + (pending ? random.int(4) : 0),
    );
    clocks[session] = end + random.int(2);
    points[session] = point;
    const invocation = { method: "", args: [] };
    return { session, object: random.int(objects), call, end, pending, point, invocation, result: undefined };
  });
}

/** Runs the operations in the order of their points and notes what they return. */
function run(
  type: SequentialType,
  random: Random,
  invoke: () => Invocation,
  initial: Value | undefined,
  drafts: readonly Draft[],
): void {
  const states = [type.init(initial), type.init(initial)] as unknown[];
  for (const draft of [...drafts].sort((a, b) => a.point - b.point)) {
    for (let attempt = 0; attempt < 4; attempt++) {
      draft.invocation = invoke();
      const possible = outcomes(type, states[draft.object], draft.invocation);
      if (possible.length === 0) continue;
      const { state, result } = random.pick(possible);
      draft.result = result;
      if (!draft.pending || random.chance(0.6)) states[draft.object] = state;
      break;
    }
  }
}

/** Hides some results and changes some others. */
function perturb(
  type: SequentialType,
  random: Random,
  values: number,
  invoke: () => Invocation,
  drafts: readonly Draft[],
): void {
  const changeRate = random.pick([0, 0.15, 0.3, 0.3, 0.5, 1]);
  for (const draft of drafts) {
    if (random.chance(changeRate)) {
      if (random.chance(0.3)) draft.invocation = invoke();
      draft.result = plausibleResult(type, draft.invocation, random, values);
    }
    if (random.chance(draft.pending ? 0.6 : 0.08)) draft.result = undefined;
  }
}
