import type { Asked } from "../../ask/understand.js";
import { createBudget, orExhausted, withStates } from "../../budget.js";
import { createTrail } from "../../cubes/trail.js";
import { tookEffect, withMaybes } from "../../decompose/maybes.js";
import { merge } from "../../decompose/merge.js";
import { type NamedPart, split, wholePart } from "../../decompose/parts.js";
import type { Found } from "../../linearize/engine.js";
import { openFrontier } from "../../linearize/frontier.js";
import { fronts } from "../../linearize/fronts.js";
import { createMachine } from "../../linearize/machine.js";
import type { Part } from "../../linearize/part.js";
import { openSessions, type SequentialFound } from "../../linearize/sessions.js";
import { maybeType } from "../../types/maybe-type.js";
import { ordered } from "../decision.js";
import { decidePart, FIRST_ROUND, placeOf } from "../linearizability.js";
import {
  type CubeAnswer,
  type CubeFound,
  type CubePlan,
  type CubeSearch,
  createRunBudget,
} from "./cube-search.js";

/** Linearizability: the frontier search of each part by itself, where parts tell of the whole; else of the whole. */
export function linearizabilityCubes(asked: Asked): CubePlan {
  const { initial, options } = asked;
  const isCertain = asked.history.optional === undefined;
  const history = isCertain ? asked.history : withMaybes(asked.history);
  const type = isCertain ? asked.type : maybeType(asked.type);
  const whole = (): readonly NamedPart[] => [wholePart(history, type, initial)];
  const pieces = options.partition === false ? undefined : split(history, type, initial);
  const parts = pieces?.exact === true ? pieces.parts : whole();
  const question = { history, type, initial, algorithm: "auto", partition: true, options: {} } as const;
  return {
    algorithm: "frontier",
    searches: parts.map(partCubes),
    // Parts that fail refute a history that they do not prove.
    hasOtherMeans: pieces?.exact === false,
    atOnce(part, bounds) {
      const limits = withStates(createBudget(bounds), FIRST_ROUND);
      const found = orExhausted<Found | undefined>(
        () => decidePart(question, parts[part], limits, { plainly: true, monitor: true }).found,
        () => undefined,
      );
      return found === undefined || found.verdict === "unknown" ? undefined : inIds(parts[part], found);
    },
    merge(witnesses) {
      const rows = witnesses.map(({ linearization }, p) => {
        const rowOf = new Map(Array.from(parts[p].ids, (id, row) => [id, row]));
        return linearization.map((id) => rowOf.get(id) as number);
      });
      const line = merge(history, parts, rows);
      return ordered(isCertain ? line : tookEffect(asked.history, asked.type, initial, line));
    },
    violated: (part) => {
      const { ids, object, key } = parts[part];
      const isNamed = object !== undefined || key !== undefined;
      return { ids: [...ids], ...(isNamed && { part: placeOf(parts[part]) }) };
    },
  };
}

/**
 * The frontier search of one part. A fork is a configuration, its ways are the operations that may be next there, in
 * the order in which the search tries them; so all orders lie below the root, and each below one way of each fork.
 */
export function partCubes(part: Part): CubeSearch {
  const budget = createRunBudget();
  return runOn(
    budget,
    () => openFrontier(part, createMachine(part, budget), fronts(part), budget),
    (found) => inIds(part, found),
  );
}

/** Sequential consistency: the search over positions in the sessions; a way is the session whose turn it is. */
export function sequentialCubes({ history, type, initial }: Asked): CubePlan {
  const budget = createRunBudget();
  const search = runOn(
    budget,
    () => {
      const open = openSessions(history, type, initial, budget);
      return (trail) => open(trail)(Infinity);
    },
    (found: Exclude<SequentialFound, { verdict: "unknown" }>): CubeFound =>
      found.verdict === "violated" ? found : { verdict: "satisfied", witness: ordered(found.linearization) },
  );
  return {
    algorithm: "sessions",
    searches: [search],
    hasOtherMeans: true,
    merge: ([witness]) => witness,
    violated: () => ({ ids: Array.from({ length: history.size }, (_, id) => id) }),
  };
}

/** Runs a search over trails on cubes. It is opened for the first of them. */
function runOn<Found extends { readonly verdict: string; readonly states: number }>(
  budget: ReturnType<typeof createRunBudget>,
  open: () => (trail: ReturnType<typeof createTrail>) => Found,
  tell: (found: Exclude<Found, { verdict: "unknown" }>) => CubeFound,
): CubeSearch {
  let search: ReturnType<typeof open> | undefined;
  return {
    decide(cube, { forks, ...bounds }) {
      budget.begin(bounds);
      const trail = createTrail(cube, forks);
      return orExhausted<CubeAnswer>(
        () => {
          search ??= open();
          const found = search(trail);
          const { states } = found;
          if (isUnknown(found)) return { verdict: "open", rest: trail.rest(), reason: found.reason, states };
          return { ...tell(found as Exclude<Found, { verdict: "unknown" }>), states };
        },
        (reason) => ({ verdict: "open", rest: trail.rest(), reason, states: 0 }),
      );
    },
  };
}

type Unknown = Extract<Found, { verdict: "unknown" }>;
const isUnknown = (found: { readonly verdict: string }): found is Unknown => found.verdict === "unknown";

/** What was found of a part, in the ids of the history. */
function inIds({ ids }: Part, found: Exclude<Found, { verdict: "unknown" }>): CubeFound {
  if (found.verdict === "violated") return { verdict: "violated" };
  return { verdict: "satisfied", witness: ordered(Array.from(found.linearization, (row) => ids[row])) };
}
