import { byPlace, type Configuration, placedBeyond } from "./configuration.js";
import type { Guide } from "./place-operations.js";
import { type Sight, seeAlso } from "./wider-sights.js";

/**
 * The given sight, and all that is placed and happened so long before the operation, by the guessed moments, that
 * everyone has heard of it: what a replica sees is all but the latest.
 */
export function heardSight(
  guide: Guide,
  configuration: Configuration,
  operation: number,
  base: Omit<Sight, "more">,
): Sight {
  const { problem, moments, delay, views } = guide;
  const { updates, session, position } = problem;
  const latest = moments[operation] - delay;
  const sees = base.sees.slice();
  const beyond = placedBeyond(configuration, base.sees);
  beyond.forEach((nodes, s) => {
    let count = nodes.length;
    while (count > 0 && moments[nodes[count - 1].operation] > latest) count--;
    if (count > 0 && sees[s] < base.sees[s] + count) seeAlso(guide, sees, nodes[count - 1]);
  });
  const glimpsed = new Set(base.extra);
  const more = beyond
    .flatMap((nodes, s) =>
      nodes
        .slice(0, Math.max(0, sees[s] - base.sees[s]))
        .filter((node) => updates[node.operation] === 1 && !glimpsed.has(node.operation)),
    )
    .sort(byPlace);
  return {
    sees,
    extra: base.extra.filter((one) => position[one] >= sees[session[one]]),
    view: views.insertAll(base.view, more),
    more: more.length,
  };
}
