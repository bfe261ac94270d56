import { percent } from "../render/percent.js";

/** A share and the interval that it lies in, each from 0 to 1. */
export interface Share {
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

/** The places of a bar from its beginning to its end. */
const WIDTH = 1000;

/**
 * A share and its interval as a bar from 0 to 100 %: a line, and a band around it.
 * @param isGood whether the line is drawn as what is well; by default where the share, of violations, is nothing
 */
export function intervalBar({ rate, low, high }: Share, isGood = rate === 0): string {
  const place = (share: number): number => Math.round(WIDTH * share);
  // An interval that is too narrow to be seen is drawn as wide as can be.
  const width = Math.max(4, place(high) - place(low));
  const start = Math.min(place(low), WIDTH - width);
  const label = `${percent(rate)}, between ${percent(low)} and ${percent(high)}`;
  return (
    `<svg class="interval" viewBox="0 0 ${WIDTH} 20" preserveAspectRatio="none" role="img" aria-label="${label}">` +
    `<rect class="track" x="0" y="7" width="${WIDTH}" height="6" vector-effect="non-scaling-stroke"/>` +
    `<rect class="band" x="${start}" y="3" width="${width}" height="14" vector-effect="non-scaling-stroke"/>` +
    `<path class="rate${isGood ? " good" : ""}" d="M${place(rate)} 0V20" vector-effect="non-scaling-stroke"/></svg>`
  );
}
