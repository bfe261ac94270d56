import { labelOf } from "../../history/history.js";
import { equal } from "../../history/value.js";
import { outcomes, stateKey } from "../../types/type.js";
import { SEARCH_SITUATIONS } from "./clash.js";
import type { Pair } from "./facts.js";
import { refuse } from "./refusal.js";
import type { Scene } from "./scene.js";

/**
 * Whether no order of all operations explains the results: from each situation (what took effect so far, in
 * which states) every operation that may come next is tried.
 * @param orders further orders that hold
 */
export function refutesAllOrders(scene: Scene, orders: readonly Pair[]): boolean {
  const { history, type } = scene;
  const { size } = history;
  if (!scene.oneLine) refuse("orders are tried only where there is one line");
  if (size > 64) refuse("too many operations to try their orders");
  const before = (a: number, b: number): boolean =>
    (scene.ordered && scene.before(a, b)) || orders.some((order) => order.a === a && order.b === b);
  const ids = Array.from({ length: size }, (_, id) => id);
  const earlier = ids.map((b) => ids.filter((a) => before(a, b)));
  const seen = new Set<string>();
  const todo: { readonly placed: ReadonlySet<number>; readonly states: readonly unknown[] }[] = [];
  const meet = (placed: ReadonlySet<number>, states: readonly unknown[]): void => {
    scene.work.done += 3;
    const key = JSON.stringify([
      ids.filter((id) => placed.has(id)),
      states.map((state) => stateKey(type, state)),
    ]);
    if (seen.has(key)) return;
    seen.add(key);
    if (seen.size > SEARCH_SITUATIONS) refuse("too many situations to try all orders");
    todo.push({ placed, states });
  };
  meet(
    new Set(),
    history.objects.map((): unknown => type.init(scene.initial)),
  );
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const { placed, states } = at;
    if (ids.every((id) => placed.has(id) || scene.maybe(id))) return false;
    for (const id of ids) {
      if (placed.has(id) || ids.some((later) => placed.has(later) && earlier[later].includes(id))) continue;
      if (earlier[id].some((other) => !placed.has(other) && !scene.maybe(other))) continue;
      const { method, args, result } = labelOf(history, id);
      const object = history.object[id];
      for (const outcome of outcomes(type, states[object], { method, args }))
        if (result === undefined || equal(outcome.result, result))
          meet(new Set([...placed, id]), states.with(object, outcome.state));
    }
  }
  return true;
}
