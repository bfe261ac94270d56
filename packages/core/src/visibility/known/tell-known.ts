import type { Axiom, Relation } from "../../criteria/axioms/model.js";
import { type History, labelOf } from "../../history/history.js";
import { printObject, printOperation } from "../../history/print.js";
import type { Unseen } from "./close-sights.js";
import { ORDER } from "./known-orders.js";
import type { KnownConflict } from "./decide-known.js";
import { type KnownProblem, sawUpdate } from "./known-problem.js";
import type { OrderEdge } from "./order-graph.js";
import type { Contest } from "./contests.js";

const NO_ORDER = "no order is left: ";

/** An operation in words: `#7 read() => 2`. */
const name = ({ history }: { readonly history: History }, id: number): string =>
  `#${id} ${printObject(history.objects[history.object[id]])}${printOperation(labelOf(history, id))}`;

/** The axiom as people write it. */
const axiomText = ({ left, path }: Axiom): string =>
  `${left} ⊇ ${path.map((step) => (typeof step === "string" ? step : `[${step.methods.join(",")}]`)).join("∘")}`;

/** That an operation was recorded as not seeing what an axiom asks it to see. */
export function tellUnseen(problem: KnownProblem, { axiom, path }: Unseen): KnownConflict {
  const [update, stuck] = [path[0], path[path.length - 1]];
  const ids = [...new Set(path)].sort((a, b) => a - b);
  if (update === stuck)
    return { ids, stuck, reason: `${name(problem, stuck)} would have to see itself: ${axiomText(axiom)}` };
  const relations = axiom.path.filter((step): step is Relation => typeof step === "string");
  const steps = relations.length === path.length - 1 ? path.slice(1) : [];
  const links = steps.map((to, at) => link(problem, relations[at], path[at], to));
  const because = links.length === 0 ? "" : `: ${links.join(", and ")}`;
  return {
    ids,
    stuck,
    reason: `${name(problem, stuck)} was not recorded as seeing ${name(problem, update)}, and ${axiomText(axiom)} asks for it${because}`,
  };
}

/** In words, that the relation leads from one operation to the other. */
function link(problem: KnownProblem, relation: Relation, from: number, to: number): string {
  if (relation !== "vis") return `${name(problem, from)} happens before ${name(problem, to)}`;
  return `${name(problem, to)} ${sawUpdate(problem, to, from) ? "was recorded as seeing" : "has to see"} ${name(problem, from)}`;
}

/** That no update which an operation saw as the last of its key leaves what the operation returned. */
export function tellLost(problem: KnownProblem, { operation, others }: Contest): KnownConflict {
  const seen = others.map((one) => name(problem, one)).join(" and ");
  const reason =
    others.length === 0
      ? `${name(problem, operation)} was recorded as seeing no update that it could tell of`
      : `${name(problem, operation)} was recorded as seeing ${seen}, and ${others.length === 1 ? "after that" : "after whichever of them came last"} it returns something else`;
  return { ids: [...others, operation].sort((a, b) => a - b), stuck: operation, reason };
}

/** That of the updates which an operation saw, each that could come last has to stand before another. */
export function tellNoWinner(
  problem: KnownProblem,
  { operation, fitting, others, isSupposed = false }: Contest,
): KnownConflict {
  const listed = (ids: readonly number[]): string => ids.map((id) => name(problem, id)).join(", ");
  const able = isSupposed
    ? `of what ${name(problem, operation)} saw, ${listed(fitting)} could come last`
    : `${name(problem, operation)} returned what ${listed(fitting)} leave`;
  return {
    ids: [...fitting, ...others, operation].sort((a, b) => a - b),
    stuck: operation,
    reason: `${NO_ORDER}${able}, and by what others were recorded as seeing, and returned, each of them has to stand before one that it saw, too: of all these ${listed(others)}`,
  };
}

/** That no order is left whichever update came last of those that an operation saw. `undefined` where that is not told of one. */
export function tellCases(
  problem: KnownProblem,
  operation: number,
  cases: readonly { readonly winners: readonly number[]; readonly conflict: KnownConflict | undefined }[],
): KnownConflict | undefined {
  const ids = new Set([operation]);
  const listed: string[] = [];
  const words: string[] = [];
  for (const { winners, conflict } of cases) {
    if (conflict === undefined) return undefined;
    for (const id of [...winners, ...conflict.ids]) ids.add(id);
    listed.push(...winners.map((id) => name(problem, id)));
    const last = winners.map((id) => name(problem, id)).join(" or ");
    words.push(`if ${last} came last, ${conflict.reason.replace(NO_ORDER, "")}`);
  }
  return {
    ids: [...ids].sort((a, b) => a - b),
    stuck: operation,
    reason: `${NO_ORDER}of what ${name(problem, operation)} was recorded as seeing of one key, ${listed.join(" or ")} came last; ${words.join("; and ")}`,
  };
}

/** That a result is wrong about the number of keys of which something holds; `isSettled`: by who has to come last. */
export function tellNumber(
  problem: KnownProblem,
  id: number,
  count: number,
  isSettled: boolean,
): KnownConflict {
  const keys = count === 1 ? "1 key" : `${count} keys`;
  const where = isSettled ? ", in every order that is left" : "";
  const reason = `${name(problem, id)} would count ${keys} in what it was recorded as seeing${where}`;
  return { ids: [id], stuck: id, reason };
}

/** That an operation does not return what follows from what it saw, in whatever order. */
export const tellResult = (problem: KnownProblem, id: number): KnownConflict => ({
  ids: [id],
  stuck: id,
  reason: `${name(problem, id)} does not follow from what it was recorded as seeing, in whatever order that stands`,
});

/** That orders lead in a circle. */
export function tellCircle(problem: KnownProblem, edges: readonly OrderEdge[]): KnownConflict {
  const { size } = problem;
  const operation = (node: number): number => (node < size ? node : node - size);
  const ids = new Set<number>();
  const words = edges.map(({ from, to, kind, shownBy }) => {
    const [a, b] = [operation(from), operation(to)];
    for (const id of [a, b, ...(shownBy < 0 ? [] : [shownBy])]) ids.add(id);
    switch (kind) {
      case ORDER.happens:
        return `${name(problem, a)} happens before ${name(problem, b)}`;
      case ORDER.seen:
        return `${name(problem, b)} was recorded as seeing ${name(problem, a)}`;
      case ORDER.won:
        return `${name(problem, shownBy)} was recorded as seeing both ${name(problem, a)} and ${name(problem, b)}, and returned what the second leaves, which so comes last`;
      case ORDER.supposed:
        return `then ${name(problem, b)} comes after ${name(problem, a)}, both of which ${name(problem, shownBy)} was recorded as seeing`;
      default:
        return from < size && to < size
          ? `${name(problem, a)} was not recorded as seeing ${name(problem, b)}, and so has to come before it`
          : `by what ${name(problem, shownBy)} was recorded as seeing, and not, all that was seen with ${name(problem, a)} comes before what was seen with ${name(problem, b)}`;
    }
  });
  const members = [...ids].sort((a, b) => a - b);
  return {
    ids: members,
    stuck: operation(edges[0].to),
    reason: `${NO_ORDER}${words.join("; ")}`,
  };
}
