import type { Access } from "./generate-memory.js";
import type { Random } from "@sightline/core/random.js";

/** Small programs with an outcome each, at the borders between the models; from CAV'19 and the litmus literature. */
const classics: readonly (readonly (readonly Access[])[])[] = [
  // CAV'19 Fig. 1a: cm, not ccv
  [
    [
      ["w", "x", 2],
      ["r", "x", 1],
    ],
    [
      ["w", "x", 1],
      ["r", "x", 2],
    ],
  ],
  // Fig. 1b: ccv and tso, not cm
  [
    [
      ["w", "z", 1],
      ["w", "x", 1],
      ["w", "y", 1],
    ],
    [
      ["w", "x", 2],
      ["r", "z", 0],
      ["r", "y", 1],
      ["r", "x", 2],
    ],
  ],
  // Fig. 1c: cm and ccv, not ccm
  [
    [
      ["w", "x", 1],
      ["w", "x", 2],
      ["r", "y", 1],
    ],
    [
      ["w", "y", 1],
      ["w", "y", 2],
      ["r", "x", 1],
    ],
  ],
  // Fig. 1d: ccm, not sc
  [
    [
      ["w", "x", 1],
      ["r", "y", 0],
      ["w", "y", 1],
      ["r", "x", 1],
    ],
    [
      ["w", "x", 2],
      ["r", "y", 0],
      ["w", "y", 2],
      ["r", "x", 2],
    ],
  ],
  // Fig. 3, IRIW: cm and ccv, not wccm
  [
    [["w", "x", 1]],
    [["w", "y", 1]],
    [
      ["r", "x", 1],
      ["r", "y", 0],
    ],
    [
      ["r", "y", 1],
      ["r", "x", 0],
    ],
  ],
  // ccm and wccm, not tso
  [
    [["w", "x", 1]],
    [
      ["r", "x", 2],
      ["r", "y", 0],
    ],
    [
      ["w", "y", 1],
      ["w", "y", 2],
    ],
    [
      ["w", "x", 2],
      ["r", "y", 2],
      ["r", "x", 2],
    ],
    [
      ["r", "x", 1],
      ["r", "y", 1],
      ["r", "x", 1],
    ],
  ],
  // store buffering: tso, not sc; then with reads from the own buffer
  [
    [
      ["w", "x", 1],
      ["r", "y", 0],
    ],
    [
      ["w", "y", 1],
      ["r", "x", 0],
    ],
  ],
  [
    [
      ["w", "x", 1],
      ["r", "x", 1],
      ["r", "y", 0],
    ],
    [
      ["w", "y", 1],
      ["r", "y", 1],
      ["r", "x", 0],
    ],
  ],
  // tso, though the first write to y is read by its own thread after the other's
  [
    [
      ["w", "x", 1],
      ["w", "y", 2],
      ["r", "y", 1],
    ],
    [
      ["w", "y", 1],
      ["r", "x", 0],
    ],
  ],
  // cc and no more
  [
    [["w", "x", 1]],
    [
      ["w", "x", 2],
      ["r", "x", 1],
      ["r", "x", 2],
    ],
  ],
];

/** One of the classics with up to two operations dropped, up to two more added, and some reads changed. */
export function variedClassic(random: Random): Access[][] {
  const threads = random.pick(classics).map((accesses) => [...accesses]);
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
