import { describe, expect, test } from "vitest";
import type { Label } from "../history/history.js";
import { equal, type Value } from "../history/value.js";
import { createRandom } from "../random.js";
import { randomInitial, randomInvocation } from "@sightline/testing/history/workload.js";
import { findWrongHint } from "./find-wrong-hint.js";
import { findType, typeNames } from "./index.js";
import { outcomes, type SequentialType, stateKey } from "./type.js";
import { keptOf, type Views } from "./views.js";

/** What a view says wrongly of one step, if anything. */
function wrongImage(
  type: SequentialType,
  state: unknown,
  label: Label,
  names: readonly Value[],
): string | undefined {
  const views = type.views as Views;
  const kept = keptOf(names);
  const key = (one: unknown): string | number => stateKey(type, views.part(one, kept));
  const image = views.image(label, kept);
  const acts = image === "nothing" ? undefined : "perhaps" in image ? image.perhaps : image;
  const part = views.part(state, kept) as unknown;
  const reached =
    acts === undefined
      ? []
      : outcomes(type, part, acts)
          .filter(({ result }) => acts.result === undefined || equal(result, acts.result))
          .map((outcome) => stateKey(type, outcome.state));
  if (image === "nothing" || "perhaps" in image) reached.push(stateKey(type, part));
  for (const outcome of outcomes(type, state, label))
    if (
      (label.result === undefined || equal(outcome.result, label.result)) &&
      !reached.includes(key(outcome.state))
    )
      return `${JSON.stringify(label)} with ${JSON.stringify(names)} leads to ${key(outcome.state)}, not to ${reached.join(" or ")}`;
  return undefined;
}

const viewed = typeNames.map(findType).filter(({ views }) => views !== undefined);

describe("views", () => {
  test.each(viewed.flatMap((type) => (type.views?.merge === undefined ? [] : [[type.name, type] as const])))(
    "%s: what is merged in a part is told apart by none of the labels",
    (_, type) => {
      const random = createRandom(7);
      const invocations = Array.from({ length: 40 }, () => randomInvocation(type, random, 3));
      const quotient = type.views?.merge as NonNullable<SequentialType["quotient"]>;
      expect(findWrongHint({ ...type, quotient }, invocations, { rounds: 400 })).toBeUndefined();
    },
  );

  test("the types whose state falls into parts have them", () => {
    expect(viewed.map(({ name }) => name)).toEqual([
      "memory",
      "set",
      "map",
      "queue",
      "stack",
      "deque",
      "priority-queue",
      "rpq",
      "kv",
      "multi-register",
      "multi-list",
      "or-set",
      "lww-map",
    ]);
  });

  test.each(viewed.map((type) => [type.name, type] as const))(
    "of %s say what plain replay shows",
    (_, type) => {
      let steps = 0;
      for (let seed = 0; seed < 400; seed++) {
        const random = createRandom(seed);
        const values = 2 + random.int(2);
        let state: unknown = type.init(random.chance(0.3) ? randomInitial(type, random) : undefined);
        const found: Value[] = [];
        for (let at = 0; at < 12; at++) {
          const invocation = randomInvocation(type, random, values);
          const outcome = random.pick(outcomes(type, state, invocation));
          const seen = { ...invocation, result: outcome.result };
          const unseen = { ...invocation, result: undefined };
          found.push(...(type.views as Views).names(seen));
          const one = random.pick([0, 1, "k0", "1", ...found]);
          for (const names of [[one], [one, random.pick([1, 2, "k1", ...found])], []])
            for (const label of [seen, unseen]) {
              const wrong = wrongImage(type, state, label, names);
              if (wrong !== undefined) throw new Error(`seed ${seed}: ${wrong}`);
              steps++;
            }
          state = outcome.state;
        }
      }
      expect(steps).toBe(400 * 12 * 6);
    },
  );

  test("a wrong view is found", () => {
    const queue = findType("queue");
    const views = { ...(queue.views as Views), image: (label: Label) => label };
    const state = queue.init([1, 2]);
    const poll = { method: "poll", args: [], result: 1 };
    expect(wrongImage(queue, state, poll, [2])).toBeUndefined();
    expect(wrongImage({ ...queue, views }, state, poll, [2])).toMatch(/leads to/);
  });
});
