import type { BoundedCheck } from "../../ask/check-options.js";
import { type Asked, understand } from "../../ask/understand.js";
import { asksForStoreOrder } from "../../criteria/memory-models.js";
import type { History } from "../../history/history.js";
import { isUniformlyComplete } from "../visibility.js";
import { isBuiltIn } from "../with-outcome-count.js";
import type { CubePlan } from "./cube-search.js";
import { linearizabilityCubes, sequentialCubes } from "./order-cubes.js";
import { storeOrderCubes } from "./store-order-cubes.js";
import { visibilityCubes } from "./visibility-cubes.js";

/** A question whose default search can be shared, and how. */
export interface OpenCubes extends CubePlan {
  readonly asked: Asked;
}

/**
 * Opens a question for a search in cubes: parts of the default search that can be decided apart from each other, in any
 * order, by threads or machines that know nothing of each other. The history satisfies the criterion if some cube has a
 * solution, and violates it if all have none. `undefined` where an algorithm is asked for by name, or the default is no
 * search of this kind.
 *
 * Throws a `HistoryError` where history, type and options do not fit together.
 */
export function openCubes(history: History, options: BoundedCheck = {}): OpenCubes | undefined {
  const asked = understand(history, options);
  const plan = asked.algorithm === "auto" ? planOf(asked) : undefined;
  return plan === undefined ? undefined : { asked, ...plan };
}

function planOf(asked: Asked): CubePlan | undefined {
  const { criterion, history, type } = asked;
  switch (criterion.kind) {
    case "linearizability":
      return history.timed ? linearizabilityCubes(asked) : sequentialCubes(asked);
    case "sequential":
      return sequentialCubes(asked);
    case "axioms":
      return visibilityCubes(asked, criterion);
    case "levels": {
      if (!isUniformlyComplete(history, criterion) || !isBuiltIn(type))
        return visibilityCubes(asked, criterion);
      const timed = criterion.order === "realtime" && history.timed;
      return timed ? linearizabilityCubes(asked) : sequentialCubes(asked);
    }
    case "memory":
      return asksForStoreOrder(criterion.name) ? storeOrderCubes(asked, criterion.name) : undefined;
    case "convergence":
      return undefined;
  }
}
