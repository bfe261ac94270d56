import type { Edge } from "../reason/edges.js";
import type { Colours } from "./colours.js";
import { type Curve, placePlates } from "./place-plates.js";
import { type Geometry, type Scene, xOf, yOf } from "./scene.js";

/** An edge's arrow, in pixels. */
export interface Arrow extends Curve {
  readonly edge: Edge;
}

/** Lays an arrow between two bars: from end to beginning where they follow each other, else between their middles. */
export function layArrow(scene: Scene, geometry: Geometry, edge: Edge): Arrow | undefined {
  const { start, end } = scene.extents;
  const { from, to } = edge;
  const [rowA, rowB] = [scene.rows.rowOf[from], scene.rows.rowOf[to]];
  if (rowA < 0 || rowB < 0) return undefined;
  const half = geometry.rowHeight / 2;
  const [yA, yB] = [yOf(scene, geometry, rowA) + half, yOf(scene, geometry, rowB) + half];
  const follows = end[from] <= start[to];
  const x1 = xOf(geometry, follows ? end[from] : inside(geometry, start[from], end[from]));
  const x2 = xOf(geometry, follows ? start[to] : inside(geometry, start[to], end[to]));
  if (rowA === rowB) {
    const up = half + 10;
    // Over what may stand between.
    if (follows && x2 - x1 > 60)
      return {
        edge,
        x1,
        y1: yA - half,
        x2,
        y2: yB - half,
        bend: [x1 + 20, yA - up - 8, x2 - 20, yB - up - 8],
      };
    return follows
      ? { edge, x1, y1: yA, x2, y2: yB, bend: [x1 + 12, yA - 4, x2 - 12, yB - 4] }
      : { edge, x1, y1: yA - half, x2, y2: yB - half, bend: [x1, yA - up - half, x2, yB - up - half] };
  }
  const down = Math.sign(yB - yA);
  if (follows) {
    const reach = Math.max(18, Math.min(90, (x2 - x1) / 2));
    return { edge, x1, y1: yA, x2, y2: yB, bend: [x1 + reach, yA, x2 - reach, yB] };
  }
  const [y1, y2] = [yA + down * half, yB - down * half];
  const bow = (y2 - y1) / 2;
  const aside = Math.abs(x2 - x1) < 30 ? 26 : 0;
  return { edge, x1, y1, x2, y2, bend: [x1 - aside, y1 + bow, x2 - aside, y2 - bow] };
}

/** A moment of an interval that can be seen, as near to its middle as can be. */
function inside({ view }: Geometry, start: number, end: number): number {
  const [from, to] = [Math.max(start, view.from), Math.min(end, view.to)];
  return from <= to ? (from + to) / 2 : (start + end) / 2;
}

/** Draws edges with their kinds. */
export function drawArrows(
  context: CanvasRenderingContext2D,
  scene: Scene,
  geometry: Geometry,
  edges: readonly Edge[],
  colours: Colours,
): void {
  const arrows = edges.map((edge) => layArrow(scene, geometry, edge)).filter((arrow) => arrow !== undefined);
  for (const { edge, x1, y1, x2, y2, bend } of arrows) {
    const colour = colours.edges[edge.kind] ?? colours.muted;
    context.strokeStyle = colour;
    context.fillStyle = colour;
    context.lineWidth = 2;
    context.setLineDash(edge.kind === "blind" ? [4, 4] : []);
    context.beginPath();
    context.moveTo(x1, y1);
    context.bezierCurveTo(...bend, x2, y2);
    context.stroke();
    context.setLineDash([]);
    const angle = Math.atan2(y2 - bend[3], x2 - bend[2]);
    context.beginPath();
    context.moveTo(x2, y2);
    for (const turn of [-0.4, 0.4])
      context.lineTo(x2 - 10 * Math.cos(angle + turn), y2 - 10 * Math.sin(angle + turn));
    context.closePath();
    context.fill();
  }
  const plates = placePlates(arrows);
  for (const [i, { edge }] of arrows.entries()) drawKind(context, edge.kind, plates[i], colours);
}

/** The kind of an edge, on a plate that stands on its arrow. */
function drawKind(
  context: CanvasRenderingContext2D,
  kind: Edge["kind"],
  [x, y]: readonly [number, number],
  colours: Colours,
): void {
  context.font = "bold 11px system-ui, sans-serif";
  const w = context.measureText(kind).width + 10;
  context.fillStyle = colours.ground;
  context.strokeStyle = colours.edges[kind] ?? colours.muted;
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(x - w / 2, y - 8, w, 16, 8);
  context.fill();
  context.stroke();
  context.fillStyle = colours.edges[kind] ?? colours.muted;
  context.textAlign = "center";
  context.fillText(kind, x, y + 0.5);
  context.textAlign = "start";
}
