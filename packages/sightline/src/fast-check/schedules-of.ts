import * as fc from "fast-check";

/**
 * So many schedulers, each with an order of its own. (Schedulers that fast-check draws one after another without
 * drawing anything else between them all choose the same order.)
 */
export function schedulesOf(count: number): fc.Arbitrary<fc.Scheduler[]> {
  const apart = fc.tuple(fc.noShrink(fc.nat()), fc.scheduler());
  return fc
    .array(apart, { minLength: count, maxLength: count })
    .map((drawn) => drawn.map(([, scheduler]) => scheduler));
}
