import { checkValue } from "../history/check-value.js";
import { isRecord, type Shapes, wrongShape } from "../text/shape.js";

/** Whether it says that no proof was found. */
export const isExhausted = (proof: unknown): boolean => isRecord(proof) && proof.kind === "exhausted";

/**
 * What keeps a value from being a proof at all, of whatever history of so many operations: a field that is missing or
 * of the wrong kind. Proofs come from files, so nothing is taken for granted.
 */
export function malformedProof(proof: unknown, size = Infinity): string | undefined {
  if (isExhausted(proof)) return "there is nothing to verify: no proof was found";
  return isRecord(proof) ? wrongShape(shapesOf(size), "proof", proof, "") : "the proof is no object";
}

/** The format: docs/proofs.md and the types in proof/proof.ts say what each field means. */
function shapesOf(size: number): Shapes {
  const isIndex = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
  const isId = (value: unknown): boolean => isIndex(value) && (value as number) < size;
  const isIds = (value: unknown): boolean => Array.isArray(value) && value.every(isId);
  const isLine = (value: unknown): boolean => value === "all" || isId(value);
  const isPremise = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.length === 2 && isIds(value);
    if (!isRecord(value)) return typeof value === "string";
    if (Array.isArray(value.recorded)) return value.recorded.length === 2 && isIds(value.recorded);
    return isId(value.answered) || (isId(value.until) && isLine(value.line) && isIndex(value.view));
  };
  const anId = size < Infinity ? `the id of an operation, from 0 to ${size - 1}` : "the id of an operation";
  const end = "clash|since|source|either|orders|like";
  return {
    proof: { criterion: "text", views: "view*", tree: "node" },
    view: { object: "object?", keep: "keep", results: "id*?" },
    node: { steps: "step*?", end },
    case: { by: "leader", steps: "step*?", end },
    step: { id: "name", fact: "fact", from: "premise*", between: "id*?" },
    clash: { clash: "premise*", between: "id*?", search: "true?" },
    since: { since: "entry", id: "name", cases: "case*" },
    entry: { line: "line", view: "index", op: "id", from: "premise*?" },
    source: { source: "id", id: "name", cases: "case*" },
    either: { either: "fact", id: "name", cases: "node*" },
    orders: { orders: "premise*" },
    like: { like: "two" },
    text: ["a text", (value) => typeof value === "string"],
    name: ["a name without a dot", (value) => typeof value === "string" && !value.includes(".")],
    object: ["the name of an object", (value) => typeof value === "string" || typeof value === "number"],
    keep: ['"whole" or a list of keys or elements', (value) => value === "whole" || isValues(value)],
    index: ["a number: 0, 1, …", isIndex],
    id: [anId, isId],
    two: ["two ids of operations", (value) => isIds(value) && (value as readonly unknown[]).length === 2],
    line: [`"all" or ${anId}`, isLine],
    leader: [`"start" or ${anId}`, (value) => value === "start" || isId(value)],
    true: ["true", (value) => value === true],
    premise: [
      `[a, b], the name of a fact, {"until", "line", "view"}, {"answered"} or {"recorded": [a, b]}: each ${anId}`,
      isPremise,
    ],
    fact: [
      `["<", a, b], or with sees, blind, ww; or ["po", a, b, o], or with ppo, po-loc: each ${anId}`,
      (value) =>
        Array.isArray(value) && isIds(value.slice(1)) && kinds[value.length]?.includes(value[0]) === true,
    ],
  };
}

/** The kinds of facts, by the length of their lists. */
const kinds: Readonly<Partial<Record<number, readonly unknown[]>>> = {
  3: ["<", "sees", "blind", "ww"],
  4: ["po", "ppo", "po-loc"],
};

function isValues(value: unknown): boolean {
  try {
    if (Array.isArray(value)) value.forEach(checkValue);
    return Array.isArray(value);
  } catch {
    return false;
  }
}
