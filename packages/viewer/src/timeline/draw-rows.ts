import { shortOperation } from "../text/short-operation.js";
import { labelRoom } from "./label-room.js";
import type { Look } from "./look.js";
import { MONO } from "./mono.js";
import { firstEndingFrom } from "./rows.js";
import { type Geometry, isOpen, momentAt, type Scene, xOf, yOf } from "./scene.js";

/** Bars stand so far from the edges of their row. */
const INSET = 2;

/** Bars of rows. What is too narrow to be told apart is drawn as one: the work is by pixels, not by operations. */
export function drawRows(
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
        if (scene.history.optional?.[id] === 1) {
          context.setLineDash([5, 3]);
          context.lineWidth = 1;
          context.strokeStyle = colours.muted;
          context.stroke();
          context.setLineDash([]);
        }
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
  geometry: Geometry,
  id: number,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  const left = Math.max(x, geometry.gutter);
  const room = labelRoom(geometry, x, w);
  if (room < 2) return;
  const named = texts.named(id);
  const text = named.length <= room ? named : shortOperation(texts.of(id), room);
  context.fillText(text, left + 5, y + h / 2 + 0.5);
}

/** A bar over the others, with its outline. */
export function drawPointedOut(
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
