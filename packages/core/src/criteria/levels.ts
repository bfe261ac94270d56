/** The six visibility levels, weakest first (POPL'19 Fig. 6). */
export const levelNames = ["weak", "basic", "monotonic", "peer", "causal", "complete"] as const;

/** The name of a level of visibility, as in POPL'19 Fig. 6. */
export type LevelName = (typeof levelNames)[number];

/** A level as a number, for comparisons and hot loops: its place in `levelNames`. */
export const LEVEL = {
  weak: 0,
  basic: 1,
  monotonic: 2,
  peer: 3,
  causal: 4,
  complete: 5,
} as const satisfies Record<LevelName, number>;
