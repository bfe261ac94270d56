/** A column: its heading, and whether its cells are numbers (then they stand to the right). */
export interface Column {
  readonly heading: string;
  readonly numeric?: boolean;
}

/** Aligned text in Markdown's table form, so that a run can be pasted into a page as it is. */
export function renderTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ heading }, i) =>
    Math.max(3, heading.length, ...rows.map((row) => row[i].length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (columns[i].numeric ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join(" | ")} |`;
  const rule = widths.map((width, i) =>
    columns[i].numeric ? `${"-".repeat(width - 1)}:` : "-".repeat(width),
  );
  return [line(columns.map(({ heading }) => heading)), line(rule), ...rows.map(line)].join("\n");
}

/** `0.42 ms`, `13 ms`, `2.1 s`: three digits at most, the unit that fits. */
export function formatTime(milliseconds: number): string {
  if (milliseconds >= 1000) return `${digits(milliseconds / 1000)} s`;
  return milliseconds >= 0.1 ? `${digits(milliseconds)} ms` : `${digits(milliseconds * 1000)} µs`;
}

/** `12 MB`, `1.4 GB`. */
export function formatBytes(bytes: number): string {
  return bytes >= 2 ** 30 ? `${digits(bytes / 2 ** 30)} GB` : `${digits(bytes / 2 ** 20)} MB`;
}

/** `0.85×`, `12×`, `1,340×`. */
export function formatRatio(ratio: number): string {
  return `${digits(ratio)}×`;
}

function digits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en-GB");
  return value >= 10 ? value.toFixed(0) : value.toFixed(value >= 1 ? 1 : 2);
}
