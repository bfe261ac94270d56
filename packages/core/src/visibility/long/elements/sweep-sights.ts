import { LEVEL } from "../../../criteria/levels.js";
import type { ElementAsk } from "./element-model.js";
import { createReader, type FullRun } from "./full-run.js";

/** The most sights that are looked at for one query; and the room for their names, more than twice as many. */
export const SWEPT = 96;
const TABLE = 512;

/**
 * Looks through sights that are wider by one update after another, with what is to be seen with it, those nearest to an
 * answer first. One that answers is left in `best`. Names of sights may clash: then one is left out.
 */
export type SweepSights = (
  operation: number,
  ask: ElementAsk,
  order: Int32Array,
  from: number,
  best: Int32Array,
) => boolean;

export function createSweepSights(
  full: FullRun,
  cap: Int32Array,
  level: number,
  sees: Int32Array,
  saw: Int32Array,
): SweepSights {
  const { model, updates } = full;
  const { problem } = model;
  const { sessions, session, position } = problem;
  const width = sessions.length;
  const read = createReader(full);
  const pool = new Int32Array((SWEPT + 1) * width);
  /** Sight → how far it is from an answer, -1 where it was looked at; and how many updates wider it is. */
  const ranks = new Int32Array(SWEPT + 1);
  const depth = new Int32Array(SWEPT + 1);
  const known = new Float64Array(TABLE);
  const next = new Int32Array(width);
  /** Session → position → its first update from there on, or -1. */
  const updateFrom = sessions.map((members) => {
    const found = new Int32Array(members.length + 1).fill(-1);
    for (let at = members.length - 1; at >= 0; at--)
      found[at] = model.change[members[at]] === 0 ? found[at + 1] : members[at];
    return found;
  });
  /** Session → how many of its operations there are up to its last update that is placed. */
  const placed = new Int32Array(width);
  return (operation, ask, order, from, best) => {
    const s = session[operation];
    known.fill(0);
    pool.set(sees.subarray(s * width, (s + 1) * width), 0);
    depth[0] = 0;
    ranks[0] = read(pool, 0, ask, order, from);
    let count = 1;
    placed.set(pool.subarray(0, width));
    for (let at = from; at < full.count; at++) placed[session[updates[at]]] = position[updates[at]] + 1;
    for (;;) {
      let base = -1;
      for (let one = 0; one < count; one++)
        if (ranks[one] >= 0 && (base < 0 || ranks[one] + depth[one] < ranks[base] + depth[base])) base = one;
      if (base < 0) return false;
      ranks[base] = -1;
      // The next update of each session that is not seen.
      for (let t = 0; t < width; t++) {
        const update = updateFrom[t][pool[base * width + t]];
        next[t] = update >= 0 && position[update] < placed[t] ? update : -1;
      }
      for (let t = 0; t < width; t++) {
        const update = next[t];
        if (t === s || update < 0 || position[update] >= cap[operation * width + t]) continue;
        const to = count * width;
        pool.copyWithin(to, base * width, (base + 1) * width);
        pool[to + t] = position[update] + 1;
        if (level === LEVEL.causal) {
          let isTooMuch = false;
          for (let r = 0, at = update * width; r < width; r++, at++)
            if (saw[at] > pool[to + r]) {
              pool[to + r] = saw[at];
              if (r !== s && saw[at] > cap[operation * width + r]) isTooMuch = true;
            }
          if (isTooMuch) continue;
        }
        let hash = 1;
        for (let r = 0; r < width; r++) hash = (hash * 1009 + pool[to + r]) % 4503599627370449;
        let slot = hash % TABLE;
        while (known[slot] !== 0 && known[slot] !== hash) slot = (slot + 1) % TABLE;
        if (known[slot] === hash) continue;
        known[slot] = hash;
        const far = read(pool, to, ask, order, from);
        if (far === 0) {
          best.set(pool.subarray(to, to + width));
          return true;
        }
        ranks[count] = far;
        depth[count] = depth[base] + 1;
        if (++count > SWEPT) return false;
      }
    }
  };
}
