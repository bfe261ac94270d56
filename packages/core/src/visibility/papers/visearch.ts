import type { Budget } from "../../budget.js";
import type { VisibilityModel } from "./model.js";
import type { Problem, VisibilityFound } from "../problem.js";
import { createResumable, type VisearchOptions } from "./resumable.js";

/**
 * ViSearch (L. Shi and others, §3): Algorithm 1's deque of search states, worked through depth first
 * from its head, with every allowed visibility of every operation, largest first; states that
 * violate a pruning predicate (Algorithms 2–4) are dropped.
 */
export function visearch<Bits>(
  problem: Problem<Bits>,
  model: VisibilityModel<Bits>,
  budget: Budget,
  options: VisearchOptions = {},
): VisibilityFound<Bits> {
  const search = createResumable(problem, model, options);
  search.take();
  for (;;) {
    const { states } = search;
    const reason = budget.exceeded(states);
    if (reason !== undefined) return { verdict: "unknown", reason, states };
    switch (search.step(256)) {
      case "found":
        return { verdict: "satisfied", ...search.certificate(), states: search.states };
      case "exhausted": {
        const { unexplained } = search;
        return {
          verdict: "violated",
          ...(unexplained !== undefined && { unexplained }),
          states: search.states,
        };
      }
      default:
    }
  }
}
