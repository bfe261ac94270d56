import type { Proof, ProofEnd, ProofNode, Ref } from "../../witness/proof/proof.js";
import { isTrivial } from "./measure-proof.js";

/** The trials of shortening one proof: counted, so that the same proof always comes out. */
const MOST_TRIALS = 400;

/** A tree while it is being edited. */
interface Draft {
  steps?: { id: string; fact: ProofNodeStep["fact"]; from: Ref[]; between?: readonly number[] }[];
  end: ProofEnd;
  by?: number | "start";
}
type ProofNodeStep = NonNullable<ProofNode["steps"]>[number];

/** A smaller proof that holds: without distinctions, facts and premises that are not needed, and views that are not looked at. */
export function shorten(
  proof: Proof,
  holds: (tree: ProofNode) => boolean,
  areAlike: (a: number, b: number) => boolean,
): Proof {
  let best = proof;
  let trials = 0;
  /** Tries the proof with one edit made. */
  const attempt = (edit: (tree: Draft) => void): boolean => {
    if (trials >= MOST_TRIALS) return false;
    trials++;
    const tree = structuredClone(best.tree) as Draft;
    edit(tree);
    if (!holds(tree)) return false;
    best = { ...best, tree };
    return true;
  };
  const at = (path: readonly number[]): Draft => nodeAt(best.tree as Draft, path);
  for (let last = ""; last !== (last = JSON.stringify(best.tree)) && trials < MOST_TRIALS; ) {
    while (pathsOf(best.tree as Draft, []).some((path) => withoutDistinction(path, at(path), attempt)));
    while (pathsOf(best.tree as Draft, []).some((path) => withLikeCase(path, at(path), areAlike, attempt)));
    for (const path of pathsOf(best.tree as Draft, [])) {
      for (let step = (at(path).steps?.length ?? 0) - 1; step >= 0; step--) {
        if (attempt((tree) => void nodeAt(tree, path).steps?.splice(step, 1))) continue;
        fewer(
          () => at(path).steps?.[step].from.length ?? 0,
          (premise) => attempt((tree) => void nodeAt(tree, path).steps?.[step].from.splice(premise, 1)),
        );
      }
      fewer(
        () => refsAt(at(path).end).length,
        (premise) => attempt((tree) => void refsAt(nodeAt(tree, path).end).splice(premise, 1)),
      );
    }
  }
  return withoutViews(best);
}

const casesOf = ({ end }: Draft): readonly Draft[] => ("cases" in end ? (end.cases as readonly Draft[]) : []);
const nodeAt = (root: Draft, path: readonly number[]): Draft =>
  path.reduce((node, index) => casesOf(node)[index], root);
const pathsOf = (node: Draft, path: readonly number[]): (readonly number[])[] => [
  path,
  ...casesOf(node).flatMap((one, index) => pathsOf(one, [...path, index])),
];
const refsAt = (end: ProofEnd): Ref[] =>
  ("clash" in end ? end.clash : "since" in end ? (end.since.from ?? []) : []) as Ref[];

/** Drops what can be dropped from a list, first to last. */
function fewer(length: () => number, drop: (at: number) => boolean): void {
  for (let at = 0; at < length(); ) if (!drop(at)) at++;
}

/** Puts a case in the place of its distinction, where it does not rest on it. */
function withoutDistinction(
  path: readonly number[],
  node: Draft,
  attempt: (edit: (tree: Draft) => void) => boolean,
): boolean {
  if (!("id" in node.end)) return false;
  const { id } = node.end;
  return casesOf(node).some((one, index) =>
    ["", ...("id" in one.end ? [one.end.id] : [])].some((instead) =>
      attempt((tree) => {
        const outer = nodeAt(tree, path);
        const { steps = [], end } = renamed(casesOf(outer)[index], id, instead);
        outer.steps = [...(outer.steps ?? []), ...steps];
        outer.end = end;
      }),
    ),
  );
}

/** Leaves the proof of a case out which is like another, with two operations exchanged. */
function withLikeCase(
  path: readonly number[],
  node: Draft,
  areAlike: (a: number, b: number) => boolean,
  attempt: (edit: (tree: Draft) => void) => boolean,
): boolean {
  const { end } = node;
  const all = casesOf(node);
  const about =
    "either" in end && end.either[0] === "<" ? [end.either[1], end.either[2]] : all.map(({ by }) => by);
  return all.some((one, index) => {
    const [y, others] = [about[index], about.slice(0, index)];
    if (typeof y !== "number" || ("by" in one && isTrivial(one)) || "like" in one.end) return false;
    return others.some((x) => {
      if (typeof x !== "number" || !areAlike(x, y)) return false;
      return attempt((tree) => {
        const like = casesOf(nodeAt(tree, path))[index];
        delete like.steps;
        like.end = { like: [x, y] };
      });
    });
  });
}

/** The tree with the facts of one distinction in place of those of another, where a name is given. */
function renamed(node: Draft, id: string, instead: string): Draft {
  if (instead === "") return node;
  const name = (value: unknown): unknown => {
    if (typeof value === "string" && value.startsWith(`${id}.`)) return instead + value.slice(id.length);
    if (Array.isArray(value)) return value.map(name);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, name(field)]));
  };
  return name(node) as Draft;
}

/** The proof with the views that it looks at, numbered anew. */
function withoutViews(proof: Proof): Proof {
  const used: number[] = [];
  const renumbered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renumbered);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, field]) => !(key === "steps" && (field as unknown[]).length === 0))
        .map(([key, field]) => {
          if (key !== "view") return [key, renumbered(field)];
          if (!used.includes(field as number)) used.push(field as number);
          return [key, used.indexOf(field as number)];
        }),
    );
  };
  const tree = renumbered(proof.tree) as ProofNode;
  return { ...proof, views: used.map((view) => proof.views[view]), tree };
}
