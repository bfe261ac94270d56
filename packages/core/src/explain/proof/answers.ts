import {
  type Answer,
  type Context,
  endsQuiet,
  type Goal,
  orderOf,
  type Refuted,
  sightOf,
} from "./context.js";
import { costOf } from "./known.js";

/** Who can have led to a goal, each with a refutation where one is at hand. */
export function answersTo(context: Context, goal: Goal): Answer[] {
  context.task.fuel -= 1 + goal.by.size;
  const all = [...(goal.start ? [-1] : []), ...goal.by.keys()];
  return all.map((by) => {
    const refuted = refute(context, goal, by);
    return refuted === undefined ? { by } : { by, refuted };
  });
}

function refute(context: Context, goal: Goal, by: number): Refuted | undefined {
  const { line, view, op } = goal;
  if (by >= 0) {
    const after = orderOf(context, op, by);
    if (after !== undefined) return { parts: ["before"], facts: [after] };
    if (line !== "all") {
      const sight = sightOf(context, line, by);
      if (sight?.fact.kind === "blind") return { parts: ["sees"], facts: [sight] };
      const later = orderOf(context, line, by);
      if (later !== undefined) return { parts: ["sees"], facts: [later] };
    }
  }
  return disturbed(context, goal, by) ?? elsewhere(context, goal, by, view);
}

/** An operation that is known to lie between and ends what must stay. */
function disturbed(context: Context, goal: Goal, by: number): Refuted | undefined {
  const { task } = context;
  const { line, op } = goal;
  let best: Refuted | undefined;
  let least = Infinity;
  for (const id of task.ids) {
    if (id === by || id === op || id === line) continue;
    const earlier = orderOf(context, id, op);
    if (earlier === undefined) continue;
    const later = by < 0 ? undefined : orderOf(context, by, id);
    if (by >= 0 && later === undefined) continue;
    const sight = line === "all" ? undefined : sightOf(context, line, id);
    if (line !== "all" && sight?.fact.kind !== "sees") continue;
    task.fuel--;
    const at = endsQuiet(context, id, goal);
    if (at === undefined) continue;
    const facts = [earlier, later, sight, ...at].filter((one) => one !== undefined);
    const cost = costOf({ facts });
    if (cost < least) [best, least] = [{ parts: ["quiet"], facts, between: [id] }, cost];
  }
  return best;
}

/** It is known to have taken effect in other states. */
function elsewhere({ ats }: Context, goal: Goal, by: number, view: number): Refuted | undefined {
  const needed = goal.by.get(by);
  if (needed === undefined) return undefined;
  const other = ats.find(
    ({ fact }) =>
      fact.op === by &&
      fact.line === goal.line &&
      fact.view === view &&
      ![...needed].some((state) => fact.states.has(state)),
  );
  return other && { parts: ["at"], facts: [], other };
}
