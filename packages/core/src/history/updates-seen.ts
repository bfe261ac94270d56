import { HistoryError } from "./error.js";

/** Of each session, by its name, how many of its updates were seen, the first ones. Of those not named, none. */
export type UpdatesSeen = Readonly<Record<string, number>>;

/**
 * What an operation saw as histories tell it (`saw`: counts of operations), from what replicas know (counts of
 * updates, queries left out). `undefined` where the updates of a session cannot be counted. Throws a `HistoryError` at
 * more updates than a session has made.
 *
 * @param positionsOf by the name of a session, where its updates stand among its operations, ascending
 * @param own the session of the operation, and how many operations of it came before: of these all are seen, if it
 * is said that all updates among them are; what follows them cannot be
 */
export function sawFromUpdates(
  seen: UpdatesSeen,
  positionsOf: (session: string) => readonly number[] | undefined,
  own: { readonly session: string; readonly position: number },
): Record<string, number> | undefined {
  const saw: Record<string, number> = {};
  for (const [session, count] of Object.entries(seen)) {
    if (count === 0) continue;
    const positions = positionsOf(session);
    if (positions === undefined) return undefined;
    if (!Number.isInteger(count) || count < 0 || count > positions.length)
      throw new HistoryError(
        "SL1012",
        `an operation of session ${own.session} saw ${count} updates of session ${session}, which has made ${positions.length}`,
      );
    const end = positions[count - 1] + 1;
    if (session !== own.session) saw[session] = end;
    else {
      const before = positions.filter((position) => position < own.position).length;
      saw[session] = count >= before ? own.position : end;
    }
    if (saw[session] === 0) delete saw[session];
  }
  return saw;
}
