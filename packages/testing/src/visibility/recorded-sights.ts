import { type History, labelOf } from "@sightline/core/history/history.js";
import { sessionNames } from "@sightline/core/history/names.js";
import { recordOf } from "@sightline/core/history/record.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import { bitsOf, within } from "./bits.js";

/** Whether an operation may see these of those before it, by what it was recorded as seeing: as bits. */
export function recordedSights(
  history: History,
  type: SequentialType,
): (id: number, seen: number) => boolean {
  const { operations } = recordOf(history);
  const names = sessionNames(history.sessions);
  const recorded = operations.map(({ saw, sees }) => {
    if (saw === undefined && sees === undefined) return undefined;
    const told = [...(sees ?? [])];
    for (const [name, count] of Object.entries(saw ?? {}))
      told.push(
        ...[...operations.keys()].filter((id) => history.session[id] === names.indexOf(name)).slice(0, count),
      );
    return bitsOf(told);
  });
  const updates = bitsOf(
    [...operations.keys()].filter(
      (id) => type.pure?.({ ...labelOf(history, id), result: undefined }) !== true,
    ),
  );
  return (id, seen) => {
    const told = recorded[id];
    return told === undefined || (within(told, seen) && within(seen & updates, told));
  };
}
