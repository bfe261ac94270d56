import type { Look } from "../timeline/look.js";
import type { Colours } from "../timeline/colours.js";
import { firstEndingFrom } from "../timeline/rows.js";
import type { Scene } from "../timeline/scene.js";
import type { Viewport } from "../timeline/viewport.js";

interface Room {
  readonly width: number;
  readonly height: number;
  readonly gutter: number;
}

/** Scene → how many operations there are at each pixel of a width, from 0 to 1. */
const densities = new WeakMap<Scene, { readonly width: number; readonly density: Float32Array }>();

/** Draws all of a history in a strip: how dense it is, where the reason lies, and what part is in view. */
export function drawOverview(
  context: CanvasRenderingContext2D,
  scene: Scene,
  { width, height, gutter }: Room,
  { core, marked, selected, found }: Pick<Look, "core" | "marked" | "selected" | "found">,
  colours: Colours,
  view: Viewport,
): void {
  const { from, to, start, end } = scene.extents;
  const room = Math.max(1, width - gutter);
  const x = (moment: number): number => gutter + ((moment - from) / (to - from)) * room;
  context.fillStyle = colours.raised;
  context.fillRect(0, 0, width, height);
  const density = densityOf(scene, room);
  context.fillStyle = colours.line;
  for (let at = 0; at < density.length; at++) {
    const h = density[at] === 0 ? 0 : Math.max(2, density[at] * (height - 8));
    context.fillRect(gutter + at, height - h, 1, h);
  }
  const rows = Math.max(1, scene.rows.rows.length);
  const thick = Math.max(3, Math.min(5, (height - 6) / rows - 1));
  const mark = (id: number, colour: string): void => {
    const row = scene.rows.rowOf[id];
    if (row < 0) return;
    const y = 3 + (rows === 1 ? (height - 6 - thick) / 2 : (row / (rows - 1)) * (height - 6 - thick));
    context.fillStyle = colour;
    context.fillRect(x(start[id]), y, Math.max(2.5, x(end[id]) - x(start[id])), thick);
  };
  if (found !== undefined) {
    context.fillStyle = colours.unknown;
    for (const row of found)
      for (let at = 0; at < row.length; ) {
        const left = x(start[row[at]]);
        context.fillRect(left, 2, 1.5, 6);
        at = firstEndingFrom(row, end, end[row[at]] + (to - from) / room, at + 1);
      }
  }
  for (const id of core) mark(id, colours.link);
  for (const id of marked) mark(id, colours.edges["lin"]);
  if (selected >= 0) mark(selected, colours.text);
  const [left, right] = [Math.max(gutter, x(view.from)), Math.min(width, x(view.to))];
  context.fillStyle = colours.ground;
  context.globalAlpha = 0.6;
  context.fillRect(gutter, 0, left - gutter, height);
  context.fillRect(right, 0, width - right, height);
  context.globalAlpha = 1;
  context.strokeStyle = colours.link;
  context.lineWidth = 1.5;
  context.strokeRect(left + 0.75, 0.75, Math.max(3, right - left - 1.5), height - 1.5);
}

function densityOf(scene: Scene, room: number): Float32Array {
  const known = densities.get(scene);
  if (known?.width === room) return known.density;
  const { ids, start, end, from, to } = scene.extents;
  const steps = new Float64Array(Math.ceil(room) + 1);
  const at = (moment: number): number =>
    Math.min(steps.length - 2, Math.max(0, Math.floor(((moment - from) / (to - from)) * room)));
  for (const id of ids) {
    steps[at(start[id])]++;
    steps[at(end[id]) + 1]--;
  }
  const density = new Float32Array(steps.length - 1);
  let [sum, most] = [0, 1];
  for (let place = 0; place < density.length; place++) {
    sum += steps[place];
    density[place] = sum;
    most = Math.max(most, sum);
  }
  for (let place = 0; place < density.length; place++) density[place] /= most;
  densities.set(scene, { width: room, density });
  return density;
}
