import { orExhausted } from "../../budget.js";
import { type History, labelOf } from "../../history/history.js";
import type { Counts } from "../../types/counts.js";
import { closeFacts } from "../../witness/proof/close-facts.js";
import type { Proof, Ref } from "../../witness/proof/proof.js";
import { verifyTree } from "../../witness/proof/verify-proof.js";
import { impossibleNumber } from "../../witness/scene/impossible-number.js";
import { Refusal, refusedOr } from "../../witness/scene/reach.js";
import { createScene, type Scene } from "../../witness/scene/scene.js";
import type { Violated } from "./prove.js";

/**
 * A proof by counting alone: a number that an operation told and that what it sees cannot come to, from the start or
 * from another number that was told before it. Nothing else is concluded, so that it takes little of a long history.
 * @param first the operations that are looked at first
 */
export function proveNumber(violated: Violated, first: readonly number[]): Proof | undefined {
  const { history, spec, type, work } = violated;
  const { counts } = type;
  if (counts === undefined) return undefined;
  const scene = refusedOr(() => createScene(history, spec, violated, [], work));
  if (scene instanceof Refusal || scene.memory !== undefined) return undefined;
  return orExhausted(
    () => {
      const nothing = closeFacts(scene, []);
      for (const ops of candidates(scene, counts, first)) {
        if (violated.mayGoOn?.() === false) return undefined;
        const found = impossibleNumber(scene, ops, nothing);
        if (found === undefined) continue;
        const { op, since } = found;
        const clash: Ref[] = [...(since === undefined ? [] : [since]), op].map((answered) => ({ answered }));
        const tree = { end: { clash } };
        if (verifyTree(scene, tree).valid) return { criterion: spec.name, views: [], tree };
      }
      return undefined;
    },
    () => undefined,
  );
}

/** Operations that told numbers, each with those before it that it may be held against: the last, the least, the greatest. */
function* candidates(scene: Scene, counts: Counts, first: readonly number[]): Generator<number[]> {
  const { history } = scene;
  const told = (id: number) => (scene.maybe(id) ? undefined : counts.told(labelOf(history, id)));
  const all = Array.from(history.label.keys()).filter((id) => told(id) !== undefined);
  const isFirst = new Set(first);
  const ordered = [...all.filter((id) => isFirst.has(id)), ...all.filter((id) => !isFirst.has(id))];
  for (const op of ordered) {
    const past = all.filter((id) => id !== op && isEarlier(history, scene, id, op));
    const by = (end: 0 | 1, sign: 1 | -1): number[] =>
      past.toSorted((a, b) => sign * ((told(a)?.[end] ?? 0) - (told(b)?.[end] ?? 0))).slice(0, 1);
    yield [...new Set([...past.slice(-1), ...by(1, 1), ...by(0, -1), op])];
  }
}

/** Whether it comes before in its session, or where there is one order in time. */
const isEarlier = (
  { session, object, timed, ret, call }: History,
  scene: Scene,
  a: number,
  b: number,
): boolean =>
  object[a] === object[b] &&
  ((session[a] === session[b] && a < b) || (scene.oneLine && timed && ret[a] < call[b]));
