import { clipMiddle } from "../text/clip.js";
import { visible } from "../text/visible.js";
import type { Colours } from "./colours.js";
import { type Geometry, type Scene, xOf } from "./scene.js";

/** Draws annotations in the strip above the lanes: bands for stretches, flags for moments; the one that is meant with its text. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  { marks, history }: Scene,
  geometry: Geometry,
  colours: Colours,
  meant: number,
): void {
  const { width, height, gutter, axis, strip } = geometry;
  if (marks.length === 0) return;
  const y = axis - strip;
  context.save();
  context.beginPath();
  context.rect(gutter, y, width - gutter, height - y);
  context.clip();
  let drawn = -Infinity; // flags at one pixel are drawn once
  for (const [index, { from, to }] of marks.entries()) {
    const [x, end] = [xOf(geometry, from), xOf(geometry, to)];
    if (end < gutter || x > width || index === meant) continue;
    const isFlag = end - x < 2;
    if (isFlag && Math.abs(x - drawn) < 1) continue;
    if (isFlag) drawn = x;
    drawMark(context, geometry, colours.unknown, x, end);
  }
  if (meant >= 0 && meant < marks.length) {
    const { from, to } = marks[meant];
    const [x, end] = [xOf(geometry, from), xOf(geometry, to)];
    context.globalAlpha = 0.12;
    context.fillStyle = colours.link;
    context.fillRect(x - 1, axis, Math.max(2, end - x), height - axis);
    context.globalAlpha = 1;
    drawMark(context, geometry, colours.link, x, end);
    drawText(context, geometry, colours, history.annotations?.[meant].text ?? "", x);
  }
  context.restore();
}

function drawMark(
  context: CanvasRenderingContext2D,
  { axis, strip }: Geometry,
  colour: string,
  x: number,
  end: number,
): void {
  context.fillStyle = colour;
  if (end - x >= 2) {
    context.fillRect(x, axis - strip + 3, end - x, strip - 6);
    return;
  }
  context.beginPath();
  context.moveTo(x - 4, axis - strip + 1);
  context.lineTo(x + 4, axis - strip + 1);
  context.lineTo(x, axis - 2);
  context.closePath();
  context.fill();
}

/** The width of a letter, and the height of the text's ground. */
const [LETTER, HEIGHT] = [6.6, 20];

function drawText(
  context: CanvasRenderingContext2D,
  { width, gutter, axis }: Geometry,
  colours: Colours,
  text: string,
  x: number,
): void {
  const words = clipMiddle(visible(text), Math.max(2, Math.floor((width - gutter - 16) / LETTER)));
  context.font = "12px system-ui, sans-serif";
  context.textBaseline = "middle";
  const length = context.measureText(words).width + 12;
  const left = Math.max(gutter + 2, Math.min(x - 6, width - length - 2));
  context.fillStyle = colours.raised;
  context.fillRect(left, axis + 2, length, HEIGHT);
  context.strokeStyle = colours.link;
  context.lineWidth = 1;
  context.strokeRect(left + 0.5, axis + 2.5, length - 1, HEIGHT - 1);
  context.fillStyle = colours.text;
  context.fillText(words, left + 6, axis + 2 + HEIGHT / 2);
}
