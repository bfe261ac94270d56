import { expect, test } from "vitest";
import { seeds } from "@sightline/testing/seeds.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { labelOf } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import { createRandom } from "../../random.js";
import { findType, typeNames } from "../../types/index.js";
import type { Execution } from "../execution.js";
import { wrongReplicatedResult } from "../wrong-replicated-result.js";
import { hasBit, rowOf } from "../rows.js";
import { unanswerable } from "./values-there.js";

const permutations = (all: readonly Value[]): Value[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one, at) => permutations(all.toSpliced(at, 1)).map((rest) => [one, ...rest]));

const types = typeNames.map(findType).filter(({ replicated }) => replicated !== undefined);

test.each(types)(
  "of $name: where all sights are known, there is an answer if the definition gives it",
  (type) => {
    const { replicated } = type;
    if (replicated === undefined) throw new Error(`${type.name} is not replicated`);
    const met = { answered: 0, not: 0 };
    for (let seed = 1; seed <= seeds(300); seed++) {
      const history = generateVisibilityHistory(type, seed, 4);
      const { size, initial } = history;
      const random = createRandom(seed);
      const order = Array.from({ length: size }, (_, id) => id);
      const vis = order.map((_, place) =>
        rowOf(size, (other) => other === place || (other < place && random.chance(0.7))),
      );
      const execution = { history, order, vis } as unknown as Execution;
      const sees = (a: number, b: number): boolean =>
        a !== b && hasBit(vis[order.indexOf(a)], order.indexOf(b));
      const puts = [
        ...replicated.initial(initial),
        ...order.map((id) => replicated.puts(labelOf(history, id))),
      ];
      const values = puts.filter((value) => value !== undefined);
      if (history.objects.length > 1 || values.length > 5) continue;
      const orders =
        replicated.ordered === undefined ? [undefined] : permutations(values).map((list) => [list]);
      const isRight = orders.some(
        (lists) => wrongReplicatedResult(execution, replicated, initial, lists) === undefined,
      );
      const blind = (a: number, b: number): boolean => !sees(a, b);
      const cannot = unanswerable({ history, replicated, initial, work: { done: 0 } }, order, {
        sees,
        blind,
      });
      met[isRight ? "answered" : "not"]++;
      expect(cannot, `seed ${seed}`).toBe(!isRight);
    }
    expect(met.answered).toBeGreaterThan(5);
    expect(met.not).toBeGreaterThan(5);
  },
);
