/** One line of a plot: a value per place on the x axis; `undefined` where there is none. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
}

/** Milliseconds over something that grows. */
export interface LinePlot {
  readonly title: string;
  /** What stands below the title. */
  readonly note: string;
  /** What the x axis counts, and its places, evenly spaced. */
  readonly x: string;
  readonly places: readonly (number | string)[];
  readonly series: readonly Series[];
}

const WIDTH = 560;
const SIDE = { left: 74, right: 20, top: 58, height: 300, width: 466 };
const ROW = 22;

/** Colours that differ to all eyes (Okabe and Ito), in light and in dark surroundings; marks differ as well. */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
const STYLE = `
  .paper { fill: #ffffff } .frame { fill: none; stroke: #555555 } .grid { stroke: #dddddd }
  text { font: 12px system-ui, sans-serif; fill: #222222 } .title { font-size: 15px; font-weight: 600 }
  .faint { fill: #777777; font-size: 11px } .line { fill: none; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #16191d } .frame { stroke: #aaaaaa } .grid { stroke: #2e3338 } text { fill: #e4e4e4 }
    .faint { fill: #a0a0a0 }
  }`;

/** A plot with a logarithmic time axis as an SVG document. */
export function renderLinePlot({ title, note, x, places, series }: LinePlot): string {
  const values = series.flatMap((line) => line.values.filter((value) => value !== undefined));
  const least = Math.min(...values, 1000);
  const bottom = Math.floor(Math.log10(Math.max(least, 1e-3)));
  const top = Math.max(bottom + 1, Math.ceil(Math.log10(Math.max(...values, 1)) - 1e-9));
  const across = (place: number): number =>
    SIDE.left + (SIDE.width * (place + 0.5)) / Math.max(1, places.length);
  const up = (value: number): number =>
    SIDE.top + SIDE.height * (1 - (Math.log10(Math.max(value, 10 ** bottom)) - bottom) / (top - bottom));
  const height = SIDE.top + SIDE.height + 62 + ROW * Math.ceil(series.length / 3);
  const end = SIDE.top + SIDE.height;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="paper" width="${WIDTH}" height="${height}"/>`,
    `<text class="title" x="${SIDE.left}" y="26">${escape(title)}</text>`,
    `<text class="faint" x="${SIDE.left}" y="44">${escape(note)}</text>`,
  ];
  for (let decade = bottom; decade <= top; decade++) {
    const y = up(10 ** decade);
    parts.push(
      `<line class="grid" x1="${SIDE.left}" y1="${y}" x2="${SIDE.left + SIDE.width}" y2="${y}"/>`,
      `<text x="${SIDE.left - 8}" y="${y + 4}" text-anchor="end">${formatDecade(decade)}</text>`,
    );
  }
  places.forEach((place, i) => {
    parts.push(`<text x="${across(i)}" y="${end + 18}" text-anchor="middle">${escape(String(place))}</text>`);
  });
  parts.push(
    `<rect class="frame" x="${SIDE.left}" y="${SIDE.top}" width="${SIDE.width}" height="${SIDE.height}"/>`,
    `<text x="${SIDE.left + SIDE.width / 2}" y="${end + 38}" text-anchor="middle">${escape(x)}</text>`,
  );
  series.forEach((line, s) => {
    const colour = COLOURS[s % COLOURS.length];
    const points = line.values.flatMap((value, i) =>
      value === undefined ? [] : [[across(i), up(value)] as const],
    );
    const path = points.map(([cx, cy]) => `${cx.toFixed(1)},${cy.toFixed(1)}`).join(" ");
    const column = SIDE.left + (s % 3) * 156;
    const row = end + 62 + ROW * Math.floor(s / 3);
    parts.push(
      `<polyline class="line" stroke="${colour}" points="${path}"/>`,
      ...points.map(([cx, cy]) => mark(s, cx, cy, colour)),
      mark(s, column + 5, row - 4, colour),
      `<text x="${column + 16}" y="${row}">${escape(line.name)}</text>`,
    );
  });
  return `${[...parts, "</svg>"].join("\n")}\n`;
}

/** A circle, a square, a diamond or a triangle. */
function mark(series: number, x: number, y: number, colour: string): string {
  const corners = [undefined, [-4, -4, 4, -4, 4, 4, -4, 4], [0, -5, 5, 0, 0, 5, -5, 0], [0, -5, 5, 4, -5, 4]][
    series % 4
  ];
  if (corners === undefined)
    return `<circle class="mark" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4" fill="${colour}"/>`;
  const points = corners.map((at, i) => (at + (i % 2 === 0 ? x : y)).toFixed(1)).join(" ");
  return `<polygon class="mark" points="${points}" fill="${colour}"/>`;
}

/** `10 µs`, `1 ms`, `1 s`: a power of ten of milliseconds. */
function formatDecade(decade: number): string {
  if (decade >= 3) return `${10 ** (decade - 3)} s`;
  return decade >= 0 ? `${10 ** decade} ms` : `${Number((10 ** (decade + 3)).toPrecision(2))} µs`;
}

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
