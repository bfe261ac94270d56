import type { Scene } from "./scene.js";
import { fit, shows, type Span, type Viewport } from "./viewport.js";

/** A wish to see some operations; a new object each time. */
export interface Focus {
  readonly ids: readonly number[] | "all";
  /** In place of operations: a stretch of the line. */
  readonly span?: Span;
  /** Only where they are not in view. */
  readonly gently?: boolean;
}

/** What is to be seen, and the first row that it is in, if in any. */
export interface Focused {
  readonly view: Viewport;
  readonly row: number | undefined;
}

/** The view that a wish leads to from another. */
export function focusOn(
  { extents, rows }: Scene,
  { ids: asked, span, gently }: Focus,
  now: Viewport,
): Focused {
  const ids = asked === "all" ? [] : asked.filter((id) => rows.rowOf[id] >= 0);
  const { start, end } = extents;
  const meant =
    ids.length === 0
      ? (span ?? extents)
      : ids.reduce((so, id) => ({ from: Math.min(so.from, start[id]), to: Math.max(so.to, end[id]) }), {
          from: Infinity,
          to: -Infinity,
        });
  const stays = gently === true && shows(now, meant) && !isTiny(meant, now);
  return {
    view: stays ? now : fit(withNeighbours(meant, ids.length), extents),
    row: ids.length === 0 ? undefined : Math.min(...ids.map((id) => rows.rowOf[id])),
  };
}

/** A few operations alone say little: some of what is around them is shown too. */
const withNeighbours = ({ from, to }: Span, count: number): Span => {
  const more = count === 0 || count > 2 ? 0 : (to - from) * 1.5;
  return { from: from - more, to: to + more };
};

/** Whether a stretch can hardly be seen in a view. */
const isTiny = (span: Span, view: Viewport): boolean => (span.to - span.from) * 30 < view.to - view.from;
