import type { History } from "./history.js";

/** How long before the call of `b` operation `a` returned, in words; nothing where that is not known. */
export function tellGap({ clock }: History, a: number, b: number): string | undefined {
  if (clock === undefined || clock.unit === "order") return undefined;
  const [end, call] = [clock.ret[a], clock.call[b]];
  if (clock.unit !== undefined) {
    const gap = clock.unit === "ms" ? call - end : (call - end) / 1e6;
    return `it returned ${milliseconds(gap)} before that was called`;
  }
  return clock.relative === true
    ? `it returned ${call - end} before that was called`
    : `it returned at ${end}, that was called at ${call}`;
}

function milliseconds(time: number): string {
  if (time >= 1000) return `${Number((time / 1000).toPrecision(3))} s`;
  return time >= 0.1 ? `${Number(time.toPrecision(3))} ms` : `${Number((time * 1000).toPrecision(3))} µs`;
}
