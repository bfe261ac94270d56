import type { OperationView } from "@sightline/fleet";
import { clip, clipMiddle, escapeHtml } from "../escape.js";
import { count } from "../../render/count.js";
import { BAR_HEIGHT, type Bar, type Lane, type Layout, laySequences, layTimes } from "./layout.js";

/** The most characters of a session's name. */
const MOST_OF_SESSION = 16;
/** How far the end of a bar that never returned points to the right. */
const POINT = 9;

/** The contents of a drawing. */
export interface Drawing {
  readonly operations: readonly OperationView[];
  /** The operation to point out: the one that the words are about. */
  readonly about: number | undefined;
  /** Whether times count: if not, each session is a sequence. */
  readonly timed: boolean;
}

/**
 * Operations as a figure: one lane per session, one bar per operation. The names of the sessions stay
 * where they are when a wide drawing is scrolled. The figure says nothing that its caption and the
 * table of operations do not say in words.
 */
export function renderTimeline({ operations, about, timed }: Drawing): string {
  if (operations.length === 0) return "";
  const layout = timed ? layTimes(operations) : laySequences(operations);
  const kind = timed ? "Timeline" : "Sequences";
  const size = `${count(operations.length, "operation")} in ${count(layout.lanes.length, "session")}`;
  return (
    `<figure><div class="lanes">${renderNames(layout)}` +
    `<div class="scroll" tabindex="0" role="group" aria-label="${kind}, scrollable">` +
    `<svg role="img" aria-label="${kind} of ${size}; the table below lists them" ` +
    `width="${layout.width}" height="${layout.height}" viewBox="0 0 ${layout.width} ${layout.height}">` +
    `${renderMoments(layout)}${timed ? "" : renderArrows(layout)}` +
    `${layout.bars.map((bar) => renderBar(bar, bar.operation.id === about)).join("")}</svg></div></div>` +
    `<figcaption>${captionOf(layout, about, timed)}</figcaption></figure>\n`
  );
}

function renderNames({ lanes, height }: Layout): string {
  const names = lanes.map(({ session }) => `session ${clip(String(session), MOST_OF_SESSION)}`);
  const width = Math.ceil(Math.max(...names.map((name) => Array.from(name).length)) * 7.3) + 8;
  const texts = lanes.map(
    (lane, index) => `<text x="0" y="${middle(lane)}" class="session">${escapeHtml(names[index])}</text>`,
  );
  return `<svg aria-hidden="true" width="${width}" height="${height}">${texts.join("")}</svg>`;
}

/** The base line of a text in the middle of a lane. */
const middle = ({ y, height }: Lane): number => y + height / 2 + 4;

/** Faint lines at each call and return, by which to see what came first. */
function renderMoments({ moments, height }: Layout): string {
  if (moments.length === 0) return "";
  return `<path class="moment" d="${moments.map((x) => `M${round(x)} 0V${height}`).join("")}"/>`;
}

/** Lines from each operation to the next of its session. */
function renderArrows({ lanes, bars }: Layout): string {
  const steps = lanes.flatMap(({ session }) => {
    const mine = bars.filter(({ operation }) => operation.session === session);
    return mine.slice(1).map((bar, index) => {
      const y = bar.y + BAR_HEIGHT / 2;
      const from = mine[index].x + mine[index].width;
      return `M${round(from)} ${y}H${round(bar.x - 2)}m-5 -4l5 4l-5 4`;
    });
  });
  return steps.length === 0 ? "" : `<path class="arrow" d="${steps.join("")}"/>`;
}

function renderBar({ operation, label, x, y, width, open }: Bar, isStuck: boolean): string {
  const classes = ["bar", ...(open ? ["open"] : []), ...(isStuck ? ["stuck"] : [])].join(" ");
  const shape = open
    ? `<path d="M${round(x + width - POINT)} ${y}H${round(x)}v${BAR_HEIGHT}H${round(x + width - POINT)}` +
      `l${POINT} -${BAR_HEIGHT / 2}z"/>`
    : `<rect x="${round(x)}" y="${y}" width="${round(width)}" height="${BAR_HEIGHT}" rx="3"/>`;
  const told = `#${operation.id} ${clipMiddle(operation.text, 400)}${open ? " (never returned)" : ""}`;
  return (
    `<g class="${classes}"><title>${escapeHtml(told)}</title>${shape}` +
    `<text x="${round(x + 7)}" y="${y + BAR_HEIGHT / 2 + 4}">${isStuck ? "▸" : ""}${escapeHtml(label)}</text></g>`
  );
}

const round = (x: number): number => Math.round(x * 10) / 10;

function captionOf({ lanes, bars }: Layout, about: number | undefined, timed: boolean): string {
  return [
    timed
      ? "Each bar runs from call to return; only the order of these moments is to scale."
      : lanes.length === 1
        ? "In the order of the session."
        : "Each session in its own order; the drawing says nothing about the order between sessions.",
    bars.some(({ open }) => open) ? "A bar that ends in a point never returned." : "",
    bars.some(({ operation }) => operation.id === about)
      ? "▸ marks the operation that the words are about."
      : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
