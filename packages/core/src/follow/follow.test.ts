import { describe, expect, test } from "vitest";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { linearizable } from "@sightline/testing/order/order-oracle.js";
import { check } from "../check.js";
import { type History, isPending, labelOf } from "../history/history.js";
import { parseHistory } from "../history/parse-history.js";
import { createRandom } from "../random.js";
import { types } from "../types/index.js";
import type { SequentialType } from "../types/type.js";
import { createFollower, type FollowOptions, type Sighting } from "./follow.js";
import type { LiveEvent, LiveOperation } from "./live-operation.js";

/** When a pending operation is given up: just before its session goes on, or never. */
function crashOf({ session, call }: History, id: number): number {
  const next = session.findIndex((other, later) => later > id && other === session[id]);
  return next < 0 ? Infinity : call[next] - 0.5;
}

/** What happens in a timed history, in order. */
function eventsOf(history: History, failed: ReadonlySet<number> = new Set()): LiveEvent[] {
  const operations = Array.from(history.label, (_, id): LiveOperation => {
    const { method, args } = labelOf(history, id);
    return {
      id,
      session: history.session[id],
      object: history.objects[history.object[id]],
      invocation: { method, args },
      line: id + 1,
      fate: "open",
      result: undefined,
    };
  });
  const events = operations.flatMap((operation, id): { at: number; event: LiveEvent }[] => [
    { at: history.call[id], event: { kind: "call", operation } },
    {
      at: isPending(history, id) ? crashOf(history, id) : history.ret[id],
      event: { kind: "end", operation },
    },
  ]);
  events.sort((a, b) => a.at - b.at);
  return events.map(({ event }) => {
    const { kind, operation } = event;
    const end = (): LiveOperation => {
      const { id } = operation;
      operation.fate = isPending(history, id) ? "crashed" : failed.has(id) ? "failed" : "returned";
      operation.result = operation.fate === "returned" ? labelOf(history, id).result : undefined;
      return operation;
    };
    return kind === "call"
      ? event
      : {
          kind,
          get operation() {
            return end();
          },
        };
  });
}

/** What is seen of a history; it is judged at whims of the seed too, with results that are not known yet. */
function follow(history: History, options: FollowOptions, seed: number): readonly Sighting[] {
  const random = createRandom(seed);
  const follower = createFollower({ initial: history.initial, ...options });
  const sightings = eventsOf(history).flatMap((event) => [
    ...follower.take(event),
    ...(random.chance(0.4) ? follower.flush() : []),
  ]);
  return [...sightings, ...follower.flush()];
}

/**
 * Whether a history can be heard of as it happens: with times that agree with its sessions, nothing else, and
 * crashes that tell no result.
 */
const isLive = (history: History): boolean =>
  history.timed &&
  history.session.every((own, id) =>
    history.session.slice(0, id).every((other, at) => other !== own || history.call[at] < history.call[id]),
  ) &&
  history.happensBefore.length === 0 &&
  history.optional === undefined &&
  history.label.every((_, id) => !isPending(history, id) || labelOf(history, id).result === undefined);

/** Whether the operations of each session stand one after another, so that real time orders them too. */
const isOneAtATime = ({ session, call, ret }: History): boolean =>
  session.every((own, id) => session.slice(0, id).every((other, at) => other !== own || ret[at] < call[id]));

const followed: readonly SequentialType[] = [
  types.register,
  types.set,
  types.map,
  types.queue,
  types.stack,
  types.counter,
  types.kv,
  types.mutex,
  types["priority-queue"],
];

describe("against the literal definition", () => {
  test.each(followed.map((type) => [type.name, type] as const))("%s", (_, type) => {
    let compared = 0;
    let violated = 0;
    for (let seed = 0; seed < 400; seed++) {
      const history = generateHistory(type, seed, 6);
      if (!isLive(history)) continue;
      // Sessions are followed object by object.
      if (history.objects.length > 1 && !isOneAtATime(history)) continue;
      const holds = linearizable(history, type);
      const whole = follow(history, { type, partition: false }, seed);
      expect([seed, whole.length === 0]).toEqual([seed, holds]);
      const byKey = follow(history, { type }, seed);
      if (holds) expect([seed, byKey]).toEqual([seed, []]);
      compared++;
      violated += holds ? 0 : 1;
      for (const { trouble } of [...whole, ...byKey]) {
        if (trouble.kind !== "violation" || trouble.since === undefined) continue;
        const { history: since, type: from } = trouble.since;
        expect(linearizable(since, from)).toBe(false);
      }
    }
    expect(Math.min(violated, compared - violated)).toBeGreaterThan(20);
  });

  test("key by key, where nothing looks at all keys", () => {
    let compared = 0;
    for (let seed = 0; seed < 2_000; seed++) {
      const history = generateHistory(types.map, seed, 6);
      if (!isLive(history) || !isOneAtATime(history)) continue;
      if (!history.labels.every((label) => types.map.partition?.(label) !== undefined)) continue;
      expect([seed, follow(history, { type: types.map }, seed).length === 0]).toEqual([
        seed,
        linearizable(history, types.map),
      ]);
      compared++;
    }
    expect(compared).toBeGreaterThan(20);
  });
});

describe("what is told", () => {
  const stale = parseHistory(
    "register a { write(1) @0-1; write(2) @2-3; write(3) @20-21 } || b { read() => 2 @4-5; read() => 1 @6-7; read() => 3 @22-23 }",
  );

  test("the operation, the states that were possible, and what led to it since all was settled", () => {
    const [sighting, ...others] = follow(stale, { type: types.register }, 1);
    expect(others).toEqual([]);
    const { trouble } = sighting;
    if (trouble.kind !== "violation" || trouble.since === undefined) throw new Error(trouble.kind);
    expect(trouble.operation.invocation.method).toBe("read");
    expect(trouble.operation.result).toBe(1);
    expect(trouble.states).toEqual(["2"]);
    const { state, history, type, ids } = trouble.since;
    expect([state, history.size, ids]).toEqual(["null", 4, [0, 1, 3, 4]]);
    expect(check(history, { type, criterion: "linearizability" }).verdict).toBe("violated");
  });

  test("of a long history, only the last operations, from a state that is certain", () => {
    const writes = Array.from({ length: 100 }, (_, i) => `write(${i}) @${2 * i}-${2 * i + 1}`);
    const history = parseHistory(`register { ${writes.join("; ")}; read() => 97 @300-301 }`);
    const [{ trouble }] = follow(history, { type: types.register }, 1);
    if (trouble.kind !== "violation" || trouble.since === undefined) throw new Error(trouble.kind);
    const { state, isStart, history: since, type } = trouble.since;
    expect([isStart, since.size < 30, Number(state)]).toEqual([false, true, 100 - since.size]);
    expect(check(since, { type, criterion: "linearizability" }).verdict).toBe("violated");
  });

  test("an operation on all keys is not judged while each key is followed by itself", () => {
    const history = parseHistory("set { add(1) => true @0-1; size() => 7 @2-3; add(1) => true @4-5 }");
    const byKey = createFollower({ type: types.set });
    expect(eventsOf(history).flatMap(byKey.take)).toHaveLength(1);
    expect(byKey.unjudged).toEqual({ ofAllKeys: 1, ofLostParts: 0 });
    expect(follow(history, { type: types.set, partition: false }, 1)).toHaveLength(2);
  });

  test("what changes all keys leaves none that can be judged", () => {
    const history = parseHistory("set { add(1) => true @0-1; clear() @2-3; contains(1) => true @4-5 }");
    const follower = createFollower({ type: types.set });
    expect(eventsOf(history).flatMap(follower.take)).toEqual([]);
    expect(follower.unjudged).toEqual({ ofAllKeys: 1, ofLostParts: 1 });
  });

  test("a failed operation whose effect was seen", () => {
    const history = parseHistory("register a { write(1) @0-9 } || b { read() => 1 @1-2 }");
    const follower = createFollower({ type: types.register });
    const sightings = eventsOf(history, new Set([0])).flatMap((event) => [
      ...follower.take(event),
      ...follower.flush(),
    ]);
    expect(sightings.map(({ trouble }) => trouble.operation.id)).toEqual([0]);
  });

  test("too many open operations lose a part, and say so", () => {
    const sessions = Array.from({ length: 40 }, (_, i) => `s${i} { write(${i}) @${i}- }`);
    const follower = createFollower({ type: types.register });
    const events = eventsOf(parseHistory(`register ${sessions.join(" || ")}`));
    const sightings = [...events.flatMap(follower.take), ...follower.flush()];
    expect(sightings.map(({ trouble }) => trouble.kind)).toEqual(["lost"]);
    expect(follower.unjudged.ofLostParts).toBeGreaterThan(0);
  });
});

test("memory does not grow with the length: nothing is kept of what has ended", () => {
  const follower = createFollower({ type: types.map });
  let found = 0;
  for (let id = 0; id < 200_000; id++) {
    const operation: LiveOperation = {
      id,
      session: 0,
      object: undefined,
      invocation: { method: "put", args: [id % 10, id] },
      line: id,
      fate: "open",
      result: undefined,
    };
    follower.take({ kind: "call", operation });
    operation.fate = "returned";
    found += follower.take({ kind: "end", operation }).length;
  }
  expect([found, follower.judged, follower.parts]).toEqual([0, 200_000, 10]);
});
