/** The interval of an operation: positions of its call and, unless it is pending, of its return. */
export interface Interval {
  readonly call: number;
  readonly ret?: number | undefined;
}

/**
 * Draws intervals below one another, to the scale of their order: only which event comes before
 * which can be read off, not how long anything took.
 *
 * ```text
 * ├───┤
 *   ├─────┤
 *       ├────▶    (pending)
 * ```
 */
export function drawTimeline(intervals: readonly Interval[], room: number): readonly string[] {
  const events = intervals.flatMap(({ call, ret }) => (ret === undefined ? [call] : [call, ret]));
  const columns = new Map(events.sort((a, b) => a - b).map((position, rank) => [position, rank] as const));
  const scale = Math.max(1, Math.min(3, Math.floor(room / (events.length + 2))));
  const column = (position: number): number => (columns.get(position) ?? 0) * scale;
  const end = (events.length + 1) * scale;
  return intervals.map(({ call, ret }) => {
    const from = column(call);
    const to = ret === undefined ? end : column(ret);
    const line = "─".repeat(Math.max(0, to - from - 1));
    return `${" ".repeat(from)}├${line}${ret === undefined ? "▶" : "┤"}`;
  });
}
