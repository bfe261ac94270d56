import { type History, membersOf, seenBy, type Witness } from "@sightline/core";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Office } from "../work/office.js";
import type { Loaded } from "./loaded.js";

/** What an operation sees of those before it in the order, and what it does not. */
export interface Sight {
  readonly seen: ReadonlySet<number>;
  readonly unseen: ReadonlySet<number>;
}

/** The sight of an operation by a witness; absent where it sees all before it, or has no place in the order. */
export function sightOf(
  { sights, ...history }: History,
  { linearization, visibility, unseen: hidden, sights: recorded }: Witness,
  id: number,
): Sight | undefined {
  const isRecorded = recorded !== undefined && sights?.known[id] === 1;
  const [seenIds, unseenIds] = [
    isRecorded ? [...seenBy(sights, membersOf(history), id)] : visibility?.[String(id)],
    hidden?.[String(id)],
  ];
  const place = (seenIds ?? unseenIds) === undefined ? -1 : linearization.indexOf(id);
  if (place < 0) return undefined;
  const before = linearization.slice(0, place);
  const told = new Set(seenIds ?? unseenIds);
  const unseen = new Set(before.filter((one) => told.has(one) === (seenIds === undefined)));
  return { seen: new Set(before.filter((one) => !unseen.has(one))), unseen };
}

/** Whether all operations see all before them. */
export const seesAll = ({ visibility, unseen, sights }: Witness): boolean =>
  sights === undefined && Object.keys({ ...visibility, ...unseen }).length === 0;

/** The states just before and just after an operation, by what it sees; empty while they are not known. */
export function useSightStates(
  newOffice: () => Office,
  { history, type }: Loaded,
  witness: Witness | undefined,
  id: number,
): readonly string[] {
  const office = useMemo(newOffice, []);
  useEffect(() => () => office.cancel(), []);
  const [known, setKnown] = useState<{ readonly id: number; readonly states: readonly string[] }>();
  useEffect(() => {
    const sight = witness === undefined ? undefined : sightOf(history, witness, id);
    if (sight === undefined || witness === undefined) return;
    let isOld = false;
    const order = [...witness.linearization.filter((one) => sight.seen.has(one)), id];
    office.ask("states", { history, type, order }).then(
      (states) => !isOld && setKnown({ id, states: states.slice(-2) }),
      () => {}, // a type that this page does not know has no states to show
    );
    return () => {
      isOld = true;
    };
  }, [history, type, witness, id]);
  return known?.id === id ? known.states : [];
}
