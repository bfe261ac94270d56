import type { OperationView } from "@sightline/fleet";
import type { Style } from "../render/style.js";
import { drawTimeline } from "./timeline.js";

/** Blanks between two lanes. */
const GAP = "  ";
/** The most operations for which a timeline is still easy to read. */
const MOST_DRAWN = 10;

/** What is drawn, and how. */
export interface LanesOptions {
  /** The operation that the words are about. */
  readonly about: number | undefined;
  readonly style: Style;
  /** What stands at the left. */
  readonly indent: string;
  /** Whether times count. */
  readonly timed: boolean;
}

/**
 * Operations in columns, one for each session. Where times count, each stands in a row of its own, by its call, and its
 * interval is drawn at the right where there is room; else the sessions stand side by side.
 *
 * ```text
 *   session 0     session 1
 *   #0 write(1)                      ├───┤
 *               ▸ #1 read() => null        ├───┤
 * ```
 *
 * `undefined` where the columns are too wide for the terminal.
 */
export function drawLanes(
  operations: readonly OperationView[],
  { about, style, indent, timed: asked }: LanesOptions,
): string | undefined {
  const byId = operations.toSorted((a, b) => a.id - b.id);
  const sessions = [...new Set(byId.map(({ session }) => session))];
  // On the first line of a file is all that has one: nobody has to look for it.
  const hasLines = operations.some(({ line }) => line > 1);
  const lanes = sessions.map((session) => {
    const own = byId.filter((operation) => operation.session === session);
    const ids = widest(own.map(({ id }) => `#${id}`));
    const cells = own.map((operation): Cell => {
      const id = `#${operation.id}`.padEnd(ids);
      const line = hasLines && operation.line > 0 ? `  line ${operation.line}` : "";
      return { operation, id, line, width: id.length + 1 + operation.text.length + line.length };
    });
    const title = `session ${session}`;
    return { title, cells, width: Math.max(title.length, ...cells.map(({ width }) => width)) };
  });
  const taken = lanes.reduce((sum, { width }) => sum + MARK + width + GAP.length, indent.length - MARK);
  if (taken - GAP.length > style.width) return undefined;
  const { colours } = style;
  const show = (cell: Cell | undefined, width: number): string => {
    if (cell === undefined) return " ".repeat(MARK + width);
    const { operation, id, line } = cell;
    const mark = operation.id === about ? colours.red("▸ ") : "  ";
    return `${mark}${colours.dim(id)} ${operation.text}${colours.dim(line)}${" ".repeat(width - cell.width)}`;
  };
  const timed = asked && operations.every(({ call }) => call !== undefined);
  const rows = timed ? oneByOne(lanes) : sideBySide(lanes);
  const drawing = timed ? timelineOf(operations, style.width - taken) : new Map<number, string>();
  const head = lanes.map(({ title, width }) => `${" ".repeat(MARK)}${colours.dim(title.padEnd(width))}`);
  const lines = rows.map((row) => {
    const interval = row.flatMap((cell) => drawing.get(cell?.operation.id ?? -1) ?? [])[0] ?? "";
    return [...row.map((cell, lane) => show(cell, lanes[lane].width)), interval].join(GAP);
  });
  return [head.join(GAP), ...lines].map((line) => `${indent.slice(MARK)}${line}`.trimEnd()).join("\n");
}

/** The width of the mark before an operation. */
const MARK = 2;

interface Cell {
  readonly operation: OperationView;
  readonly id: string;
  readonly line: string;
  readonly width: number;
}

interface Lane {
  readonly cells: readonly Cell[];
}

type Row = readonly (Cell | undefined)[];

/** A row for each operation, in the order of their calls. */
const oneByOne = (lanes: readonly Lane[]): readonly Row[] =>
  lanes
    .flatMap(({ cells }) => cells)
    .sort((a, b) => (a.operation.call ?? 0) - (b.operation.call ?? 0))
    .map((cell) => lanes.map(({ cells }) => (cells.includes(cell) ? cell : undefined)));

/** The first of all sessions, the second of all, and so on. */
const sideBySide = (lanes: readonly Lane[]): readonly Row[] =>
  Array.from({ length: Math.max(...lanes.map(({ cells }) => cells.length)) }, (_, row) =>
    lanes.map(({ cells }) => cells[row]),
  );

/** The interval of each operation, where there is room for a drawing of them. */
function timelineOf(operations: readonly OperationView[], room: number): ReadonlyMap<number, string> {
  if (operations.length > MOST_DRAWN || room < 2 * operations.length + 2) return new Map();
  const drawn = drawTimeline(
    operations.map(({ call = 0, ret }) => ({ call, ret })),
    room,
  );
  return new Map(operations.map(({ id }, at) => [id, drawn[at]]));
}

const widest = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.length));
