import { labelOf } from "../../history/history.js";
import { equal } from "../../history/value.js";
import { stateKey } from "../../types/type.js";
import { type Mover, refuse, refuseLarge, runs } from "../scene/reach.js";
import { SEARCH_SITUATIONS } from "./clash.js";
import type { Fact } from "./facts.js";
import type { Scene } from "../scene/scene.js";
import { outcomesOf } from "../scene/space.js";

/**
 * Whether no order of all operations explains the results: from each situation every operation that may come next is
 * tried, with the states of all objects.
 * @param orders further orders that hold
 */
export function refutesAllOrders(scene: Scene, orders: readonly Fact[]): boolean {
  const { history, type, maybe } = scene;
  if (!scene.oneLine || scene.memory !== undefined) refuse("orders are tried only where there is one line");
  if (history.size > 64) refuseLarge("too many operations to try their orders");
  const ids = Array.from(history.label.keys());
  const before = (a: number, b: number): boolean =>
    (scene.ordered && scene.before(a, b)) ||
    orders.some((one) => one.kind === "<" && one.a === a && one.b === b);
  const movers = ids.map(
    (id): Mover<readonly unknown[]> => ({
      count: 1,
      isNeeded: !maybe(id),
      after: ids.filter((other) => before(other, id) && !maybe(other)),
      before: ids.filter((other) => before(id, other)),
      to(states) {
        scene.work.done += 3;
        const { method, args, result } = labelOf(history, id);
        const object = history.object[id];
        return outcomesOf(scene, states[object], { method, args })
          .filter((one) => result === undefined || equal(one.result, result))
          .map((one) => states.with(object, one.state));
      },
    }),
  );
  const start = history.objects.map((): unknown => type.init(scene.initial));
  const keyOf = (states: readonly unknown[]): string =>
    JSON.stringify(states.map((state) => stateKey(type, state)));
  return runs([start], movers, keyOf, SEARCH_SITUATIONS, scene.work).next().done === true;
}
