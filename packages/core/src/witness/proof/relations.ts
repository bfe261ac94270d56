import type { Axiom, Step } from "../../criteria/axioms/model.js";
import { labelOf } from "../../history/history.js";
import { type Fact, isPair } from "./facts.js";
import type { Scene } from "./scene.js";

/** What follows from facts by the order of all operations and the axioms of the criterion alone. */
export interface Relations {
  /** Whether the facts cannot hold together. */
  readonly clash: boolean;
  before(a: number, b: number): boolean;
  sees(a: number, b: number): boolean;
}

/**
 * Closes the facts: `<` is transitive, who sees an operation comes after it, and every axiom holds
 * literally of the pairs that are known. Who sees or is seen has taken effect; of another operation that may
 * not have, nothing follows by an axiom.
 */
export function closeFacts(scene: Scene, facts: readonly Fact[]): Relations {
  const { history, axioms, ordered } = scene;
  const pairs = facts.filter(isPair);
  const ids = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  const size = ids.length;
  const place = new Map(ids.map((id, at) => [id, at]));
  scene.work.done += 2 + size ** 3 / 500;
  const relation = (): Uint8Array => new Uint8Array(size * size);
  // Of each: x stands in it to y at x * size + y. `vis`: y sees x.
  const [lin, vis, hb, po] = [relation(), relation(), relation(), relation()];
  const present = Uint8Array.from(ids, (id) => (scene.maybe(id) ? 0 : 1));
  const see = (x: number, y: number): void => {
    vis[x * size + y] = lin[x * size + y] = present[x] = present[y] = 1;
  };
  for (const { kind, a, b, given } of pairs) {
    const [x, y] = [place.get(a) ?? 0, place.get(b) ?? 0];
    if (kind === "sees") see(y, x);
    if (kind !== "<") continue;
    if (given !== true || ordered) lin[x * size + y] = 1;
    if (given !== true) continue;
    hb[x * size + y] = 1;
    if (a < b && history.session[a] === history.session[b]) po[x * size + y] = 1;
  }
  closeTransitively(hb, size);
  closeTransitively(po, size);

  const rows = { lin, vis, hb, po };
  const passes = (step: Step, x: number, y: number): boolean =>
    typeof step === "string"
      ? rows[step][x * size + y] === 1
      : x === y && step.methods.includes(labelOf(history, ids[x]).method);
  let broken = false;
  let changed = true;
  /** Adds what the axiom asks for of all paths from x. */
  const apply = ({ left, path }: Axiom, x: number): void => {
    let ends = [x];
    for (const step of path)
      ends = ids.flatMap((_, y) => (present[y] === 1 && ends.some((end) => passes(step, end, y)) ? [y] : []));
    for (const z of ends)
      if (x === z) broken = true;
      else if (rows[left][x * size + z] === 0) {
        changed = true;
        if (left === "vis") see(x, z);
        else lin[x * size + z] = 1;
      }
  };
  while (changed) {
    changed = false;
    closeTransitively(lin, size);
    for (const axiom of axioms) for (let x = 0; x < size; x++) if (present[x] === 1) apply(axiom, x);
  }

  const holds = (row: Uint8Array, a: number, b: number): boolean => {
    const [x, y] = [place.get(a), place.get(b)];
    return x !== undefined && y !== undefined && row[x * size + y] === 1;
  };
  const circle = ids.some((_, x) => present[x] === 1 && lin[x * size + x] === 1);
  const denied = pairs.some(({ kind, a, b }) => kind === "blind" && holds(vis, b, a));
  return {
    clash: broken || circle || denied,
    before: (a, b) => holds(lin, a, b),
    sees: (a, b) => holds(vis, b, a),
  };
}

/** Closes a relation of so many, given as rows. */
export function closeTransitively(row: Uint8Array, size: number): void {
  for (let via = 0; via < size; via++)
    for (let x = 0; x < size; x++)
      if (row[x * size + via] === 1)
        for (let y = 0; y < size; y++) if (row[via * size + y] === 1) row[x * size + y] = 1;
}
