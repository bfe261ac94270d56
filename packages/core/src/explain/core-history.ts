import { type History, isPending, labelOf } from "../history/history.js";
import { printHistory } from "../history/print-history.js";
import { recordOf } from "../history/record.js";
import { type Selection, select } from "../history/select.js";
import type { Value } from "../history/value.js";
import type { SequentialType } from "../types/type.js";
import type { Explained } from "./explained.js";

/**
 * The given operations alone (ids ascending); those for which `optional` holds may or may not have taken
 * effect, with any result, within their interval and in their place in their session, unless they are `loose`:
 * then in a session of their own, without happens-before.
 */
export function relaxTo(
  history: History,
  ids: Int32Array,
  optional: (id: number) => boolean,
  loose?: (id: number) => boolean,
): Selection {
  const selection = select(history, ids, undefined, loose);
  const { labels, label } = selection.history;
  const flags = Uint8Array.from(ids, (id) => (optional(id) || history.optional?.[id] === 1 ? 1 : 0));
  if (!flags.includes(1)) return selection;
  return {
    ids,
    history: {
      ...selection.history,
      labels: [...labels, ...labels.map((one) => ({ ...one, result: undefined }))],
      label: label.map((one, at) => (flags[at] === 1 ? labels.length + one : one)),
      optional: flags,
    },
  };
}

/** A core of more operations than this is no help to anyone. */
const MOST = 1000;

/** What a core is read again with. */
export interface CoreOf {
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  /** Whether the criterion looks at real time. */
  readonly useTime: boolean;
}

/** A core as a violation tells it, and the numbers that its operations have in the whole history. */
export type ToldCore = Pick<Explained, "core" | "notation" | "coreIds">;

/** A core as a history that says all that it needs, as JSON and in the notation. */
export function tellHistory(
  core: History,
  { type, initial, useTime }: CoreOf,
  coreIds: readonly number[],
): ToldCore {
  if (core.size > MOST) return {};
  const { name: _, seen: __, lines: ___, ...plain } = useTime ? core : withoutTimes(core);
  const told: History = {
    ...plain,
    // A type of one's own is named as its history names it: only the user can tell which it is.
    type: type.ofUser === true ? core.type : type.name,
    initial,
    name: undefined,
    seen: undefined,
    lines: undefined,
  };
  return { core: recordOf(told), notation: printHistory(told), coreIds };
}

/**
 * The same without times, where the criterion does not look at them: what never returned is optional. A
 * result that it would have to return can only be told with its time.
 */
function withoutTimes(core: History): History {
  if (!core.timed) return core;
  const pending = Array.from(core.label.keys()).filter((id) => isPending(core, id));
  if (pending.some((id) => labelOf(core, id).result !== undefined)) return core;
  const optional = Uint8Array.from(core.label, (_, id) => core.optional?.[id] ?? 0);
  for (const id of pending) optional[id] = 1;
  return {
    ...core,
    timed: false,
    call: new Int32Array(0),
    ret: new Int32Array(0),
    optional: optional.includes(1) ? optional : undefined,
  };
}
