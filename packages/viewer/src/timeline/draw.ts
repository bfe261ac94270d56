import { clipMiddle } from "../text/clip.js";
import { drawArrows } from "./draw-arrows.js";
import { drawMarks } from "./draw-marks.js";
import type { Edge } from "../reason/edges.js";
import type { Colours } from "./palette.js";
import { firstEndingFrom } from "./rows.js";
import { type Geometry, isOpen, momentAt, type Scene, xOf, yOf } from "./scene.js";
import { ticks } from "./viewport.js";

/** What is pointed out in a drawing. */
export interface Look {
  readonly colours: Colours;
  /** The operations that the reason is about, and the one that nothing explains. */
  readonly core: ReadonlySet<number>;
  readonly stuck: number;
  /** Rows of those that fit the search; absent where nothing is looked for. */
  readonly found: readonly Int32Array[] | undefined;
  /** The operations of the step that is being read. */
  readonly marked: ReadonlySet<number>;
  readonly selected: number;
  readonly hovered: number;
  /** The annotation that is pointed at, or −1. */
  readonly mark: number;
  readonly edges: readonly Edge[];
  /** What the selected operation sees, where that is known; what it does not see of those before it. */
  readonly seen: ReadonlySet<number>;
  readonly unseen: ReadonlySet<number>;
  /** An order, and where it passes. */
  readonly order: readonly number[];
  readonly path: Float64Array;
}

const MONO = `ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace`;
/** The width of a letter of 12 pixels' height. */
const LETTER = 7.25;
/** Bars stand so far from the edges of their row. */
const INSET = 2;
/** More points of an order than this and a drawing of it would be a blot. */
const MOST_POINTS = 600;

/** Draws the whole of a timeline. */
export function draw(context: CanvasRenderingContext2D, scene: Scene, geometry: Geometry, look: Look): void {
  const { width, height, gutter, axis } = geometry;
  const { colours } = look;
  context.fillStyle = colours.ground;
  context.fillRect(0, 0, width, height);
  drawGrid(context, scene, geometry, look);
  context.save();
  context.beginPath();
  context.rect(gutter, axis, width - gutter, height - axis);
  context.clip();
  context.font = `12px ${MONO}`;
  context.textBaseline = "middle";
  const dim = look.found !== undefined ? 0.16 : look.core.size > 0 || look.marked.size > 0 ? 0.5 : 1;
  context.globalAlpha = dim;
  drawRows(context, scene, geometry, look, scene.rows.rows);
  context.globalAlpha = 1;
  if (look.found !== undefined) drawRows(context, scene, geometry, look, look.found);
  for (const id of pointedOut(look)) drawPointedOut(context, scene, geometry, look, id);
  if (look.order.length > 0) drawPath(context, scene, geometry, look);
  drawArrows(context, scene, geometry, look.edges, colours);
  context.restore();
  drawNames(context, scene, geometry, look);
  drawMarks(context, scene, geometry, colours, look.mark);
}

/** Those that are drawn over the others, the most important last. */
function pointedOut(look: Look): Iterable<number> {
  const ids = new Set<number>([...look.unseen, ...look.seen, ...look.core, ...look.marked]);
  for (const id of [look.hovered, look.stuck, look.selected])
    if (id >= 0) {
      ids.delete(id);
      ids.add(id);
    }
  return ids;
}

/** Bars of rows. What is too narrow to be told apart is drawn as one: the work is by pixels, not by operations. */
function drawRows(
  context: CanvasRenderingContext2D,
  scene: Scene,
  geometry: Geometry,
  { colours }: Look,
  rows: readonly Int32Array[],
): void {
  const { start, end } = scene.extents;
  const { view, rowHeight, height, axis } = geometry;
  const barHeight = Math.max(2, rowHeight - 2 * INSET);
  const onePixel = momentAt(geometry, 1) - momentAt(geometry, 0);
  for (let row = 0; row < rows.length; row++) {
    const y = yOf(scene, geometry, row) + INSET;
    if (y + barHeight < axis || y > height) continue;
    const ids = rows[row];
    let at = firstEndingFrom(ids, end, view.from);
    while (at < ids.length && start[ids[at]] <= view.to) {
      const id = ids[at];
      const x = xOf(geometry, start[id]);
      const w = xOf(geometry, end[id]) - x;
      context.fillStyle = colours.tints[scene.tint[id]];
      if (w < 2) {
        context.fillRect(x, y, 1.2, barHeight);
        at = firstEndingFrom(ids, end, end[id] + onePixel, at + 1);
      } else {
        drawBar(context, scene, id, x, y, w - 0.6, barHeight);
        if (w > 24 && barHeight >= 12) {
          context.fillStyle = colours.text;
          drawLabel(context, scene, geometry, id, x, y, w, barHeight);
        }
        at++;
      }
    }
  }
}

function drawBar(
  context: CanvasRenderingContext2D,
  scene: Scene,
  id: number,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  barShape(context, x, y, w, h, isOpen(scene, id));
  context.fill();
}

/** The shape of a bar: of one that never returned, with a point at its end. */
function barShape(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  w: number,
  h: number,
  open: boolean,
): void {
  context.beginPath();
  if (!open || w < 12) {
    context.roundRect(x, y, w, h, Math.min(3, w / 2));
    return;
  }
  context.moveTo(x, y);
  context.lineTo(x + w - 8, y);
  context.lineTo(x + w, y + h / 2);
  context.lineTo(x + w - 8, y + h);
  context.lineTo(x, y + h);
  context.closePath();
}

function drawLabel(
  context: CanvasRenderingContext2D,
  { texts }: Scene,
  { gutter, width }: Geometry,
  id: number,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  const left = Math.max(x, gutter);
  const room = Math.floor((Math.min(x + w, width) - left - 10) / LETTER);
  if (room < 2) return;
  const named = texts.named(id);
  const text = named.length <= room ? named : clipMiddle(texts.of(id), room);
  context.fillText(text, left + 5, y + h / 2 + 0.5);
}

function drawPointedOut(
  context: CanvasRenderingContext2D,
  scene: Scene,
  geometry: Geometry,
  look: Look,
  id: number,
): void {
  const row = scene.rows.rowOf[id];
  if (row < 0) return;
  const { colours } = look;
  const y = yOf(scene, geometry, row) + INSET;
  const h = Math.max(4, geometry.rowHeight - 2 * INSET);
  const x = xOf(geometry, scene.extents.start[id]);
  const w = Math.max(4, xOf(geometry, scene.extents.end[id]) - x - 0.6);
  if (x > geometry.width || x + w < geometry.gutter || y > geometry.height || y + h < 0) return;
  const { stroke, thick, dashed } = strokeOf(look, id);
  context.fillStyle = colours.ground;
  barShape(context, x, y, w, h, isOpen(scene, id));
  context.fill();
  context.globalAlpha = look.unseen.has(id) && id !== look.selected ? 0.25 : 1;
  context.fillStyle = colours.tints[scene.tint[id]];
  context.fill();
  context.globalAlpha = 1;
  context.setLineDash(dashed || scene.history.optional?.[id] === 1 || isOpen(scene, id) ? [5, 3] : []);
  context.lineWidth = thick;
  context.strokeStyle = stroke;
  context.stroke();
  context.setLineDash([]);
  if (w <= 24 || h < 12) return;
  context.fillStyle = id === look.stuck ? colours.violated : colours.text;
  context.font = `${id === look.stuck || id === look.selected ? "bold " : ""}12px ${MONO}`;
  drawLabel(context, scene, geometry, id, x, y, w, h);
  context.font = `12px ${MONO}`;
}

function strokeOf(
  look: Look,
  id: number,
): { readonly stroke: string; readonly thick: number; readonly dashed: boolean } {
  const { colours } = look;
  if (id === look.selected) return { stroke: colours.text, thick: 2.5, dashed: false };
  if (id === look.stuck) return { stroke: colours.violated, thick: 2.5, dashed: false };
  if (look.marked.has(id)) return { stroke: colours.edges["lin"], thick: 2, dashed: false };
  if (look.seen.has(id)) return { stroke: colours.satisfied, thick: 1.5, dashed: false };
  if (look.unseen.has(id)) return { stroke: colours.muted, thick: 1, dashed: true };
  if (look.core.has(id)) return { stroke: colours.link, thick: 1.5, dashed: false };
  return { stroke: colours.muted, thick: 1.5, dashed: false };
}

/** An order as a line from point to point, with numbers where there is room for them. */
function drawPath(
  context: CanvasRenderingContext2D,
  scene: Scene,
  geometry: Geometry,
  { colours, order, path }: Look,
): void {
  const points: { readonly x: number; readonly y: number; readonly number: number }[] = [];
  for (let at = 0; at < order.length && points.length <= MOST_POINTS; at++) {
    const row = scene.rows.rowOf[order[at]];
    if (row < 0) continue;
    const x = xOf(geometry, path[at]);
    if (x < geometry.gutter - 400 || x > geometry.width + 400) continue;
    points.push({
      x,
      y: yOf(scene, geometry, row) + (geometry.rowHeight < 20 ? geometry.rowHeight / 2 : 1),
      number: at + 1,
    });
  }
  if (points.length > MOST_POINTS) return;
  // Points at one moment stand side by side.
  const placed: typeof points = [];
  let last = -Infinity;
  for (const point of points) {
    const x =
      scene.extents.scale === "sequence" ? point.x : Math.max(point.x, Math.min(last + 3, point.x + 9));
    last = x;
    placed.push({ ...point, x });
  }
  context.strokeStyle = colours.satisfied;
  context.globalAlpha = 0.75;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const [at, { x, y }] of placed.entries()) {
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.stroke();
  context.globalAlpha = 1;
  context.textAlign = "center";
  context.font = `bold 10px ${MONO}`;
  const roomy = placed.length < 80 && geometry.rowHeight >= 16;
  for (const { x, y, number } of placed) {
    context.fillStyle = colours.satisfied;
    context.beginPath();
    context.arc(x, y, roomy ? 8 : 2.5, 0, 7);
    context.fill();
    if (!roomy) continue;
    context.fillStyle = colours.ground;
    context.fillText(String(number), x, y + 0.5);
  }
  context.textAlign = "start";
  context.font = `12px ${MONO}`;
}

/** The axis, faint lines below its marks, and a shade behind every other lane. */
function drawGrid(
  context: CanvasRenderingContext2D,
  scene: Scene,
  geometry: Geometry,
  { colours }: Look,
): void {
  const { width, height, gutter, axis, rowHeight } = geometry;
  const shade = geometry.laneGap / 2;
  context.fillStyle = colours.raised;
  for (const [index, lane] of scene.rows.lanes.entries()) {
    if (index % 2 === 1) continue;
    const y = Math.max(axis, yOf(scene, geometry, lane.row) - shade);
    const bottom = yOf(scene, geometry, lane.row + lane.rows - 1) + rowHeight + shade;
    if (bottom > axis) context.fillRect(0, y, width, bottom - y);
  }
  if (scene.extents.scale !== "time") return;
  const { from } = scene.extents;
  const zero = Math.abs(from) > 1e9 ? from : 0;
  const view = { from: geometry.view.from - zero, to: geometry.view.to - zero };
  context.font = "11px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  for (const tick of ticks(view, (width - gutter) / 110)) {
    const x = Math.round(xOf(geometry, tick + zero)) + 0.5;
    if (x < gutter) continue;
    context.globalAlpha = 0.6;
    context.beginPath();
    context.moveTo(x, axis);
    context.lineTo(x, height);
    context.stroke();
    context.globalAlpha = 1;
    context.fillStyle = colours.muted;
    context.fillText(
      (zero === 0 ? "" : "+") + tick.toLocaleString("en", { maximumSignificantDigits: 12 }),
      x + 3,
      (axis - geometry.strip) / 2,
    );
  }
}

/** The names of the sessions, over what has been moved below them. */
function drawNames(
  context: CanvasRenderingContext2D,
  scene: Scene,
  geometry: Geometry,
  { colours }: Look,
): void {
  const { gutter, axis, rowHeight, height } = geometry;
  const shade = geometry.laneGap / 2;
  context.save();
  context.beginPath();
  context.rect(0, axis, gutter - 1, height - axis);
  context.clip();
  context.font = "12px system-ui, sans-serif";
  context.textBaseline = "middle";
  const room = Math.floor((gutter - 12) / 6.4);
  for (const [index, lane] of scene.rows.lanes.entries()) {
    const y = yOf(scene, geometry, lane.row);
    const h = lane.rows * rowHeight;
    if (y + h < axis || y > height) continue;
    context.fillStyle = index % 2 === 0 ? colours.raised : colours.ground;
    context.fillRect(0, y - shade, gutter, h + 2 * shade);
    if (rowHeight < 9 && index % Math.ceil(11 / (rowHeight + 8)) !== 0) continue;
    context.fillStyle = colours.muted;
    const name = typeof lane.session === "number" ? `session ${lane.session}` : lane.session;
    context.fillText(
      clipMiddle(name.length > room ? String(lane.session) : name, Math.max(2, room)),
      8,
      y + Math.min(h, rowHeight) / 2 + 0.5,
    );
  }
  context.restore();
  context.strokeStyle = colours.line;
  context.beginPath();
  context.moveTo(gutter - 0.5, 0);
  context.lineTo(gutter - 0.5, height);
  context.moveTo(0, axis - 0.5);
  context.lineTo(geometry.width, axis - 0.5);
  context.stroke();
}
