import { count as countOf } from "../render/count.js";
import { wholeNumber } from "../render/whole-number.js";

/** A history by its size and the time that it took; `kind` is a class of its point. */
export interface TimedPoint {
  readonly operations: number;
  readonly milliseconds: number;
  readonly kind: "satisfied" | "violated" | "unknown";
}

/** Points of a plot, so many as it has places: those that would lie on each other are one. */
export interface Scatter {
  add(point: TimedPoint): void;
  /** The plot; empty where there are too few points to say anything. */
  render(): string;
}

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [600, 300, 84, 44, 14, 30];
/** Fewer points say nothing. */
const FEWEST = 10;
/** So finely are points told apart, in parts of a factor of ten. */
const GRAIN = 40;

/** What a plot is about. */
export interface ScatterWords {
  /** What each point is. */
  readonly one: string;
  /** Whose size it has: `its history`. */
  readonly by: string;
  /** What its colours mean. */
  readonly kinds: Readonly<Record<TimedPoint["kind"], string>>;
}

/** Collects how long checks took by the sizes of their histories, for a plot with both axes logarithmic. */
export function createScatter({ one, by, kinds }: ScatterWords): Scatter {
  const seen = new Map<string, { x: number; y: number; kind: TimedPoint["kind"]; count: number }>();
  let count = 0;
  const legend = (points: readonly { readonly kind: TimedPoint["kind"] }[]): string =>
    Object.entries(kinds)
      .filter(([kind]) => points.some((point) => point.kind === kind))
      .map(([kind, words]) => `<span class="key ${kind}" aria-hidden="true">●</span> ${words}`)
      .join(", ");
  return {
    add({ operations, milliseconds, kind }) {
      if (operations < 1) return;
      count++;
      const [x, y] = [operations, Math.max(milliseconds, 0.01)].map(
        (value) => Math.round(Math.log10(value) * GRAIN) / GRAIN,
      );
      const key = `${x} ${y} ${kind}`;
      const known = seen.get(key);
      if (known === undefined) seen.set(key, { x, y, kind, count: 1 });
      else known.count++;
    },
    render() {
      if (count < FEWEST) return "";
      const points = [...seen.values()];
      const horizontal = axisOf(points.map(({ x }) => x));
      const vertical = axisOf(points.map(({ y }) => y));
      const px = (x: number): number => LEFT + (WIDTH - LEFT - RIGHT) * horizontal.part(x);
      const py = (y: number): number => HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * vertical.part(y);
      const across = horizontal.ticks.map(
        (tick) =>
          `<path class="moment" d="M${fixed(px(tick))} ${TOP}V${HEIGHT - BOTTOM}"/>` +
          `<text class="session" x="${fixed(px(tick))}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${wholeNumber(10 ** tick)}</text>`,
      );
      const up = vertical.ticks.map(
        (tick) =>
          `<path class="moment" d="M${LEFT} ${fixed(py(tick))}H${WIDTH - RIGHT}"/>` +
          `<text class="session" x="${LEFT - 8}" y="${fixed(py(tick) + 4)}" text-anchor="end">${timeText(10 ** tick)}</text>`,
      );
      const dots = points.map(
        ({ x, y, kind, count: times }) =>
          `<circle class="dot ${kind}" cx="${fixed(px(x))}" cy="${fixed(py(y))}" r="${fixed(2.5 + Math.log10(times))}"/>`,
      );
      const label = `Time by size of ${countOf(count, one)}, both axes logarithmic`;
      return (
        `<figure><div class="scroll" tabindex="0" role="group" aria-label="${label}, scrollable">` +
        `<svg class="scatter" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">` +
        `${across.join("")}${up.join("")}${dots.join("")}` +
        `<text class="session" x="${WIDTH - RIGHT}" y="${HEIGHT - 4}" text-anchor="end">operations</text></svg></div>` +
        `<figcaption>How long each ${one} took by ${by}, both axes logarithmic; larger points are several. ` +
        `${legend(points)}</figcaption></figure>\n`
      );
    },
  };
}

interface Axis {
  readonly ticks: readonly number[];
  /** A place on the axis, from 0 to 1. */
  part(value: number): number;
}

/** An axis from a power of ten to another, whole ones. */
function axisOf(values: readonly number[]): Axis {
  const from = Math.floor(Math.min(...values));
  const to = Math.max(from + 1, Math.ceil(Math.max(...values)));
  return {
    ticks: Array.from({ length: to - from + 1 }, (_, at) => from + at),
    part: (value) => (value - from) / (to - from),
  };
}

/** A power of ten in milliseconds: `0.01 ms`, `10 s`. */
const timeText = (milliseconds: number): string =>
  milliseconds < 1000
    ? `${milliseconds.toLocaleString("en", { maximumSignificantDigits: 1 })} ms`
    : `${wholeNumber(milliseconds / 1000)} s`;

const fixed = (place: number): string => String(Math.round(place * 10) / 10);
