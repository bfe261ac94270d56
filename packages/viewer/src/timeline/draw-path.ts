import type { Look } from "./look.js";
import { MONO } from "./mono.js";
import { type Geometry, type Scene, xOf, yOf } from "./scene.js";

/** More points of an order than this and a drawing of it would be a blot. */
const MOST_POINTS = 600;

/** An order as a line from point to point, with numbers where there is room for them. */
export function drawPath(
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
    if (roomy) {
      const half = Math.max(8, 3.1 * String(number).length + 4);
      context.roundRect(x - half, y - 8, 2 * half, 16, 8);
    } else context.arc(x, y, 2.5, 0, 7);
    context.fill();
    if (!roomy) continue;
    context.fillStyle = colours.ground;
    context.fillText(String(number), x, y + 0.5);
  }
  context.textAlign = "start";
  context.font = `12px ${MONO}`;
}
