import { type History, isPending, labelOf, printOperation } from "@sightline/core";
import type { OperationView, OrderView } from "../report.js";

/** The most operations of a violation that a report shows. */
const MOST = 40;

/** The given operations of a history, ready to be shown, in the order of their calls. */
export function viewOperations(history: History, ids: readonly number[]): readonly OperationView[] {
  const inOrder = history.timed ? ids.toSorted((a, b) => history.call[a] - history.call[b]) : ids;
  return inOrder.slice(0, MOST).map((id) => view(history, id));
}

/** How an order of operations begins or ends, ready to be shown. */
export function viewOrder(
  history: History,
  order: readonly number[],
  most: number,
  side: "beginning" | "end",
): OrderView {
  const from = side === "beginning" ? 0 : Math.max(0, order.length - most);
  const operations = order.slice(from, from + most).map((id) => view(history, id));
  return { length: order.length, from, operations };
}

function view(history: History, id: number): OperationView {
  return {
    id,
    line: history.lines?.[id] ?? 0,
    session: history.sessions[history.session[id]],
    text: viewText(history, id),
    ...(history.timed && { call: history.call[id] }),
    ...(history.timed && !isPending(history, id) && { ret: history.ret[id] }),
  };
}

function viewText(history: History, id: number): string {
  const object = history.objects[history.object[id]];
  const text = printOperation(labelOf(history, id));
  const mark = history.optional?.[id] === 1 ? "?" : history.final?.[id] === 1 ? "!" : "";
  return mark + (object === undefined ? text : `${object}.${text}`);
}
