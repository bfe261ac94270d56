import { orExhausted } from "../budget.js";
import type { CriterionSpec } from "../criteria/criterion.js";
import { type History, labelOf } from "../history/history.js";
import { select } from "../history/select.js";
import { equal, type Value } from "../history/value.js";
import type { Violation } from "../result.js";
import type { SequentialType } from "../types/type.js";
import type { Proof } from "../witness/proof/proof.js";
import { verifyProof } from "../witness/proof/verify-proof.js";
import type { Work } from "../witness/scene/reach.js";
import { tellHistory, type ToldCore } from "./core-history.js";

/** What is proved, of which history. */
export interface Proved {
  readonly history: History;
  readonly spec: CriterionSpec;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  readonly proof: Proof;
  /** Whether another history of the same type is found to satisfy the criterion. */
  isSatisfied(history: History): boolean;
  /** To be told of what it takes to verify a proof; it may throw `Exhausted`. */
  work(): Work;
}

/** What the words are about. */
interface About {
  readonly about: number;
  /** The operations that the proof and its words speak of. */
  readonly spoken: readonly number[];
  readonly alternatives?: Violation["alternatives"];
  /** Whether these operations are others than were looked at before: then the reason need not be the same. */
  readonly isOther: boolean;
  /** The operations of the core that is known already. */
  readonly coreIds: readonly number[];
}

/**
 * The operations that a proof speaks of, as a history of their own, with those that put into it what they
 * return, or else with those of the core that is known. The same proof, with their new numbers, shows that it violates the criterion; and for no other
 * reason: it holds where one of them returns what it could have returned. Nothing where that is not so.
 */
export function proofCore(proved: Proved, about: About): ToldCore {
  const { history, type } = proved;
  const { spoken, coreIds } = about;
  const tried = [spoken, [...new Set([...spoken, ...coreIds])]];
  for (const some of tried) {
    const found = coreOf(proved, about, withSuppliers(history, type, some));
    if (found !== undefined) return found;
  }
  return withOthers(proved, about) ?? {};
}

/** In a small history: with as few of the others as leave no other reason. */
function withOthers(proved: Proved, about: About): ToldCore | undefined {
  const all = Array.from(proved.history.label.keys());
  let found = coreOf(proved, about, all);
  if (found === undefined) return undefined;
  let kept: readonly number[] = all;
  for (const id of all.filter((one) => !about.spoken.includes(one))) {
    const fewer = kept.filter((one) => one !== id);
    const core = coreOf(proved, about, fewer);
    if (core !== undefined) [found, kept] = [core, fewer];
  }
  return found;
}

function coreOf(
  { history, spec, type, initial, proof, isSatisfied, work }: Proved,
  { about, alternatives = [], isOther }: About,
  ids: readonly number[],
): ToldCore | undefined {
  if (ids.length > MOST_OPERATIONS) return undefined;
  const core = select(history, Int32Array.from(ids)).history;
  const numbers = new Map(ids.map((id, at) => [id, at]));
  const isProved = orExhausted(
    () => verifyProof(core, spec, { type, initial }, renumbered(proof, numbers), work()).valid,
    () => false,
  );
  if (!isProved) return undefined;
  const others = alternatives.filter(({ operation }) => numbers.has(operation));
  const own = others.find(({ operation }) => operation === about);
  const holdsWith = (id: number, result: Value | undefined): boolean =>
    isSatisfied(withResult(core, numbers.get(id) ?? 0, result));
  const isTheReason =
    isOther ||
    (own !== undefined
      ? own.results.every((result) => holdsWith(about, result))
      : others.length > 0
        ? others.some(({ operation, results }) => results.every((result) => holdsWith(operation, result)))
        : ids.length > 1 && holdsWith(about, undefined));
  if (!isTheReason) return undefined;
  const byTime = spec.kind === "linearizability" || ("order" in spec && spec.order === "realtime");
  return tellHistory(core, { type, initial, useTime: byTime && history.timed }, ids);
}

/** A core of more operations is left as it was found before. */
const MOST_OPERATIONS = 20;

/**
 * The operations, with others of the same object that have as an argument what these return and none of them
 * has: of several, the one that is listed last before.
 */
function withSuppliers(history: History, type: SequentialType, ids: readonly number[]): readonly number[] {
  const kept = new Set(ids);
  const supplies = (id: number, object: number, part: Value): boolean => {
    const label = labelOf(history, id);
    return (
      history.object[id] === object &&
      type.pure?.(label) !== true &&
      partsOf(label.args).some((arg) => equal(arg, part))
    );
  };
  for (const id of ids) {
    const object = history.object[id];
    for (const part of partsOf(labelOf(history, id).result)) {
      if ([...kept].some((one) => supplies(one, object, part))) continue;
      const all = Array.from(history.label.keys()).filter((other) => supplies(other, object, part));
      const supplier = all.findLast((other) => other < id) ?? all[0];
      if (supplier !== undefined) kept.add(supplier);
    }
  }
  return [...kept].sort((a, b) => a - b);
}

/** The value and what is in it, but for what says nothing by itself. */
function partsOf(value: Value | undefined): readonly Value[] {
  if (value === undefined || value === null || typeof value === "boolean") return [];
  return typeof value === "object" ? [value, ...Object.values(value).flatMap(partsOf)] : [value];
}

const withResult = (history: History, id: number, result: Value | undefined): History => ({
  ...history,
  labels: [...history.labels, { ...labelOf(history, id), result }],
  label: history.label.with(id, history.labels.length),
});

/** The proof with other numbers for its operations. */
function renumbered(proof: Proof, numbers: ReadonlyMap<number, number>): Proof {
  const renumber = (value: unknown, field: string): unknown => {
    if (typeof value === "number") return field === "view" ? value : (numbers.get(value) ?? value);
    if (Array.isArray(value)) return value.map((one) => renumber(one, ""));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, renumber(one, name)]));
  };
  // Of a few operations all results count.
  const views = proof.views.map(({ object, keep }) => (object === undefined ? { keep } : { object, keep }));
  return { ...proof, views, tree: renumber(proof.tree, "") as Proof["tree"] };
}
