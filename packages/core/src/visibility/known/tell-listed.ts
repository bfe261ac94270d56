import { labelOf } from "../../history/history.js";
import { printObject, printOperation, printValue } from "../../history/print.js";
import { canonical, type Value } from "../../history/value.js";
import { LISTED, type ListType } from "./create-list-order.js";
import type { KnownConflict } from "./decide-known.js";
import type { KnownProblem } from "./known-problem.js";
import type { OrderEdge } from "./order-graph.js";

/** In circles of more elements it is not looked for a shorter one. */
const MOST_ELEMENTS = 64;

/** That orders of the elements of a list lead in a circle; of a long one what is shorter. */
export function tellListed(
  problem: KnownProblem,
  type: ListType,
  object: number,
  elements: readonly Value[],
  circle: readonly OrderEdge[],
): KnownConflict {
  const { history } = problem;
  const name = (id: number): string => {
    const { method, args } = labelOf(history, id);
    return `#${id} ${printObject(history.objects[history.object[id]])}${printOperation({ method, args, result: undefined })}`;
  };
  const told = shorter(problem, type, object, elements, circle);
  const words = told.map(({ from, to, kind, shownBy }) => {
    const [a, b] = [printValue(elements[from]), printValue(elements[to])];
    if (kind === LISTED.first) return `${a} stood before ${b} at first`;
    return kind === LISTED.listed
      ? `${name(shownBy)} returned a list in which ${a} stands before ${b}`
      : `${name(shownBy)} put ${b} right after ${a}`;
  });
  const ids = [...new Set(told.flatMap(({ shownBy }) => (shownBy < 0 ? [] : [shownBy])))].sort(
    (a, b) => a - b,
  );
  return { ids, stuck: ids[ids.length - 1], reason: `no order of the elements is left: ${words.join("; ")}` };
}

/** The shortest circle of what results list, among the elements of this one. */
function shorter(
  { history }: KnownProblem,
  type: ListType,
  object: number,
  elements: readonly Value[],
  circle: readonly OrderEdge[],
): readonly OrderEdge[] {
  const count = circle.length;
  if (count <= 2 || count > MOST_ELEMENTS) return circle;
  const places = new Map(circle.map(({ from }, at) => [canonical(elements[from]), at]));
  const edges: (OrderEdge | undefined)[] = Array.from({ length: count * count }, () => undefined);
  circle.forEach((edge, at) => {
    edges[at * count + ((at + 1) % count)] = edge;
  });
  for (let id = 0; id < history.size; id++) {
    if (history.object[id] !== object) continue;
    const met: number[] = [];
    for (const value of type.ordered.listed(labelOf(history, id))) {
      const to = places.get(canonical(value));
      if (to === undefined) continue;
      for (const from of met)
        edges[from * count + to] ??= {
          from: circle[from].from,
          to: circle[to].from,
          kind: LISTED.listed,
          shownBy: id,
        };
      met.push(to);
    }
  }
  let best = circle;
  for (let start = 0; start < count; start++) {
    const found = shortestFrom(start, count, edges);
    if (found !== undefined && found.length < best.length) best = found;
  }
  return best;
}

/** The shortest way back to the node, in a matrix of edges. */
function shortestFrom(
  start: number,
  count: number,
  edges: readonly (OrderEdge | undefined)[],
): readonly OrderEdge[] | undefined {
  const ways: (readonly OrderEdge[] | undefined)[] = Array.from({ length: count }, () => undefined);
  const queue = [start];
  ways[start] = [];
  for (const node of queue)
    for (let next = 0; next < count; next++) {
      const edge = edges[node * count + next];
      if (edge === undefined) continue;
      const way = [...(ways[node] ?? []), edge];
      if (next === start) return way;
      if (ways[next] !== undefined) continue;
      ways[next] = way;
      queue.push(next);
    }
  return undefined;
}
