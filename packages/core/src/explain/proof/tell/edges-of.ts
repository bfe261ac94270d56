import { labelOf } from "../../../history/history.js";
import type { StepEdge } from "../../../result.js";
import type { Fact, Quiet } from "../../../witness/proof/facts.js";
import type { Scene } from "../../../witness/scene/scene.js";
import { givenKind, type Told } from "./told.js";

/**
 * What facts say about pairs of operations, as arrows with their kinds: one for each pair, the one that says most.
 * @param between the operations that lie where nothing of their kind can
 */
export function edgesOf(
  scene: Scene,
  told: readonly Told[],
  between: readonly number[] = [],
): readonly StepEdge[] {
  const edges = new Map<string, StepEdge>();
  const add = (from: number, to: number, kind: StepEdge["kind"]): void => {
    const pair = `${from} ${to}`;
    if (from < 0 || from === to) return;
    if (!edges.has(pair) || edges.get(pair)?.kind === "lin") edges.set(pair, { from, to, kind });
  };
  for (const { fact, kind } of told) {
    if (!("a" in fact)) continue;
    const { a, b } = fact;
    if (fact.kind === "sees") add(b, a, "vis");
    else if (fact.kind === "blind") add(b, a, "blind");
    else if (fact.kind === "<") add(a, b, fact.given === true ? givenKind(scene, a, b) : (kind ?? "lin"));
    else add(a, b, fact.kind === "wr" || fact.kind === "ww" ? fact.kind : "hb");
  }
  const line = told.flatMap(({ fact }) => (fact.kind === "quiet" ? [fact.line] : []))[0];
  if (typeof line === "number") for (const id of between) add(id, line, "vis");
  return [...edges.values()];
}

/** The kind of an order that follows since one of the two cannot lie in a stretch: `rw` where that ends with a read. */
export function kindOfOrder(
  { history, type }: Scene,
  premises: readonly Told[],
  before: number,
): "rw" | "ww" {
  const isEnd = premises.some(({ fact }: { fact: Fact }) => isUntil(fact, before));
  return isEnd && type.pure?.(labelOf(history, before)) === true ? "rw" : "ww";
}

const isUntil = (fact: Fact, id: number): fact is Quiet => fact.kind === "quiet" && fact.until === id;
