// @module-tag slow
import { randomModel } from "@sightline/testing/axioms/axiom-fuzzing.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import {
  type Explanation,
  explanationOf,
  runOf,
  trueCase,
  truePairs,
} from "@sightline/testing/proof/true-facts.js";
import { seeds } from "@sightline/testing/seeds.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { expect, test } from "vitest";
import { check } from "../../check.js";
import { printAxioms } from "../../criteria/axioms/print.js";
import { findCriterion } from "../../criteria/criterion.js";
import { levelNames } from "../../criteria/levels.js";
import type { History } from "../../history/history.js";
import { canonical, type Value } from "../../history/value.js";
import { createRandom, type Random } from "../../random.js";
import type { Witness } from "../../result.js";
import { types } from "../../types/index.js";
import type { SequentialType } from "../../types/type.js";
import { exchange, interchangeable } from "../scene/interchangeable.js";
import { Refusal, refusedOr } from "../scene/reach.js";
import { createScene, type Scene } from "../scene/scene.js";
import { verifyCriterion } from "../verify-criterion.js";
import { clash } from "./clash.js";
import type { At, Fact } from "./facts.js";
import type { ProofView } from "./proof.js";
import { refutesAllOrders } from "./refutes-all-orders.js";

const builtIn = [...new Set(Object.values(types))];
const SITUATIONS = 300;

/** Of the list, each with this probability. */
const some = <Item>(list: readonly Item[], chance: number, random: Random): Item[] =>
  list.filter(() => random.chance(chance));

/** The whole of an object and, where the type has parts, one or two of the names that operations are about. */
function viewsOf(history: History, type: SequentialType, random: Random): ProofView[] {
  return history.objects.flatMap((name, at) => {
    const object = name === undefined ? {} : { object: name };
    const labels = history.labels.filter((_, label) =>
      history.label.some((own, id) => own === label && history.object[id] === at),
    );
    const names = new Map<string, Value>(
      labels.flatMap((label) => type.views?.names(label) ?? []).map((one) => [canonical(one), one]),
    );
    const parts = Array.from({ length: Math.min(3, names.size) }, () => [
      random.pick([...names.values()]),
      ...(random.chance(0.5) ? [random.pick([...names.values()])] : []),
    ]);
    return [{ ...object, keep: "whole" } as const, ...parts.map((keep) => ({ ...object, keep }))];
  });
}

/** What is so in the explanation of the states of each line; fails where a distinction has no case for it. */
function trueStates(scene: Scene, explanation: Explanation, random: Random): Fact[] {
  const { history, views } = scene;
  const present = explanation.order;
  const lines = scene.oneLine ? (["all"] as const) : present;
  return lines.flatMap((line) =>
    views.flatMap((_, view): Fact[] => {
      const run = refusedOr(() => runOf(scene, explanation, line, view));
      if (run === undefined || run instanceof Refusal) return [];
      const space = scene.space(view, line);
      const found: Fact[] = [];
      for (const op of run.steps.map((step) => step.op)) {
        if (line !== "all" && op !== line) continue;
        if (history.object[op] !== history.objects.indexOf(views[view].object)) continue;
        if (!scene.maybe(op))
          found.push({ kind: "quiet", line, view, from: -1, until: op, states: space.all });
        // The distinction, and that of who made it so, by what is known of the state before that.
        for (let [by, at]: [number, At[]] = [op, []], depth = 0; depth < 3; depth++) {
          const { by: leader, facts } = trueCase(scene, run, by, at);
          found.push(...facts);
          if (leader === "start") break;
          const known = facts.filter((fact) => fact.kind === "at");
          [by, at] = [
            leader,
            random.chance(0.5) ? known : [...known, ...at.filter((one) => one.op === leader)],
          ];
        }
      }
      return found;
    }),
  );
}

/** Holds the rules against an explanation of the history: what is so cannot clash, and is one of the cases. */
function holdAgainst(scene: Scene, explanation: Explanation, random: Random): number {
  const { history, before } = scene;
  const ids = Array.from(history.label.keys());
  const given = ids.flatMap((a) =>
    ids.filter((b) => before(a, b)).map((b): Fact => ({ kind: "<", a, b, given: true })),
  );
  const answered =
    (scene.replicated ?? scene.type.counts) === undefined
      ? []
      : explanation.order.map((op): Fact => ({ kind: "answered", op }));
  const states = scene.replicated === undefined ? trueStates(scene, explanation, random) : [];
  const pairs = truePairs(history, explanation, scene.oneLine);
  let clashes = 0;
  for (const share of [1, 0.7, 0.4, 0.15]) {
    const facts = [...some([...given, ...pairs, ...answered], share, random), ...some(states, share, random)];
    const between = [[], ...Array.from({ length: 4 }, () => some(ids, random.pick([0.2, 0.5, 1]), random))];
    for (const those of between)
      if (refusedOr(() => clash(scene, facts, those, SITUATIONS)) === true) clashes++;
  }
  const orders = some(pairs, 0.5, random);
  if (scene.oneLine && refusedOr(() => refutesAllOrders(scene, orders)) === true) clashes++;
  return clashes;
}

/** The witness with two operations exchanged. */
function exchanged({ linearization, visibility, ...rest }: Witness, x: number, y: number): Witness {
  const turned = exchange(x, y);
  return {
    ...rest,
    linearization: linearization.map(turned),
    ...(visibility !== undefined && {
      visibility: Object.fromEntries(
        Object.entries(visibility).map(([id, seen]) => [turned(Number(id)), seen.map(turned)]),
      ),
    }),
  };
}

/** What is asked of which history. */
type Drawn = {
  readonly history: History;
  readonly criterion: string;
  readonly order?: "realtime" | "session";
};

const kinds: Readonly<Record<string, (type: SequentialType, seed: number, random: Random) => Drawn>> = {
  linearizability: (type, seed) => ({
    history: generateHistory(type, seed, 7),
    criterion: "linearizability",
  }),
  sequential: (type, seed) => ({ history: generateHistory(type, seed, 7), criterion: "sequential" }),
  levels: (type, seed, random) => ({
    history: generateVisibilityHistory(type, seed, 6),
    criterion: random.pick(levelNames),
    order: random.pick(["session", "realtime"]),
  }),
  axioms(type, seed, random) {
    const history = generateVisibilityHistory(type, seed, 6);
    const methods = [...new Set(history.labels.map(({ method }) => method))];
    return {
      history,
      criterion: `axioms ${printAxioms(randomModel(random, methods), { ascii: true })}`,
      order: random.pick(["session", "realtime"]),
    };
  },
};

test("nothing that is so in an explanation clashes, every distinction has a case for it, and like operations can be exchanged", () => {
  let [held, alike] = [0, 0];
  for (const draw of Object.values(kinds))
    for (let seed = 1; seed <= seeds(130); seed++) {
      const random = createRandom(seed);
      const type = builtIn[seed % builtIn.length];
      const { history, criterion, order } = draw(type, seed, random);
      const spec = findCriterion(criterion, order);
      const result = check(history, { criterion: spec.name, limits: { states: 20_000 } });
      if (result.verdict !== "satisfied" || result.witness.unseen !== undefined) continue;
      const { witness } = result;
      const scene = createScene(history, spec, { type }, viewsOf(history, type, random));
      const what = `${spec.name}, seed ${seed}`;
      expect(holdAgainst(scene, explanationOf(witness), random), what).toBe(0);
      held++;
      for (let x = 0; x < history.size; x++)
        for (let y = x + 1; y < history.size; y++) {
          if (!interchangeable(scene, x, y)) continue;
          alike++;
          const other = verifyCriterion(history, spec, { type }, exchanged(witness, x, y));
          expect(other, `${what}, #${x} and #${y}`).toEqual({ valid: true });
        }
    }
  expect(held).toBeGreaterThan(200);
  expect(alike).toBeGreaterThan(4);
});
