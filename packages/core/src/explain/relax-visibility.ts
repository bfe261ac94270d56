import { type History, type Label, labelOf } from "../history/history.js";
import { type Selection, select } from "../history/select.js";
import type { SequentialType } from "../types/type.js";

/** What a relaxation must know of the question. */
export interface Relaxable {
  readonly history: History;
  readonly type: SequentialType;
  /** Whether real time is part of happens-before. */
  readonly order: "session" | "realtime";
  /** Whether the linearization need not include happens-before (`relax lin`). Default: false. */
  readonly relaxLin?: boolean;
}

/**
 * The history relaxed to the operations in `kept`: of the others, queries are dropped, and so are
 * updates that none of what remains can notice; the updates that remain lose their results.
 *
 * Whatever explained the history explains this. To drop an operation takes it out of `lin`, of every
 * sight and of happens-before, and every level and axiom then asks for less; the results stay as
 * they were, because the operation changed nothing for those who saw it. (An update that someone might
 * notice must stay: without it the results could be impossible that were explained by it.)
 */
export function relaxVisibility(relaxable: Relaxable, kept: ReadonlySet<number>): Selection {
  const { history, type } = relaxable;
  const plain = (id: number): Label => ({ ...labelOf(history, id), result: undefined });
  const updates: number[] = [];
  for (let id = 0; id < history.size; id++)
    if (!kept.has(id) && type.pure?.(plain(id)) !== true) updates.push(id);
  const present = new Set(kept);
  for (const reader of present) // also those that are added on the way
    for (const update of updates)
      if (!present.has(update) && mayNotice(relaxable, reader, update)) present.add(update);
  const ids = Int32Array.from(present).sort();
  const selection = select(history, ids);
  const { labels, label } = selection.history;
  return {
    ids,
    history: {
      ...selection.history,
      labels: [...labels, ...labels.map((one) => ({ ...one, result: undefined }))],
      label: label.map((one, at) => (kept.has(ids[at]) ? one : labels.length + one)),
    },
  };
}

/** Whether the update could make a difference to what the reader returns. */
export function mayNotice(
  { history, type, order, relaxLin }: Relaxable,
  reader: number,
  update: number,
): boolean {
  if (history.object[reader] !== history.object[update]) return false;
  const comesLater =
    (history.session[reader] === history.session[update] && reader < update) ||
    (order === "realtime" && history.timed && history.ret[reader] < history.call[update]);
  if (comesLater && relaxLin !== true) return false; // it sees only what comes before it
  return type.relevant?.(labelOf(history, reader), labelOf(history, update)) !== false;
}
