import { type Access, threadsOf } from "./threads-of.js";
import type { Random } from "@sightline/core/random.js";

/** Small programs with an outcome each, at the borders between the models; from CAV'19 and the litmus literature. */
const classics: readonly string[] = [
  // CAV'19 Fig. 1a: cm, not ccv
  "Wx2 Rx1 | Wx1 Rx2",
  // Fig. 1b: ccv and tso, not cm
  "Wz1 Wx1 Wy1 | Wx2 Rz0 Ry1 Rx2",
  // Fig. 1c: cm and ccv, not ccm
  "Wx1 Wx2 Ry1 | Wy1 Wy2 Rx1",
  // Fig. 1d: ccm, not sc
  "Wx1 Ry0 Wy1 Rx1 | Wx2 Ry0 Wy2 Rx2",
  // Fig. 3, IRIW: cm and ccv, not wccm
  "Wx1 | Wy1 | Rx1 Ry0 | Ry1 Rx0",
  // ccm and wccm, not tso
  "Wx1 | Rx2 Ry0 | Wy1 Wy2 | Wx2 Ry2 Rx2 | Rx1 Ry1 Rx1",
  // store buffering: tso, not sc; then with reads from the own buffer
  "Wx1 Ry0 | Wy1 Rx0",
  "Wx1 Rx1 Ry0 | Wy1 Ry1 Rx0",
  // tso, though the first write to y is read by its own thread after the other's
  "Wx1 Wy2 Ry1 | Wy1 Rx0",
  // cc and no more
  "Wx1 | Wx2 Rx1 Rx2",
];

/** One of the classics with up to two operations dropped, up to two more added, and some reads changed. */
export function variedClassic(random: Random): Access[][] {
  const threads = threadsOf(random.pick(classics));
  for (let count = random.int(3); count > 0; count--) {
    const accesses = random.pick(threads);
    accesses.splice(random.int(accesses.length + 1), 1);
  }
  for (let count = random.int(3); count > 0; count--) {
    const accesses = random.pick(threads);
    const variable = random.pick(["x", "y", "z"]);
    const access: Access = random.chance(0.5) ? ["w", variable, 10 + count] : ["r", variable, random.int(3)];
    accesses.splice(random.int(accesses.length + 1), 0, access);
  }
  const written = new Set(
    threads.flat().map(([kind, x, value]) => (kind === "w" ? `${x}${value}` : `${x}0`)),
  );
  return threads.map((accesses) =>
    accesses.map((access): Access => {
      const [kind, x, value] = access;
      if (kind === "w") return access;
      const other = random.chance(0.1) ? random.int(3) : value;
      return written.has(`${x}${other}`) ? ["r", x, other] : ["r", x, 0];
    }),
  );
}
