import { clipMiddle } from "../text/clip.js";
import { visible } from "../text/visible.js";
import type { Look } from "./look.js";
import { type Geometry, type Scene, xOf, yOf } from "./scene.js";
import { ticks } from "./viewport.js";

/** The axis, faint lines below its marks, and a shade behind every other lane. */
export function drawGrid(
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
export function drawNames(
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
  for (const [index, lane] of scene.rows.lanes.entries()) {
    const y = yOf(scene, geometry, lane.row);
    const h = lane.rows * rowHeight;
    if (y + h < axis || y > height) continue;
    context.fillStyle = index % 2 === 0 ? colours.raised : colours.ground;
    context.fillRect(0, y - shade, gutter, h + 2 * shade);
    if (rowHeight < 9 && index % Math.ceil(11 / (rowHeight + 8)) !== 0) continue;
    context.fillStyle = colours.muted;
    context.fillText(nameWithin(context, lane.session, gutter - 14), 8, y + Math.min(h, rowHeight) / 2 + 0.5);
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

/** The name of a session that is no wider than so many pixels. */
function nameWithin(context: CanvasRenderingContext2D, session: string | number, width: number): string {
  const fits = (name: string): boolean => context.measureText(name).width <= width;
  const long = `session ${session}`;
  if (typeof session === "number" && fits(long)) return long;
  const name = visible(clipMiddle(String(session), MOST_OF_NAME));
  for (let length = Math.min(name.length, Math.floor(width / NARROW)); length > 2; length--)
    if (fits(clipMiddle(name, length))) return clipMiddle(name, length);
  return clipMiddle(name, 2);
}

/** More characters of a name are never drawn; and the width of a narrow one. */
const [MOST_OF_NAME, NARROW] = [60, 4];
