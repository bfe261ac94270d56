import type { OperationView } from "@sightline/fleet";
import { clipMiddle } from "../escape.js";

/** One operation as a bar, in pixels. */
export interface Bar {
  readonly operation: OperationView;
  /** The operation, cut to what fits. */
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Whether it never returned: its right end is open. */
  readonly open: boolean;
}

/** One session. */
export interface Lane {
  readonly session: string | number;
  readonly y: number;
  readonly height: number;
}

/** The places of all parts of a drawing. */
export interface Layout {
  readonly lanes: readonly Lane[];
  readonly bars: readonly Bar[];
  readonly width: number;
  readonly height: number;
  /** Moments at which something is called or returns; none in a sequence. */
  readonly moments: readonly number[];
}

/** The height of a bar. */
export const BAR_HEIGHT = 26;
/** The width that one character of a label takes, at most. */
const CHARACTER = 7.3;
/** The most characters of a label. */
const MOST_CHARACTERS = 26;
/** From one moment to the next, at least. */
const STEP = 22;
const MARGIN = 8;
const ROW_GAP = 6;
const LANE_GAP = 12;

/**
 * Operations with times, one lane per session: each bar runs from call to return. Only the order of
 * these moments is to scale; they stand as close together as the labels allow.
 */
export function layTimes(operations: readonly OperationView[]): Layout {
  const moments = operations
    .flatMap(({ call = 0, ret }, index) => [
      { at: call, index, returns: false },
      ...(ret === undefined ? [] : [{ at: ret, index, returns: true }]),
    ])
    .sort((a, b) => a.at - b.at);
  const labels = operations.map(labelOf);
  const starts: number[] = [];
  const ends: number[] = [];
  const places: number[] = [];
  let x = MARGIN - STEP;
  for (const { index, returns } of moments) {
    x = returns ? Math.max(x + STEP, starts[index] + labels[index].width) : x + STEP;
    (returns ? ends : starts)[index] = x;
    places.push(x);
  }
  const open = operations.map(({ ret }) => ret === undefined);
  const width = operations.reduce(
    (edge, _, index) =>
      open[index] ? Math.max(edge, x + STEP, starts[index] + labels[index].width + STEP / 2) : edge,
    x,
  );
  const { lanes, rows, height } = stack(operations, ({ call = 0 }) => call);
  const bars = operations.map((operation, index) => ({
    operation,
    label: labels[index].text,
    x: starts[index],
    y: rows[index],
    width: (open[index] ? width : ends[index]) - starts[index],
    open: open[index],
  }));
  return { lanes, bars, width: width + MARGIN, height, moments: places };
}

/** Operations without times, one lane per session: each session's in its order, whatever others do. */
export function laySequences(given: readonly OperationView[]): Layout {
  const operations = given.toSorted((a, b) => a.id - b.id);
  const { lanes, rows, height } = stack(operations);
  const next = new Map<string | number, number>();
  const bars = operations.map((operation, index) => {
    const { text, width } = labelOf(operation);
    const x = next.get(operation.session) ?? MARGIN;
    next.set(operation.session, x + width + STEP);
    return { operation, label: text, x, y: rows[index], width, open: false };
  });
  const width = Math.max(0, ...next.values()) - STEP + MARGIN;
  return { lanes, bars, width, height, moments: [] };
}

function labelOf(operation: OperationView): { readonly text: string; readonly width: number } {
  const text = `#${operation.id} ${clipMiddle(operation.text, MOST_CHARACTERS)}`;
  // Characters beyond Latin may be twice as wide.
  const cells = Array.from(text).reduce((sum, c) => sum + (c > "\u02ff" && c !== "…" ? 2 : 1), 0);
  return { text, width: Math.ceil(cells * CHARACTER) + 20 };
}

/**
 * Lanes in order of first appearance, each with as many rows as operations of its session overlap
 * (`start` tells when they begin; without it none do). `rows`: the top of each operation's bar.
 */
function stack(
  operations: readonly OperationView[],
  start?: (operation: OperationView) => number,
): { readonly lanes: readonly Lane[]; readonly rows: readonly number[]; readonly height: number } {
  const sessions = new Map<
    string | number,
    { readonly free: number[]; readonly mine: Map<number, number> }
  >();
  const inOrder = operations.map((_, index) => index);
  if (start !== undefined) inOrder.sort((a, b) => start(operations[a]) - start(operations[b]));
  for (const index of inOrder) {
    const { session, ret = Infinity } = operations[index];
    let lane = sessions.get(session);
    if (lane === undefined) sessions.set(session, (lane = { free: [], mine: new Map() }));
    const begins = start?.(operations[index]);
    const row = begins === undefined ? 0 : lane.free.findIndex((end) => end < begins);
    const taken = row < 0 ? lane.free.length : row;
    lane.free[taken] = ret;
    lane.mine.set(index, taken);
  }
  const rows: number[] = [];
  let y = LANE_GAP / 2;
  const lanes = [...sessions].map(([session, { free, mine }]) => {
    const height = free.length * (BAR_HEIGHT + ROW_GAP) - ROW_GAP;
    for (const [index, row] of mine) rows[index] = y + row * (BAR_HEIGHT + ROW_GAP);
    const lane = { session, y, height };
    y += height + LANE_GAP;
    return lane;
  });
  return { lanes, rows, height: y - LANE_GAP / 2 };
}
