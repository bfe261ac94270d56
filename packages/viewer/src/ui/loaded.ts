import type { History, Result } from "@sightline/core";
import type { ViewerDocument } from "../document/document.js";
import { packHistory, unpackHistory } from "../document/packed-history.js";
import { type Texts, textsOf } from "../document/texts.js";
import { type Step, stepsOf } from "../reason/steps.js";
import type { ScaleName } from "../timeline/extents.js";

/** A document, ready to be shown. */
export interface Loaded {
  readonly title: string;
  readonly history: History;
  readonly texts: Texts;
  readonly type: string | undefined;
  readonly criterion: string | undefined;
  readonly result: Result | undefined;
}

/** Makes a document ready. */
export function loadDocument({ title, history: packed, type, criterion, result }: ViewerDocument): Loaded {
  const history = unpackHistory(packed);
  return { title, history, texts: textsOf(history), type, criterion: result?.criterion ?? criterion, result };
}

/** What was loaded, as a document. */
export function documentOf({ title, history, type, criterion, result }: Loaded): ViewerDocument {
  return {
    title,
    history: packHistory(history),
    ...(type !== undefined && { type }),
    ...(criterion !== undefined && { criterion }),
    ...(result !== undefined && { result }),
  };
}

/** What a result says about the operations of its history. */
export interface Reason {
  readonly steps: readonly Step[];
  /** The operations that the reason is about. */
  readonly core: ReadonlySet<number>;
  /** And those that its proof names besides. */
  readonly around: readonly number[];
  /** The operation that nothing explains, or −1. */
  readonly stuck: number;
  /** The order that explains the history or, where none does, its longest prefix that has one. */
  readonly order: readonly number[];
}

/** What is to be pointed out of a result. */
export function reasonOf(history: History, result: Result | undefined): Reason {
  const nothing: Reason = { steps: [], core: new Set(), around: [], stuck: -1, order: [] };
  if (result === undefined || result.verdict === "unknown") return nothing;
  if (result.verdict === "satisfied") return { ...nothing, order: result.witness.linearization };
  const { operations, stuck, about, prefix = [] } = result.violation;
  const steps = stepsOf(result.violation, history.size);
  const core = new Set(operations);
  const around = [...new Set([...operations, ...steps.flatMap((step) => step.operations)])];
  return {
    steps,
    core,
    around,
    stuck: about ?? (stuck !== undefined && core.has(stuck) ? stuck : -1),
    order: prefix,
  };
}

/** More operations than this around the core, and it would not be seen among them. */
const CROWD = 300;

/** Whether the core can be seen among all operations around it, or is better shown by itself. */
export function isCoreLost(history: History, { around }: Reason): boolean {
  if (around.length === 0) return false;
  if (!history.timed) return history.size > CROWD;
  const from = Math.min(...around.map((id) => history.call[id]));
  const to = Math.max(
    ...around.map((id) => (history.ret[id] > 2 * history.size ? history.call[id] : history.ret[id])),
  );
  return to - from > 2 * CROWD;
}

/** The scale to begin with: the clock's, unless some of what matters would be too narrow to be seen by it. */
export function firstScale(history: History, { around }: Reason): ScaleName {
  const { timed, clock } = history;
  if (!timed) return "sequence";
  if (clock === undefined) return "order";
  const ids =
    around.length > 0 ? around : Array.from({ length: Math.min(history.size, CROWD) }, (_, id) => id);
  let [from, to, narrowest] = [Infinity, -Infinity, Infinity];
  for (const id of ids) {
    const end = Number.isNaN(clock.ret[id]) ? clock.call[id] : clock.ret[id];
    from = Math.min(from, clock.call[id]);
    to = Math.max(to, end);
    if (!Number.isNaN(clock.ret[id])) narrowest = Math.min(narrowest, end - clock.call[id]);
  }
  return ids.length > CROWD || narrowest / (to - from) > 0.02 ? "time" : "order";
}
