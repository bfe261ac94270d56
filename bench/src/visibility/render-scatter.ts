/** A point of a scatter plot: milliseconds on both axes, and which of the plot's kinds it is. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly kind: PointKind;
}

/** What is known of the history that a point stands for. */
export type PointKind = "satisfied" | "violated" | "differ" | "unknown";

/** Two contenders against each other, a point per history. */
export interface Scatter {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly points: readonly Point[];
  /** Milliseconds at which both gave up: the upper border of both axes, where time-outs lie. */
  readonly limit: number;
}

const SIDE = 420;
const LEFT = 74;
const TOP = 58;
const WIDTH = LEFT + SIDE + 26;
const HEIGHT = TOP + SIDE + 84;

/** The plot's own paper and ink, in light and in dark surroundings; blue and orange differ to all eyes. */
const STYLE = `
  .paper { fill: #ffffff } .frame { fill: none; stroke: #555555 }
  .grid { stroke: #dddddd } .guide { stroke: #999999; stroke-dasharray: 4 4 } .diagonal { stroke: #555555 }
  text { font: 12px system-ui, sans-serif; fill: #222222 } .title { font-size: 15px; font-weight: 600 }
  .faint { fill: #777777; font-size: 11px }
  .point { fill-opacity: 0.45 }
  .satisfied { fill: #0072b2 } .violated { fill: #d55e00 } .differ { fill: #8a3f9e } .unknown { fill: #777777 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #16191d } .frame { stroke: #aaaaaa } .grid { stroke: #2e3338 } .guide { stroke: #777777 }
    .diagonal { stroke: #aaaaaa } text { fill: #e4e4e4 } .faint { fill: #a0a0a0 }
    .satisfied { fill: #56b4e9 } .violated { fill: #f0883e } .differ { fill: #cf9ae0 } .unknown { fill: #a0a0a0 }
  }`;

const kindNames: readonly (readonly [PointKind, string])[] = [
  ["satisfied", "satisfied"],
  ["violated", "violated"],
  ["differ", "only the weaker one satisfied"],
  ["unknown", "neither decided"],
];

/**
 * A log-log scatter plot as an SVG document: the same decades on both axes, the diagonal and the
 * lines of ten and a hundred times, time-outs on the border.
 */
export function renderScatter({ title, x, y, points, limit }: Scatter): string {
  const top = Math.ceil(Math.log10(limit) - 1e-9);
  const least = Math.min(limit, ...points.flatMap((point) => [point.x, point.y]));
  const bottom = Math.min(top - 1, Math.max(-4, Math.floor(Math.log10(Math.max(least, 1e-4)))));
  const along = (value: number): number => {
    const decades = Math.log10(Math.min(Math.max(value, 10 ** bottom), limit)) - bottom;
    return (SIDE * decades) / (top - bottom);
  };
  const place = (value: Point): readonly [number, number] => [
    LEFT + along(value.x),
    TOP + SIDE - along(value.y),
  ];
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<desc>${escape(`Time of ${y} against time of ${x} for ${points.length} histories, both axes logarithmic.`)}</desc>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>`,
    `<text class="title" x="${LEFT}" y="26">${escape(title)}</text>`,
    `<text class="faint" x="${LEFT}" y="44">${points.length.toLocaleString("en-GB")} histories; time-outs (${formatDecade(Math.log10(limit))}) on the border</text>`,
    ...renderGrid(bottom, top),
    ...renderGuides(bottom, top),
    `<rect class="frame" x="${LEFT}" y="${TOP}" width="${SIDE}" height="${SIDE}"/>`,
    ...kindNames.flatMap(([kind]) =>
      points
        .filter((point) => point.kind === kind)
        .map((point) => {
          const [cx, cy] = place(point);
          return `<circle class="point ${kind}" cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="2.2"/>`;
        }),
    ),
    `<text x="${LEFT + SIDE / 2}" y="${TOP + SIDE + 40}" text-anchor="middle">${escape(x)}</text>`,
    `<text transform="translate(18 ${TOP + SIDE / 2}) rotate(-90)" text-anchor="middle">${escape(y)}</text>`,
    ...renderLegend(points),
    "</svg>",
  ];
  return `${parts.join("\n")}\n`;
}

/** A line and its name for each power of ten. */
function renderGrid(bottom: number, top: number): string[] {
  const parts: string[] = [];
  for (let decade = bottom; decade <= top; decade++) {
    const at = (SIDE * (decade - bottom)) / (top - bottom);
    const [x, y] = [LEFT + at, TOP + SIDE - at];
    parts.push(
      `<line class="grid" x1="${x}" y1="${TOP}" x2="${x}" y2="${TOP + SIDE}"/>`,
      `<line class="grid" x1="${LEFT}" y1="${y}" x2="${LEFT + SIDE}" y2="${y}"/>`,
      `<text x="${x}" y="${TOP + SIDE + 18}" text-anchor="middle">${formatDecade(decade)}</text>`,
      `<text x="${LEFT - 8}" y="${y + 4}" text-anchor="end">${formatDecade(decade)}</text>`,
    );
  }
  return parts;
}

/** The diagonal, and where one contender takes ten or a hundred times as long as the other. */
function renderGuides(bottom: number, top: number): string[] {
  const parts: string[] = [];
  for (const shift of [-2, -1, 0, 1, 2]) {
    if (Math.abs(shift) >= top - bottom) continue;
    const step = (SIDE * shift) / (top - bottom);
    const [from, to] = [Math.max(0, -step), Math.min(SIDE, SIDE - step)];
    parts.push(
      `<line class="${shift === 0 ? "diagonal" : "guide"}" x1="${LEFT + from}" y1="${TOP + SIDE - from - step}" x2="${LEFT + to}" y2="${TOP + SIDE - to - step}"/>`,
    );
    if (shift === 0) continue;
    const [x, y, anchor] =
      shift > 0 ? [LEFT + 5, TOP + SIDE - step - 8, "start"] : [LEFT - step + 8, TOP + SIDE - 6, "start"];
    parts.push(
      `<text class="faint" x="${x}" y="${y}" text-anchor="${anchor}">${10 ** Math.abs(shift)}×</text>`,
    );
  }
  return parts;
}

/** The kinds that occur, in a row under the plot. */
function renderLegend(points: readonly Point[]): string[] {
  let x = LEFT;
  return kindNames
    .map(([kind, name]) => [kind, name, points.filter((point) => point.kind === kind).length] as const)
    .filter(([, , count]) => count > 0)
    .flatMap(([kind, name, count]) => {
      const at = x;
      const words = `${name}: ${count.toLocaleString("en-GB")}`;
      x += 26 + 6.3 * words.length;
      return [
        `<circle class="${kind}" cx="${at + 5}" cy="${TOP + SIDE + 64}" r="4"/>`,
        `<text x="${at + 14}" y="${TOP + SIDE + 68}">${escape(words)}</text>`,
      ];
    });
}

/** `10 µs`, `1 ms`, `1 s`: a power of ten of milliseconds. */
function formatDecade(decade: number): string {
  if (decade >= 3) return `${10 ** (decade - 3)} s`;
  return decade >= 0 ? `${10 ** decade} ms` : `${Number((10 ** (decade + 3)).toPrecision(2))} µs`;
}

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
