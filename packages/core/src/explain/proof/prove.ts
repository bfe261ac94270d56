import type { CriterionSpec } from "../../criteria/criterion.js";
import { type History, labelOf } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import type { SequentialType } from "../../types/type.js";
import { keptOf } from "../../types/views.js";
import type { Proof, ProofNode, ProofView } from "../../witness/proof/proof.js";
import { orExhausted } from "../../budget.js";
import { Refusal, refusedOr, type Work } from "../../witness/scene/reach.js";
import { interchangeable } from "../../witness/scene/interchangeable.js";
import { createScene, type Scene } from "../../witness/scene/scene.js";
import { verifyTree } from "../../witness/proof/verify-proof.js";
import { rootContext } from "./context.js";
import { hardness, operationsOf, stepsOf } from "./measure-proof.js";
import { shorten } from "./shorten.js";
import { searchBranches, solve, split } from "./solve.js";
import { createTask, type Task } from "./task.js";
import { toTree } from "./to-tree.js";
import { viewsOf } from "./views.js";

/** What is to be proved violated, and how hard to try. */
export interface Violated {
  readonly history: History;
  readonly spec: CriterionSpec;
  readonly type: SequentialType;
  readonly initial?: Value | undefined;
  /** The operations that already fail by themselves: facts are about these. Default: all. */
  readonly ids?: readonly number[];
  /** The steps that looking for a proof may take: counted, so that the same history always has the same proof. */
  readonly fuel?: number;
  /** Whether to make distinctions at once, one within another, where looking for few of them took too long. */
  readonly byCases?: boolean;
  /** Asked now and then: is there time? */
  mayGoOn?(): boolean;
  /** Told of all that is done; it may throw `Exhausted`, and then what was found until then is the answer. */
  readonly work?: Work;
  /** Told of a proof that was found and is larger than the verifier takes, and why. */
  tooLarge?(reason: string): void;
}

/** About a second. */
const FUEL = 400_000;
/** What making a proof shorter may cost besides, as a share of that. */
const SHORTENING = 0.5;
/** So many operations can be told of. */
const MOST_OPERATIONS = 160;
/** So many operations that can have led to a state are looked at. */
const MOST_LEADERS = 6;
/** How deep to try cases within cases. */
const DEEPEST = 3;
/** How many distinctions may stand within each other where all else failed. */
const MOST_SPLITS = 14;
/** And where each case may be gone through in all its situations. */
const SEARCHED_SPLITS = 4;
/** And where they are made at once; each case is gone through only if it has few situations. */
const [SPLITS_BY_CASES, SITUATIONS_BY_CASES] = [40, 1000];

/** A proof that the history violates the criterion, the shortest that was found; `undefined` where none was. */
export function prove(violated: Violated): Proof | undefined {
  return orExhausted(
    () => search(violated),
    () => undefined,
  );
}

function search(violated: Violated): Proof | undefined {
  const { history, spec, type, fuel = FUEL, mayGoOn = () => true } = violated;
  const ids = violated.ids ?? Array.from({ length: history.size }, (_, id) => id);
  if (ids.length > MOST_OPERATIONS) return undefined;
  const known = withLeaders(violated, ids);
  const bare = sceneOf(violated, []);
  const isReplicated = bare?.replicated !== undefined && !bare.oneLine;
  const views = isReplicated ? [] : seenViews(violated, known, viewsOf(history, known, type));
  const scene = sceneOf(violated, views);
  if (scene === undefined) return undefined;
  const task = createTask(scene, known, mayGoOn);
  // To list the states of a long history takes longer than to look at the few operations that matter: it is not counted.
  if (history.size > MOST_OPERATIONS)
    for (const view of views.keys()) task.space(view, scene.oneLine ? "all" : known[0]);
  let left = fuel;
  let best: Proof | undefined;
  let least = Infinity;
  const offer = (tree: ProofNode, handicap: number): void => {
    const proof = { criterion: spec.name, views, tree };
    const score = hardness(proof) + handicap;
    if (score >= least) return;
    const checked = verifyTree(scene, tree);
    if (checked.valid) [best, least] = [proof, score];
    // What the rules count as one step may be too much for one once the whole tree is read.
    else if (checked.tooLarge) violated.tooLarge?.(checked.reason);
    else throw new Error(`a proof of ${spec.name} does not hold: ${checked.reason}`);
  };
  /** Tries with a share of the fuel. */
  const attempt = (share: number, handicap: number, run: (lent: Task) => ReturnType<typeof solve>): void => {
    const lent = Math.min(left, Math.ceil(fuel * share));
    if (lent <= 0 || !mayGoOn()) return;
    task.lend(lent);
    orEnd(() => {
      const branch = run(task);
      left -= lent - Math.max(task.fuel, 0);
      if (branch !== undefined) offer(toTree(branch), handicap);
    });
  };
  const steps = (): number => (best === undefined ? Infinity : stepsOf(best.tree));
  const isWhole = (view: number): boolean => views[view].keep === "whole";
  const all = [...views.keys()];
  const parts = all.filter((view) => !isWhole(view));
  const groups = groupsOf(all, parts);

  const byFew = (): void => {
    for (let depth = 0; depth <= DEEPEST; depth++) {
      for (const untils of [false, true])
        for (const group of groups) {
          // What is short already is not made shorter by looking at more.
          if ((untils && steps() <= 2) || (group.some(isWhole) && steps() <= 6)) continue;
          attempt(0.1, untils ? 0.6 : 0, (lent) => solve(rootContext(lent, group, untils), depth));
        }
      if (steps() <= 8 || (depth > 0 && best !== undefined)) break;
    }
    if (steps() > 30)
      for (const group of parts.length > 0 ? [parts, all] : [all])
        attempt(0.2, 0, (lent) => split(rootContext(lent, group, true), MOST_SPLITS));
    if (best === undefined && !scene.oneLine)
      for (const group of parts.length > 0 ? [parts, all.filter(isWhole)] : [all])
        if (best === undefined)
          attempt(0.3, 20, (lent) => searchBranches(rootContext(lent, group, true), SEARCHED_SPLITS));
  };
  const byCases = (): void => {
    task.situations = SITUATIONS_BY_CASES;
    for (const group of parts.length > 0 ? [all.filter(isWhole), all] : [all])
      for (const make of [searchBranches, split])
        if (best === undefined)
          attempt(0.5, 0, (lent) => make(rootContext(lent, group, true), SPLITS_BY_CASES));
  };
  (violated.byCases === true ? byCases : byFew)();
  if (steps() > 12 && scene.oneLine && mayGoOn()) {
    // All orders, one by one, where there are not too many.
    const tree = { end: { orders: [] } };
    orEnd(() => {
      if (verifyTree(scene, tree).valid) offer(tree, 20);
    });
  }
  const shortenUntil = scene.work.done + fuel * SHORTENING;
  const mayShorten = (): boolean => scene.work.done < shortenUntil && mayGoOn();
  const holds = (tree: ProofNode): boolean =>
    mayShorten() && orEnd(() => verifyTree(scene, tree).valid) === true;
  const areAlike = (a: number, b: number): boolean => interchangeable(scene, a, b);
  const short = best && shorten(best, holds, areAlike);
  return short && (orEnd(() => withFewResults(violated, short)) ?? short);
}

/** What comes of it, unless there is not enough work left for it. */
const orEnd = <Answer>(part: () => Answer): Answer | undefined =>
  orExhausted<Answer | undefined>(part, () => undefined);

/**
 * In place of a part with too many states: the part by the results of these operations alone; where what each sees is a
 * run of its own, by one result at a time.
 */
function seenViews(violated: Violated, ids: readonly number[], views: ProofView[]): readonly ProofView[] {
  const { history, type } = violated;
  const scene = type.views?.merge === undefined ? undefined : sceneOf(violated, views);
  if (scene === undefined || (scene.oneLine && ids.length === history.size)) return views;
  const task = createTask(scene, ids, () => true);
  if (scene.oneLine)
    return views.map((view, at) =>
      view.keep === "whole" || task.space(at, "all") !== undefined ? view : { ...view, results: ids },
    );
  return views.flatMap((view, at) => {
    if (view.keep === "whole" || task.space(at, ids[0]) !== undefined) return [view];
    const told = ids.filter((id) => {
      const names = type.views?.names(labelOf(history, id)) ?? [];
      return (
        history.objects[history.object[id]] === view.object &&
        names.some(keptOf(view.keep as readonly Value[]))
      );
    });
    return told.map((id) => ({ ...view, results: [id] }));
  });
}

/** The proof by the results of those operations alone that it speaks of, where that will do. */
function withFewResults(violated: Violated, proof: Proof): Proof {
  if (proof.views.every(({ results }) => results === undefined)) return proof;
  const results = operationsOf(proof);
  const fewer = { ...proof, views: proof.views.map((view) => ({ ...view, results })) };
  const scene = sceneOf(violated, fewer.views);
  return scene !== undefined && verifyTree(scene, fewer.tree).valid ? fewer : proof;
}

/** The operations, with the few of a long history that can have led to what these returned, and one that came in between. */
function withLeaders(violated: Violated, ids: readonly number[]): readonly number[] {
  const { history, type } = violated;
  if (ids.length === history.size) return ids;
  const views = viewsOf(history, ids, type);
  const scene = sceneOf(violated, views);
  if (scene === undefined) return ids;
  const task = createTask(scene, ids, () => true);
  const all = new Set(ids);
  for (const view of views.keys())
    for (const op of ids) {
      const line = scene.oneLine ? "all" : op;
      if (task.space(view, line) === undefined) continue;
      const { by, start, states } = task.ownEntries(view, line, op);
      if (by.size > MOST_LEADERS) continue;
      const { live } = scene.space(view, line);
      for (const from of [...(start ? [-1] : []), ...by.keys()]) {
        if (from >= 0) all.add(from);
        const between = live.find(
          (id) =>
            id !== op &&
            id !== from &&
            isPlainlyBefore(history, id, op) &&
            (from < 0 || isPlainlyBefore(history, from, id)) &&
            task.ends(view, line, id, states),
        );
        if (between !== undefined) all.add(between);
      }
    }
  return all.size > MOST_OPERATIONS ? ids : [...all].sort((a, b) => a - b);
}

/** Whether one comes before another in its session or in time. */
const isPlainlyBefore = ({ session, timed, ret, call }: History, a: number, b: number): boolean =>
  (session[a] === session[b] && a < b) || (timed && ret[a] < call[b]);

function sceneOf(violated: Violated, views: Proof["views"]): Scene | undefined {
  const scene = refusedOr(() => createScene(violated.history, violated.spec, violated, views, violated.work));
  return scene instanceof Refusal ? undefined : scene;
}

/** What to look at together: each part by itself, all parts, all, the wholes. */
function groupsOf(all: readonly number[], parts: readonly number[]): (readonly number[])[] {
  if (parts.length === 0) return [all];
  const wholes = all.filter((view) => !parts.includes(view));
  return [...parts.map((view) => [view]), ...(parts.length > 1 ? [parts] : []), all, wholes];
}
