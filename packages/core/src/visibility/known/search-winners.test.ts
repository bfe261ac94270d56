import { expect, test } from "vitest";
import { seeds } from "@sightline/testing/seeds.js";
import { check } from "../../check.js";
import { createHistoryBuilder } from "../../history/builder.js";
import type { History, Invocation } from "../../history/history.js";
import { parseHistory } from "../../history/parse-history.js";
import { createRandom, type Random } from "../../random.js";
import type { Violation } from "../../result.js";
import { findType, types } from "../../types/index.js";
import { outcomes } from "../../types/type.js";
import { createKnownProblem, type KnownProblem } from "./known-problem.js";
import { ORDER } from "./known-orders.js";
import { tellCircle, tellNoWinner } from "./tell-known.js";

const call = (method: string, ...args: Invocation["args"]): Invocation => ({ method, args });

const draw: Readonly<Record<string, (random: Random, keys: number) => Invocation>> = {
  map: (random, keys) =>
    random.pick([
      call("put", random.int(keys), random.int(2)),
      call("put", random.int(keys), random.int(3)),
      call("remove", random.int(keys)),
      call("get", random.int(keys)),
      call("size"),
      call("isEmpty"),
      call("containsValue", random.int(2)),
    ]),
  set: (random, keys) =>
    random.pick([
      call("add", random.int(keys)),
      call("remove", random.int(keys)),
      call("contains", random.int(keys)),
      call("size"),
      call("isEmpty"),
    ]),
  register: (random) => random.pick([call("write", random.int(3)), call("read")]),
};

/** Operations of few keys that saw beginnings of each session, answered in some order of all; some then changed. */
function contested(name: string, seed: number): History {
  const random = createRandom(seed);
  const type = findType(name);
  const [sessions, operations, keys] = [3 + random.int(3), 7 + random.int(6), 1 + random.int(3)];
  const done: number[][] = Array.from({ length: sessions }, () => []);
  const seen = done.map(() => done.map(() => 0));
  const order: { readonly id: number; readonly invocation: Invocation }[] = [];
  const builder = createHistoryBuilder({ type: name });
  for (let id = 0; id < operations; id++) {
    const session = random.int(sessions);
    const counts = seen[session];
    for (let other = 0; other < sessions; other++)
      if (other === session) counts[other] = done[other].length;
      else if (random.chance(0.5)) counts[other] += random.int(done[other].length - counts[other] + 1);
    const sees = done.flatMap((ids, other) => ids.slice(0, counts[other]));
    const invocation = draw[name](random, keys);
    let state = type.init(undefined);
    for (const one of order) if (sees.includes(one.id)) [{ state }] = outcomes(type, state, one.invocation);
    let [{ result }] = outcomes(type, state, invocation);
    if (random.chance(0.06)) result = typeof result === "number" ? (result + 1) % 3 : result !== true;
    const least = 1 + order.findLastIndex((one) => sees.includes(one.id));
    order.splice(least + random.int(order.length - least + 1), 0, { id, invocation });
    const isTold = type.pure?.({ ...invocation, result: undefined }) === true || random.chance(0.3);
    builder.add({ session, ...invocation, ...(isTold && { result }), sees });
    done[session].push(id);
  }
  return builder.finish();
}

test.each(Object.keys(draw))(
  "who came last, of updates of a %s that nothing orders, as by the search",
  (name) => {
    const held = { satisfied: 0, violated: 0, unknown: 0 };
    for (let seed = 1; seed <= seeds(400); seed++) {
      const history = contested(name, seed);
      const { verdict, stats } = check(history, { criterion: "weak", explain: false });
      expect([seed, stats.algorithm]).toEqual([seed, "recorded sights"]);
      const searched = check(history, { criterion: "weak", algorithm: "visibility", explain: false });
      expect([seed, verdict]).toEqual([seed, searched.verdict]);
      held[verdict]++;
    }
    expect(Math.min(held.satisfied, held.violated)).toBeGreaterThan(seeds(50));
  },
);

test("what is only tried is not told as what a result says", () => {
  const history = parseHistory(
    "set a { add(0) sees [] } || b { remove(0) sees [] } || c { size() => 1 saw {a:1,b:1} }",
  );
  const problem = createKnownProblem(history, types.set, "session") as KnownProblem;
  const edge = { from: 1, to: 0, kind: ORDER.supposed, shownBy: 2 };
  expect(tellCircle(problem, [edge]).reason).toBe(
    "no order is left: then #0 add(0) comes after #1 remove(0), both of which #2 size() => 1 was recorded as seeing",
  );
  const contest = { operation: 2, fitting: [0], others: [1], isSupposed: true };
  expect(tellNoWinner(problem, contest).reason).toBe(
    "no order is left: of what #2 size() => 1 saw, #0 add(0) could come last, and by what others were recorded as seeing, and returned, each of them has to stand before one that it saw, too: of all these #1 remove(0)",
  );
  expect(tellNoWinner(problem, { ...contest, isSupposed: false }).reason).toContain("returned what");
});

test("whoever came last, a number may be wrong: both ways are told", () => {
  const text =
    "set a { add(0) sees [] } || b { remove(0) sees [] } || c { add(1) sees [] } || d { size() => 1 saw {a:1,b:1} } || e { size() => 1 saw {a:1,b:1,c:1} }";
  const { violation } = check(parseHistory(text), { criterion: "weak" }) as { violation: Violation };
  expect(violation.reason).toBe(
    "no order is left: of what #3 size() => 1 was recorded as seeing of one key, #0 add(0) or #1 remove(0) came last; if #0 add(0) came last, #4 size() => 1 would count 2 keys in what it was recorded as seeing, in every order that is left; and if #1 remove(0) came last, #3 size() => 1 would count 0 keys in what it was recorded as seeing, in every order that is left",
  );
});
