import type { AxiomModel } from "../../criteria/axioms/model.js";
import { words } from "../execution.js";
import { type Recording, sawIn } from "./recording.js";

/**
 * What is wrong with a recording in which somebody saw an update and not one before it in its session, besides what
 * `unrecordedSight` finds by the ends of sights alone. The axioms that such a recording can satisfy are few: that an
 * operation sees what happens before it, or came before in its session, and what those saw.
 */
export function wrongGap(
  recording: Recording,
  before: Int32Array,
  { axioms }: AxiomModel,
): string | undefined {
  const { history, members, position, gaps } = recording;
  const { session } = history;
  const width = members.length;
  for (const { left, path } of axioms) {
    if (left !== "vis") continue;
    const text = path.map((step) => (typeof step === "string" ? step : "?")).join("∘");
    const relation = path[path.length - 1];
    if (!["hb", "po", "vis∘hb", "vis∘po"].includes(text))
      return `updates of a session were seen that do not follow each other: with vis ⊇ ${text} that is shown by visibilities alone`;
    for (let id = 0; id < history.size; id++) {
      recording.work(width);
      for (let s = 0; s < width; s++) {
        const count = relation === "hb" ? before[id * width + s] : s === session[id] ? position[id] : 0;
        if (count === 0) continue;
        for (const one of gaps.get(id) ?? [])
          if (path.length === 1 && session[one] === s && position[one] < count)
            return `${words(history, id)} did not see ${words(history, one)}, which comes before it`;
        // Of each session the last that comes before: if it has seen what those before it have, it speaks for them.
        const last = members[s][count - 1];
        const unseen = path.length === 1 ? undefined : unseenBy(recording, id, last);
        if (unseen !== undefined)
          return `${words(history, id)} did not see ${words(history, unseen)}, which ${words(history, last)} saw before it`;
      }
    }
  }
  return undefined;
}

/** A gap of an operation that the other one saw. */
function unseenBy(recording: Recording, id: number, other: number): number | undefined {
  for (const one of recording.gaps.get(id) ?? []) if (sawIn(recording, other, one)) return one;
  return undefined;
}
