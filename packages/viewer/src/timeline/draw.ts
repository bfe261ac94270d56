import { drawArrows } from "./draw-arrows.js";
import { drawPointedOut, drawRows } from "./draw-rows.js";
import { drawGrid, drawNames } from "./draw-grid.js";
import { drawMarks } from "./draw-marks.js";
import { drawPath } from "./draw-path.js";
import { drawTags } from "./draw-tags.js";
import type { Look } from "./look.js";
import { MONO } from "./mono.js";
import type { Geometry, Scene } from "./scene.js";

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
  drawTags(context, scene, geometry, look);
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
