import type { Meter } from "../meter.js";
import { ORDER } from "./known-orders.js";
import type { KnownProblem } from "./known-problem.js";
import type { OrderEdge, OrderGraph } from "./order-graph.js";
import type { Contest } from "./contests.js";

/** What comes of the contests: those that are still open; or orders in a circle; or a contest that nobody can win. */
export type Settled =
  | { readonly open: readonly Contest[] }
  | { readonly circle: readonly OrderEdge[] }
  | { readonly lost: Contest };

/** How often conclusions are drawn from conclusions. */
const ROUNDS = 64;

/**
 * Draws conclusions from who could have come last: whoever has to stand before another who was seen, too, has not won;
 * where one is left that could, all others stand before it; and so on until nothing follows. None of it is a choice.
 */
export function settleWinners(
  problem: KnownProblem,
  contests: readonly Contest[],
  graph: OrderGraph,
  ranks: Float64Array,
  meter: Meter,
): Settled {
  const { width, session, position } = problem;
  let open = contests;
  for (let round = 0; round < ROUNDS && open.length > 0; round++) {
    meter.work(graph.size * (4 + width));
    const order = graph.sort(ranks);
    if (!(order instanceof Int32Array)) return { circle: order };
    const before = graph.vectors(order, session, position, width);
    const isBefore = (one: number, other: number): boolean =>
      before[other * width + session[one]] > position[one];
    const left: Contest[] = [];
    let changed = false;
    for (const contest of open) {
      const { operation, fitting, others, isSupposed = false } = contest;
      meter.work(fitting.length * (fitting.length + others.length));
      const able = fitting.filter(
        (one) =>
          !others.some((other) => isBefore(one, other)) && !fitting.some((other) => isBefore(one, other)),
      );
      if (able.length === 0) return { lost: contest };
      if (able.length > 1)
        left.push(able.length === fitting.length ? contest : { ...contest, fitting: able });
      else {
        changed = true;
        for (const other of others)
          if (!isBefore(other, able[0]))
            graph.add(other, able[0], isSupposed ? ORDER.supposed : ORDER.won, operation);
      }
    }
    open = left;
    if (!changed) break;
  }
  return { open };
}
