import { checkValue } from "../../history/check-value.js";

/** Deeper trees than this are no proofs that anybody made. */
const DEEPEST = 400;

type Fields = Record<string, unknown>;

/**
 * What keeps a value from being a proof at all, whatever history it is about: a field that is missing or of
 * the wrong kind. Proofs come from files, so nothing is taken for granted.
 */
export function malformedProof(proof: unknown): string | undefined {
  if (!isRecord(proof)) return "the proof is no object";
  if (isExhausted(proof)) return "there is nothing to verify: no proof was found";
  if (typeof proof.criterion !== "string") return 'the proof has no "criterion"';
  const { views, tree } = proof;
  if (!Array.isArray(views) || !views.every(isView))
    return '"views" must list views: {"keep":"whole"} or {"keep":[keys or elements]}, with "object" where one is meant (and "results": operation ids)';
  return wrongNode(tree, 0);
}

/** Whether it says that no proof was found. */
export const isExhausted = (proof: unknown): boolean => isRecord(proof) && proof.kind === "exhausted";

function wrongNode(node: unknown, depth: number): string | undefined {
  if (depth > DEEPEST) return `the tree is deeper than ${DEEPEST}`;
  if (!isRecord(node)) return "a node of the tree is no object";
  const { steps = [], end } = node;
  if (!Array.isArray(steps) || !steps.every(isStep))
    return 'each of "steps" must have "id", "fact" and "from" (and "between": operation ids)';
  if (!isRecord(end)) return 'a node has no "end"';
  const kinds = ["clash", "since", "source", "either", "orders"].filter((kind) => end[kind] !== undefined);
  switch (kinds.join()) {
    case "clash":
      if (end.search !== undefined && end.search !== true) return '"search" can only be true';
      return isRefs(end.clash) && isOptionalIds(end.between) ? undefined : '"clash" must list premises';
    case "orders":
      return isRefs(end.orders) ? undefined : '"orders" must list premises';
    case "since":
    case "source":
    case "either":
      return wrongCases(end, depth);
    default:
      return 'an "end" must have one of "clash", "since", "source", "either" and "orders"';
  }
}

function wrongCases(end: Fields, depth: number): string | undefined {
  const { since, source, either, id, cases } = end;
  if (typeof id !== "string" || id.includes(".")) return 'a distinction needs an "id" without a dot';
  if (either === undefined ? !isSince(since) && !isId(source) : !isLiteral(either))
    return '"since" must have "line", "view" and "op" (and "from"); "source" is an id; "either" is a fact';
  if (!Array.isArray(cases)) return 'a distinction needs its "cases"';
  if (either !== undefined && cases.length !== 2) return '"either" has two cases';
  for (const one of cases as unknown[]) {
    const wrong = wrongNode(one, depth + 1);
    if (wrong !== undefined) return wrong;
    const { by } = one as Fields;
    if (either === undefined && by !== "start" && !isId(by))
      return 'a case of "since" or "source" says "by" whom: an id or "start"';
  }
  return undefined;
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isId = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isOptionalIds = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isId));
const isLine = (value: unknown): boolean => value === "all" || isId(value);
const isPair = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every(isId);

function isRef(ref: unknown): boolean {
  if (typeof ref === "string" || isPair(ref)) return true;
  if (isRecord(ref) && ref.answered !== undefined) return isId(ref.answered);
  return isRecord(ref) && isId(ref.until) && isLine(ref.line) && isId(ref.view);
}

const isRefs = (value: unknown): boolean => Array.isArray(value) && value.every(isRef);

function isLiteral(value: unknown): boolean {
  if (!Array.isArray(value) || !value.slice(1).every(isId)) return false;
  const kind: unknown = value[0];
  if (kind === "po" || kind === "ppo" || kind === "po-loc") return value.length === 4;
  return value.length === 3 && (kind === "<" || kind === "sees" || kind === "blind" || kind === "ww");
}

const isStep = (step: unknown): boolean =>
  isRecord(step) &&
  typeof step.id === "string" &&
  isLiteral(step.fact) &&
  isRefs(step.from) &&
  isOptionalIds(step.between);

const isSince = (since: unknown): boolean =>
  isRecord(since) &&
  isLine(since.line) &&
  isId(since.view) &&
  isId(since.op) &&
  (since.from === undefined || isRefs(since.from));

function isView(view: unknown): boolean {
  if (!isRecord(view)) return false;
  const { object, keep, results } = view;
  if (!isOptionalIds(results)) return false;
  if (object !== undefined && typeof object !== "string" && typeof object !== "number") return false;
  return keep === "whole" || (Array.isArray(keep) && keep.every(isValue));
}

function isValue(value: unknown): boolean {
  try {
    checkValue(value);
    return true;
  } catch {
    return false;
  }
}
