import type { Step } from "../../criteria/axioms/model.js";
import { labelOf } from "../../history/history.js";
import { type Fact, isPair, type Pair } from "./facts.js";
import { closed, isCircular, relates, related } from "../scene/relation.js";
import type { Scene } from "../scene/scene.js";

/** What follows from facts by the order of all operations and the axioms of the criterion alone. */
export interface Closure {
  /** Whether the facts cannot hold together. */
  readonly clash: boolean;
  before(a: number, b: number): boolean;
  sees(a: number, b: number): boolean;
  /** Whether `a` is known not to see `b`. */
  blind(a: number, b: number): boolean;
  tookEffect(operation: number): boolean;
}

/**
 * Closes the facts: `<` is transitive, who sees an operation comes after it, and every axiom holds literally of the
 * pairs that are known. Who sees or is seen has taken effect; of another operation that may not have, nothing follows
 * by an axiom, but it too has a place: happens-before is an order of all, so any order of some can be filled up.
 */
export function closeFacts(
  { history, axioms, ordered, maybe, work }: Scene,
  facts: readonly Fact[],
): Closure {
  const pairs = facts.filter(isPair);
  const ids = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  work.done += 2 + ids.length ** 3 / 500;
  const those = (isSo: (pair: Pair) => boolean) => pairs.filter(isSo).map(({ a, b }) => [a, b] as const);
  const given = those((pair) => pair.given === true);
  // The pairs of each relation that are known; `vis`: who is seen, and by whom.
  const known = {
    lin: those((pair) => pair.kind === "<" && (ordered || pair.given !== true)),
    vis: those((pair) => pair.kind === "sees").map(([a, b]) => [b, a] as const),
  };
  const present = new Set([...ids.filter((id) => !maybe(id)), ...known.vis.flat()]);
  const rows = {
    lin: closed(known.lin, known.vis),
    vis: related(known.vis),
    hb: closed(given),
    po: closed(given.filter(([a, b]) => a < b && history.session[a] === history.session[b])),
  };
  const passes = (step: Step, x: number, y: number): boolean =>
    typeof step === "string"
      ? relates(rows[step], x, y)
      : x === y && step.methods.includes(labelOf(history, x).method);
  /** Where the path leads from x, by way of those that took effect. */
  const endsOf = (path: readonly Step[], x: number): readonly number[] =>
    path.reduce((ends, step) => [...present].filter((y) => ends.some((end) => passes(step, end, y))), [x]);

  let broken = false;
  for (let changed = true; changed; ) {
    changed = false;
    for (const { left, path } of axioms)
      for (const x of present)
        for (const z of endsOf(path, x)) {
          if (x === z) broken = true;
          if (x === z || relates(rows[left], x, z)) continue;
          known[left].push([x, z]);
          if (left === "vis") present.add(x).add(z);
          changed = true;
        }
    [rows.lin, rows.vis] = [closed(known.lin, known.vis), related(known.vis)];
  }
  const before = (a: number, b: number): boolean => relates(rows.lin, a, b);
  const sees = (a: number, b: number): boolean => relates(rows.vis, b, a);
  const denied = related(those((pair) => pair.kind === "blind"));
  const isDenied = pairs.some(({ a, b }) => relates(denied, a, b) && sees(a, b));
  return {
    clash: broken || isDenied || isCircular(rows.lin) || isCircular(rows.hb),
    before,
    sees,
    blind: (a, b) => relates(denied, a, b) || before(a, b),
    tookEffect: (id) => !maybe(id) || present.has(id),
  };
}
