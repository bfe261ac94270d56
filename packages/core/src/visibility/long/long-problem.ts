import type { OrderName } from "../../criteria/order-name.js";
import { jointType } from "../../decompose/joint-type.js";
import { jointLabels } from "../../decompose/parts.js";
import { type History, type Label, mayBeAbsent } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import type { SequentialType } from "../../types/type.js";
import { createRunner } from "./create-runner.js";
import { type Chains, chainsOf, happensBeforeVectors } from "./session-order.js";

/**
 * A question of levels about a long history. Nothing here takes room for each pair of operations: what happens
 * before an operation is closed under session order, and so a vector of one count for each session.
 */
export interface LongProblem extends Chains {
  readonly history: History;
  /** Operation of the problem → id in the history. */
  readonly ids: Int32Array;
  /** The type as its histories have it, of one object. */
  readonly single: SequentialType;
  /** The type of all objects together; of several, labels have the object as their first argument. */
  readonly type: SequentialType;
  readonly labels: readonly Label[];
  /** Operation → its label. */
  readonly label: Int32Array;
  /** Operation → 1 where it may change the state. */
  readonly updates: Uint8Array;
  /** Operation → 1 where it may not have taken effect. */
  readonly absentable: Uint8Array;
  /** How many of each session happen before each operation: `[operation * sessions.length + session]`. */
  readonly before: Int32Array;
  /** Whether happens-before is more than session order. */
  readonly crosses: boolean;
  readonly initial: unknown;
  /** The state after the operation (`createRunner`). */
  next(state: unknown, operation: number): unknown;
  /** Whether the operation returns, in this state, what it returned. */
  explains(state: unknown, operation: number): boolean;
  /** The label's result in this state. */
  resultIn(state: unknown, label: number): Value;
  /** Which updates may be what is missing in the state for the operation to be explained, where the type can tell. */
  helps?(state: unknown, operation: number): ((update: number) => boolean) | undefined;
  /**
   * What keeps the operation from being explained in the state, where the type can tell: values of which one is too
   * much, by the operations that put it, and whether another takes it away from those who see it.
   */
  surplus?(
    state: unknown,
    operation: number,
  ): readonly { readonly puts: readonly number[]; isTaker(update: number): boolean }[];
  /** Whether the update can change what the other operation returns. */
  isRelevant(operation: number, update: number): boolean;
}

/**
 * The problem of the given operations of a history (ids, ascending). `undefined` where happens-before goes round in
 * a circle.
 *
 * @param isFollowing whether operations that may go several ways are followed all ways (`createRunner`)
 */
export function createLongProblem(
  history: History,
  single: SequentialType,
  initial: Value | undefined,
  order: OrderName,
  ids: Int32Array,
  isFollowing = true,
): LongProblem | undefined {
  const whole = chainsOf(history.session, history.sessions.length);
  const happened = happensBeforeVectors(history, whole, order);
  if (happened === undefined) return undefined;
  const several = history.objects.length > 1;
  const joint = several ? jointLabels(history) : history;
  const type: SequentialType = several ? jointType(single, history.objects.length) : single;
  const { labels } = joint;
  const label = ids.map((id) => joint.label[id]);
  const changes = labels.map(({ method, args }) => type.pure?.({ method, args, result: undefined }) !== true);
  const runner = createRunner(type, labels, isFollowing);
  const relevance = new Map<number, boolean>();
  return {
    ...chainsOf(
      ids.map((id) => history.session[id]),
      history.sessions.length,
    ),
    history,
    ids,
    single,
    type: runner.type,
    labels,
    label,
    updates: Uint8Array.from(label, (one) => (changes[one] ? 1 : 0)),
    absentable: Uint8Array.from(ids, (id) => (mayBeAbsent(history, id) ? 1 : 0)),
    before: ids.length === history.size ? happened.before : restrict(happened.before, whole, ids),
    crosses: happened.crosses,
    initial: type.init(initial),
    next: (state, operation) => runner.next(state, labels[label[operation]]),
    explains: (state, operation) => runner.explains(state, labels[label[operation]]),
    resultIn: (state, one) => runner.resultIn(state, labels[one]),
    isRelevant(operation, update) {
      if (type.relevant === undefined || runner.isPartial) return true;
      const pair = label[operation] * labels.length + label[update];
      let known = relevance.get(pair);
      if (known === undefined) {
        known = type.relevant(labels[label[operation]], labels[label[update]]);
        relevance.set(pair, known);
      }
      return known;
    },
  };
}

/** The vectors of some operations, in counts of these alone. */
function restrict(before: Int32Array, { sessions }: Chains, ids: Int32Array): Int32Array {
  const width = sessions.length;
  const kept = new Set(ids);
  const counts = sessions.map((members) => {
    const count = new Int32Array(members.length + 1);
    members.forEach((id, at) => {
      count[at + 1] = count[at] + (kept.has(id) ? 1 : 0);
    });
    return count;
  });
  const restricted = new Int32Array(ids.length * width);
  ids.forEach((id, operation) => {
    for (let s = 0; s < width; s++) restricted[operation * width + s] = counts[s][before[id * width + s]];
  });
  return restricted;
}
