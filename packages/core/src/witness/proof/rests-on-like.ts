import { exchange, interchangeable } from "../scene/interchangeable.js";
import { refuse } from "../scene/reach.js";
import type { Scene } from "../scene/scene.js";
import type { Fact } from "./facts.js";

/**
 * A case of a distinction needs no proof of its own where it is like another with two interchangeable operations
 * exchanged: all that the proof of the other rests on, with both exchanged, is in force here. Returns what that is here,
 * on which whatever is proved by this case rests in turn.
 */
export function restsOnLike(
  scene: Scene,
  [x, y]: readonly [number, number],
  here: ReadonlyMap<string, Fact>,
  proved: readonly ReadonlySet<Fact>[],
): readonly Fact[] {
  if (!interchangeable(scene, x, y)) refuse(`${x} and ${y} are told apart`);
  const inForce = new Map([...here.values()].map((fact) => [textOf(fact, (id) => id), fact]));
  const those = proved.map((facts) => [...facts].map((fact) => inForce.get(textOf(fact, exchange(x, y)))));
  return (
    those.find((facts) => facts.every((fact) => fact !== undefined)) ?? refuse("no other case is like it")
  );
}

/** A fact as a text, with other operations in the place of its own. */
function textOf(fact: Fact, other: (id: number) => number): string {
  return JSON.stringify(fact, (key, value: unknown) => {
    if (value instanceof Set) return [...(value as Set<number>)].sort((a, b) => a - b).join();
    return typeof value === "number" && key !== "view" ? other(value) : value;
  });
}
