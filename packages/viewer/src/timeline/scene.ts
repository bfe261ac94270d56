import { type History, isPending } from "@sightline/core";
import type { Texts } from "../document/texts.js";
import { type Extents, extentsOf, type ScaleName } from "./extents.js";
import { type Mark, marksOf } from "./marks.js";
import { firstEndingFrom, type Rows, rowsOf } from "./rows.js";
import type { Viewport } from "./viewport.js";

/** Everything about a drawing that does not change while one moves about in it. */
export interface Scene {
  readonly history: History;
  readonly texts: Texts;
  readonly extents: Extents;
  readonly rows: Rows;
  /** The places of the annotations. */
  readonly marks: readonly Mark[];
  /** Operation → the tint of its method, from 0. */
  readonly tint: Uint8Array;
  /** Row → the lane that it is in. */
  readonly laneOf: Int32Array;
}

/** How many tints there are. */
export const TINTS = 5;

/** Which operations a scene shows, and which of them above the others. */
export interface Cast {
  /** Absent: all. */
  readonly only?: readonly number[] | undefined;
  /** Their sessions stand above the others. */
  readonly foremost?: readonly number[];
}

/** The scene of some operations, or of all. */
export function sceneOf(history: History, texts: Texts, scale: ScaleName, cast: Cast = {}): Scene {
  const extents = extentsOf(history, scale, cast.only);
  const rows = rowsOf(history, extents, cast.foremost);
  const methods = new Map<string, number>();
  const tints = history.labels.map(({ method }) => {
    if (!methods.has(method)) methods.set(method, methods.size);
    return (methods.get(method) ?? 0) % TINTS;
  });
  const laneOf = new Int32Array(rows.rows.length);
  rows.lanes.forEach(({ row, rows: count }, lane) => laneOf.fill(lane, row, row + count));
  return {
    history,
    texts,
    extents,
    rows,
    marks: marksOf(history, extents),
    tint: Uint8Array.from(history.label, (label) => tints[label]),
    laneOf,
  };
}

/** The places of rows and moments in pixels. */
export interface Geometry {
  readonly width: number;
  readonly height: number;
  /** The width of the names of sessions, and the height of the axis. */
  readonly gutter: number;
  readonly axis: number;
  /** The height of the strip of annotations, which is the lowest part of the axis; 0 where there are none. */
  readonly strip: number;
  readonly rowHeight: number;
  /** Between one lane and the next. */
  readonly laneGap: number;
  /** How far rows are scrolled up. */
  readonly top: number;
  readonly view: Viewport;
}

/** The x of a moment. */
export const xOf = ({ view, width, gutter }: Geometry, moment: number): number =>
  gutter + ((moment - view.from) / (view.to - view.from)) * (width - gutter);

/** The moment at an x. */
export const momentAt = ({ view, width, gutter }: Geometry, x: number): number =>
  view.from + ((x - gutter) / Math.max(1, width - gutter)) * (view.to - view.from);

/** The y of a row's upper edge. */
export const yOf = (
  { laneOf }: Scene,
  { rowHeight, laneGap, axis, top }: Pick<Geometry, "rowHeight" | "laneGap" | "axis" | "top">,
  row: number,
): number => axis + row * rowHeight + laneOf[row] * laneGap + laneGap / 2 - top;

/** The height that all rows take. */
export const rowsHeight = (
  { rows }: Scene,
  { rowHeight, laneGap }: Pick<Geometry, "rowHeight" | "laneGap">,
): number => rows.rows.length * rowHeight + rows.lanes.length * laneGap;

/** Rows as high as fit into a height, within reason, and the gaps between lanes. */
export function rowSizes({ rows }: Scene, room: number): Pick<Geometry, "rowHeight" | "laneGap"> {
  const [count, lanes] = [Math.max(1, rows.rows.length), Math.max(1, rows.lanes.length)];
  const rowHeight = Math.max(18, Math.min(34, Math.floor((room - 8 * lanes) / count)));
  const laneGap = Math.max(8, Math.min(64, Math.floor((room - count * rowHeight) / lanes)));
  return { rowHeight, laneGap };
}

/** The operation at a point, or one within a few pixels; −1 where there is none. */
export function operationAt(scene: Scene, geometry: Geometry, x: number, y: number): number {
  const { extents, rows } = scene;
  if (x < geometry.gutter || y < geometry.axis) return -1;
  for (let row = 0; row < rows.rows.length; row++) {
    const top = yOf(scene, geometry, row);
    if (y < top || y >= top + geometry.rowHeight) continue;
    const near = momentAt(geometry, x + 3) - momentAt(geometry, x);
    const moment = momentAt(geometry, x);
    const ids = rows.rows[row];
    let best = -1;
    let distance = near;
    for (
      let at = firstEndingFrom(ids, extents.end, moment - near);
      at < ids.length && extents.start[ids[at]] <= moment + near;
      at++
    ) {
      const away = Math.max(extents.start[ids[at]] - moment, moment - extents.end[ids[at]], 0);
      if (away < distance || best < 0) [best, distance] = [ids[at], away];
      if (away === 0) break;
    }
    return best;
  }
  return -1;
}

/** So near to a mark, in pixels, and it is meant. */
const NEAR_MARK = 4;

/** The mark at an x in the strip of marks: the shortest of those there; −1 where there is none. */
export function markAt({ marks }: Scene, geometry: Geometry, x: number, y: number): number {
  const { axis, strip, gutter } = geometry;
  if (x < gutter || y < axis - strip || y >= axis) return -1;
  const [low, high] = [momentAt(geometry, x - NEAR_MARK), momentAt(geometry, x + NEAR_MARK)];
  let best = -1;
  marks.forEach(({ from, to }, index) => {
    if (to < low || from > high) return;
    if (best < 0 || to - from < marks[best].to - marks[best].from) best = index;
  });
  return best;
}

/**
 * Where an order of operations passes through their intervals: each at the earliest moment that is no earlier
 * than those before it. In sequences, in the middle of each.
 */
export function pathOf({ extents }: Scene, order: readonly number[]): Float64Array {
  let last = -Infinity;
  return Float64Array.from(order, (id) => {
    if (extents.scale === "sequence") return (extents.start[id] + extents.end[id]) / 2;
    last = Math.max(last, extents.start[id]);
    return Math.min(last, extents.end[id]);
  });
}

/** Whether an operation's end is open. */
export const isOpen = ({ history }: Scene, id: number): boolean => isPending(history, id);
