import * as fc from "fast-check";

/** How many lanes there are, and how long. */
export interface LaneOptions {
  /** At most so many lanes. Default: 2. */
  readonly lanes?: number;
  /** At most so many calls in each lane. Default: 3. */
  readonly length?: number;
}

/** Lanes of items that are drawn from an arbitrary; they shrink to few lanes, and to few and small items in each. */
export function lanesOf<Item>(
  items: fc.Arbitrary<Item>,
  { lanes = 2, length = 3 }: LaneOptions = {},
): fc.Arbitrary<readonly (readonly Item[])[]> {
  // Arrays lose their first items alone when they shrink; an item that may be missing can be left out anywhere.
  const present = items.map((item) => ({ item }));
  const lane = fc.array(fc.option(present, { freq: 20, nil: undefined }), {
    minLength: 1,
    maxLength: length,
    size: "max",
  });
  return fc
    .array(lane, { minLength: 2, maxLength: Math.max(2, lanes), size: "max" })
    .map((drawn) =>
      drawn
        .map((places) => places.filter((place) => place !== undefined).map(({ item }) => item))
        .filter((kept) => kept.length > 0),
    );
}
