import type { Found } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";
import { fewestCovering, type Intervals } from "./coverage.js";
import type { Moments } from "./moments.js";
import { list, violation, words } from "./monitor.js";

/**
 * The violation of an operation that saw a container empty although, at every moment between its
 * call and its return, some value was certainly in it.
 *
 * @param evidence a value → its insertion, the row whose return shows it inside, the row whose
 *   call it must have stayed for (-1: it was never removed)
 */
export function neverEmpty(
  part: Part,
  moments: Moments,
  row: number,
  present: Intervals,
  evidence: (value: number) => readonly [number, number, number],
): Found {
  const values = fewestCovering(present, moments.call[row], moments.ret[row] - 1);
  const stays = values.map((value) => {
    const [insert, inside, last] = evidence(value);
    const from = `${words(part, insert)} was there when ${inside === insert ? "it" : words(part, inside)} returned`;
    return last < 0 ? `${from} and was never removed` : `${from} and until ${words(part, last)} was called`;
  });
  const shown = stays.length > 4 ? [...stays.slice(0, 3), `so on through ${stays.length} values`] : stays;
  return violation(
    part,
    [row, ...values.flatMap((value) => evidence(value))],
    `${words(part, row)} saw nothing, but at every moment from its call to its return there was something: ` +
      `what ${list(shown)}`,
  );
}
