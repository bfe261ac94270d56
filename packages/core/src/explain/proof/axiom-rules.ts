import type { Axiom } from "../../criteria/axioms/model.js";
import { labelOf } from "../../history/history.js";
import { type Pair, opposite } from "../../witness/proof/facts.js";
import { addPair, type Context, given, orderOf, sightOf } from "./context.js";
import type { Known, KnownPair } from "./known.js";

/** A fact that follows. */
export const step = (fact: Pair, facts: readonly Known[], between?: readonly number[]): KnownPair => ({
  fact,
  why: { kind: "step", from: { facts, ...(between !== undefined && { between }) } },
});

/**
 * What the axioms ask for: of each path whose edges are known, that its ends are related (`fresh`); of each
 * path whose ends are known not to be, and all whose edges but one are known, that this one is not (`late`).
 */
export function applyAxioms(context: Context, fresh: KnownPair[], late: KnownPair[]): void {
  const { scene, ids } = context.task;
  if (scene.oneLine) return;
  for (const a of ids)
    for (const b of ids) {
      const later = orderOf(context, a, b);
      if (later !== undefined && sightOf(context, a, b) === undefined)
        addPair(context, { fact: { kind: "blind", a, b }, why: { kind: "chain", of: [later] } });
    }
  const anyBlind = context.sights.some((sight) => sight?.fact.kind === "blind");
  const seen = tookEffect(context);
  for (const axiom of scene.axioms) follow(context, axiom, seen, anyBlind, fresh, late);
}

/** One edge of a path, known or supposed. */
interface Edge {
  readonly known?: Known;
  readonly fact: Pair;
}

/** For each operation that is known to see or to be seen: one such fact, by which it has taken effect. */
function tookEffect(context: Context): Map<number, KnownPair> {
  const found = new Map<number, KnownPair>();
  for (const sight of context.sights)
    if (sight?.fact.kind === "sees")
      for (const id of [sight.fact.a, sight.fact.b]) if (context.task.scene.maybe(id)) found.set(id, sight);
  return found;
}

function follow(
  context: Context,
  { left, path }: Axiom,
  seen: ReadonlyMap<number, KnownPair>,
  backwards: boolean,
  fresh: KnownPair[],
  late: KnownPair[],
): void {
  const { task } = context;
  const { scene, ids } = task;
  const { history } = scene;

  /** The fact that the relation holds from x to y, if it is known; the fact to suppose, if it may be. */
  const edge = (relation: "lin" | "vis" | "po" | "hb", x: number, y: number): Edge | undefined => {
    switch (relation) {
      case "hb":
      case "po": {
        const holds =
          scene.before(x, y) && (relation === "hb" || (x < y && history.session[x] === history.session[y]));
        return holds ? { known: given(x, y), fact: { kind: "<", a: x, b: y, given: true } } : undefined;
      }
      case "lin": {
        const known = orderOf(context, x, y);
        if (known !== undefined) return { known, fact: known.fact };
        return orderOf(context, y, x) === undefined ? { fact: { kind: "<", a: x, b: y } } : undefined;
      }
      case "vis": {
        const known = sightOf(context, y, x);
        if (known?.fact.kind === "sees") return { known, fact: known.fact };
        return known === undefined ? { fact: { kind: "sees", a: y, b: x } } : undefined;
      }
    }
  };
  const finish = (x: number, z: number, edges: readonly Edge[]): void => {
    const facts = edges.flatMap(({ known }) => (known === undefined ? [] : [known]));
    const missing = edges.find(({ known }) => known === undefined);
    const asked: Pair = left === "vis" ? { kind: "sees", a: z, b: x } : { kind: "<", a: x, b: z };
    if (x === z) {
      if (missing === undefined) context.clashes.push({ facts });
      return;
    }
    const denied = left === "vis" ? sightOf(context, z, x) : orderOf(context, z, x);
    const isDenied = denied !== undefined && (left === "lin" || denied.fact.kind === "blind");
    if (missing !== undefined) {
      if (isDenied) late.push(step(opposite(missing.fact), [...facts, denied]));
      return;
    }
    if (isDenied) context.clashes.push({ facts: [...facts, denied] });
    else if ((left === "vis" ? denied : orderOf(context, x, z)) === undefined)
      fresh.push({ fact: asked, why: { kind: "chain", of: facts } });
  };
  /** Goes on from y along the path; `sure`: whether it is known to have taken effect by the path itself. */
  const walk = (x: number, at: number, y: number, path0: readonly Edge[], sure0: boolean): void => {
    task.fuel--;
    const presence = sure0 ? undefined : seen.get(y);
    const sure = sure0 || presence !== undefined;
    const edges = presence === undefined ? path0 : [...path0, { known: presence, fact: presence.fact }];
    if (at === path.length) {
      if (sure) finish(x, y, edges);
      return;
    }
    const next = path[at];
    if (typeof next !== "string") {
      if (next.methods.includes(labelOf(history, y).method)) walk(x, at + 1, y, edges, sure);
      return;
    }
    if (!sure && next !== "vis") return;
    const supposed = edges.some(({ known }) => known === undefined);
    for (const z of ids) {
      const one = z === y ? undefined : edge(next, y, z);
      if (one === undefined || (one.known === undefined && (supposed || !backwards))) continue;
      walk(x, at + 1, z, [...edges, one], next === "vis" || !scene.maybe(z));
    }
  };
  for (const x of ids) walk(x, 0, x, [], !scene.maybe(x));
}
