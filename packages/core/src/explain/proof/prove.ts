import type { CriterionSpec } from "../../criteria/criterion.js";
import type { History } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import type { SequentialType } from "../../types/type.js";
import type { Proof, ProofNode } from "../../witness/proof/proof.js";
import { Refusal } from "../../witness/proof/refusal.js";
import { createScene, type Scene } from "../../witness/proof/scene.js";
import { verifyTree } from "../../witness/proof/verify-proof.js";
import { rootContext } from "./context.js";
import { hardness, stepsOf } from "./measure-proof.js";
import { shorten } from "./shorten.js";
import { solve, split } from "./solve.js";
import { createTask } from "./task.js";
import { toTree } from "./to-proof.js";
import { viewsOf } from "./views.js";

/** What is to be proved violated. */
export interface Violated {
  readonly history: History;
  readonly spec: CriterionSpec;
  readonly type: SequentialType;
  readonly initial?: Value | undefined;
}

/** The steps that looking for a proof may take, in all. */
export const FUEL = 1_500_000;
/** Histories up to so many operations are proved as a whole. */
const MOST_OPERATIONS = 160;

/** A proof that the history violates the criterion, as short as was found within the fuel; `undefined` where none was. */
export function prove(violated: Violated, fuel = FUEL): Proof | undefined {
  const { history, spec, type } = violated;
  if (history.size > MOST_OPERATIONS) return undefined;
  const views = viewsOf(history, type);
  let scene: Scene;
  try {
    scene = createScene(history, spec, violated, views);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  const ids = Array.from({ length: history.size }, (_, id) => id);
  const task = createTask(scene, ids, 0);
  let left = fuel;
  let best: Proof | undefined;
  let least = Infinity;
  const offer = (tree: ProofNode | undefined, extra = 0): void => {
    if (tree === undefined) return;
    const proof = { criterion: spec.name, views, tree };
    const score = hardness(proof) + extra;
    if (score < least) [best, least] = [proof, score];
  };
  /** Runs an attempt with a share of the fuel. */
  const attempt = (share: number, run: () => ReturnType<typeof solve>, extra = 0): void => {
    const lent = Math.min(left, Math.ceil(fuel * share));
    if (lent <= 0) return;
    task.fuel = lent;
    const branch = run();
    left -= lent - Math.max(task.fuel, 0);
    offer(branch && toTree(branch), extra);
  };
  const isWhole = (view: number): boolean => views[view].keep === "whole";
  const all = [...views.keys()];
  const small = all.filter((view) => !isWhole(view));
  const wholes = all.filter(isWhole);
  const groups = [
    ...small.map((view) => [view]),
    ...(small.length > 1 ? [small] : []),
    ...(small.length > 0 ? [all] : []),
    wholes,
  ];
  const steps = (): number => (best === undefined ? Infinity : stepsOf(best.tree));
  for (let depth = 0; depth <= 3; depth++) {
    for (const untils of [false, true])
      for (const group of groups) {
        if (untils && steps() <= 2) continue;
        if (group.some(isWhole) && steps() <= 6) continue;
        attempt(0.1, () => solve(rootContext(task, group, untils), depth), untils ? 0.6 : 0);
      }
    if (best !== undefined && (depth >= 1 || steps() <= 8)) break;
  }
  if (steps() > 30)
    for (const group of [small, all])
      if (group.length > 0) attempt(0.25, () => split(rootContext(task, group, true), 14));
  if (steps() > 12 && scene.oneLine) {
    const tree: ProofNode = { end: { orders: [] } };
    if (verifyTree(scene, tree).valid) offer(tree, 20);
  }
  return best && shorten(best, (tree) => verifyTree(scene, tree).valid);
}
