import { exchange, interchangeable } from "../scene/interchangeable.js";
import type { Scene } from "../scene/scene.js";
import type { Fact } from "./facts.js";
import type { ProofNode } from "./proof.js";

/** A case of a distinction: its proof, and the facts in force in it. */
export interface Case {
  readonly node: ProofNode;
  readonly facts: ReadonlyMap<string, Fact>;
}

/**
 * Whether a case needs no proof of its own, as it is like another with two interchangeable operations exchanged: all
 * that the proof of the other rests on, with both exchanged, is in force here.
 */
export function isLike(scene: Scene, [x, y]: readonly [number, number], one: Case, other: Case): boolean {
  if ("like" in other.node.end || !interchangeable(scene, x, y)) return false;
  const proof = JSON.stringify(other.node);
  const here = new Set([...one.facts.values()].map((fact) => textOf(fact, (id) => id)));
  return [...other.facts].every(
    ([name, fact]) => !proof.includes(JSON.stringify(name)) || here.has(textOf(fact, exchange(x, y))),
  );
}

/** A fact as a text, with other operations in the place of its own. */
function textOf(fact: Fact, other: (id: number) => number): string {
  return JSON.stringify(fact, (key, value: unknown) => {
    if (value instanceof Set) return [...(value as Set<number>)].sort((a, b) => a - b).join();
    return typeof value === "number" && key !== "view" ? other(value) : value;
  });
}
