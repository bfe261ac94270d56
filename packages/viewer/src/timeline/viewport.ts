/** The stretch of the line that is seen. */
export interface Viewport {
  readonly from: number;
  readonly to: number;
}

/** The widest and the narrowest that may be seen. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** No closer than this part of the whole. */
const CLOSEST = 1e-7;
/** So much is shown beside what is fitted, of its length. */
const MARGIN = 0.04;

/** The view that shows a stretch, with a margin. */
export function fit({ from, to }: Span, whole: Span): Viewport {
  const margin = Math.max((to - from) * MARGIN, (whole.to - whole.from) * CLOSEST);
  return within({ from: from - margin, to: to + margin }, whole);
}

/** Zooms by a factor (2: twice as close) around a place. */
export function zoom({ from, to }: Viewport, factor: number, at: number, whole: Span): Viewport {
  return within({ from: at - (at - from) / factor, to: at + (to - at) / factor }, whole);
}

/** Moves by a part of what is seen (1: a whole view to the right). */
export function pan({ from, to }: Viewport, part: number, whole: Span): Viewport {
  const by = (to - from) * part;
  return within({ from: from + by, to: to + by }, whole);
}

/** The nearest view that stays with the whole: neither beside it nor closer than can be told apart. */
function within({ from, to }: Viewport, whole: Span): Viewport {
  const margin = (whole.to - whole.from) * MARGIN;
  const [first, last] = [whole.from - margin, whole.to + margin];
  const length = Math.min(Math.max(to - from, (last - first) * CLOSEST), last - first);
  const middle = (from + to) / 2;
  const start = Math.min(Math.max(middle - length / 2, first), last - length);
  return { from: start, to: start + length };
}

/** Whether a stretch lies in what is seen. */
export const shows = (view: Viewport, { from, to }: Span): boolean => from >= view.from && to <= view.to;

/** Round numbers in what is seen, about so many. */
export function ticks({ from, to }: Viewport, about: number): readonly number[] {
  const rough = (to - from) / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? rough;
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(15)));
}
