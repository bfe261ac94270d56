/** An arrow's curve: two ends and the two points that bend it. */
export interface Curve {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly bend: readonly [number, number, number, number];
}

/** The room that a plate with a kind's name takes. */
const [WIDTH, HEIGHT] = [30, 18];

/** Where on its arrow a plate may stand, the best place first. */
const PLACES = [0.5, 0.3, 0.7, 0.4, 0.6, 0.2, 0.8];

/** Where the plate of each arrow stands: in its middle, or beside it where another plate stands already. */
export function placePlates(curves: readonly Curve[]): readonly (readonly [number, number])[] {
  const placed: (readonly [number, number])[] = [];
  for (const curve of curves) {
    const points = PLACES.map((part) => pointOf(curve, part));
    const free = points.find(([x, y]) =>
      placed.every(([px, py]) => Math.abs(x - px) >= WIDTH || Math.abs(y - py) >= HEIGHT),
    );
    placed.push(free ?? points[0]);
  }
  return placed;
}

/** A point of a cubic curve, so far along it. */
function pointOf({ x1, y1, x2, y2, bend }: Curve, part: number): readonly [number, number] {
  const rest = 1 - part;
  const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3];
  return [a * x1 + b * bend[0] + c * bend[2] + d * x2, a * y1 + b * bend[1] + c * bend[3] + d * y2];
}
