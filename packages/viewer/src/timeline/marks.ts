import { type History, isPending } from "@sightline/core";
import type { Extents } from "./extents.js";

/** Where an annotation stands along the line: a stretch, or a moment, whose ends are the same. */
export interface Mark {
  readonly from: number;
  readonly to: number;
}

/** The places of a history's annotations, in their order; none where the line is no time. */
export function marksOf(history: History, extents: Extents): readonly Mark[] {
  const { annotations = [], clock } = history;
  const { scale, from, to } = extents;
  if (annotations.length === 0 || scale === "sequence") return [];
  const within = (place: number): number => Math.min(Math.max(place, from), to);
  const placeOf = scale === "order" ? placesByRank(history, extents.ids) : undefined;
  return annotations.map((annotation, index) => {
    const { at, until = at } =
      placeOf === undefined ? (clock?.annotations?.[index] ?? annotation) : annotation;
    const place = (moment: number): number => within(placeOf === undefined ? moment : placeOf(moment));
    return { from: place(at), to: place(until) };
  });
}

/** Position among all events → the place between those that are shown. */
function placesByRank(history: History, ids: Int32Array): (position: number) => number {
  const shown: number[] = [];
  for (const id of ids) {
    shown.push(history.call[id]);
    if (!isPending(history, id)) shown.push(history.ret[id]);
  }
  const sorted = Float64Array.from(shown).sort();
  return (position) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < position) low = middle + 1;
      else high = middle;
    }
    return low - 0.5;
  };
}

/** A mark with some of what is around it. */
export function around({ from, to }: Mark, whole: Mark): Mark {
  const beside = Math.max(to - from, (whole.to - whole.from) / 20);
  return { from: from - beside, to: to + beside };
}
