import type { Bounds } from "../bounds.js";
import type { ElementMachine } from "./element-machine.js";
import type { LayeredMachine } from "./layered-order.js";
import type { OrderPlace } from "./order-place.js";

/**
 * A queue or a stack of which no more is held than its size: what is in front or on top is taken for whatever a result
 * asks for. Each order of the operations that explains all is one here, so that where there is none here, there is
 * none; and beginnings are far fewer, for they differ in little more than how far sessions have come.
 */
export function sizeLayers({ problem, before }: Bounds, machine: ElementMachine): LayeredMachine {
  const { sessions, session, updates } = problem;
  const { does, finds, told } = machine;
  const width = sessions.length;
  return {
    slots: 1,
    objects: 0,
    start: new Float64Array(0),
    createPlace(rows) {
      const placed = new Int32Array(width);
      let size = 0;
      const isReady = (operation: number): boolean => {
        const own = session[operation];
        for (let s = 0, at = operation * width; s < width; s++, at++)
          if (before[at] > placed[s] && s !== own) return false;
        return true;
      };
      const isExplained = (operation: number): boolean => {
        const found = finds[operation];
        if (found >= 0 && (found === 0) !== (size === 0)) return false;
        const tells = told[operation];
        return tells === -1 || (tells === -2 ? size > 0 : size === tells);
      };
      const place: OrderPlace = {
        placed,
        enter(from) {
          size = rows.contents[from];
          for (let s = 0; s < width; s++) placed[s] = rows.placed[from * width + s];
        },
        take(from, s) {
          place.enter(from);
          if (placed[s] === sessions[s].length) return false;
          const head = sessions[s][placed[s]];
          if (updates[head] === 0 || !isReady(head) || !isExplained(head)) return false;
          size = does[head] === 1 ? size + 1 : Math.max(0, size - 1);
          placed[s]++;
          return true;
        },
        mark: () => size,
        settle(each) {
          for (let again = true; again; ) {
            again = false;
            for (let s = 0; s < width; s++)
              for (const members = sessions[s]; placed[s] < members.length; again = true) {
                const head = members[placed[s]];
                if (updates[head] === 1 || !isExplained(head) || !isReady(head)) break;
                placed[s]++;
                each?.(head);
              }
          }
        },
        cost: () => 0,
        store(to) {
          rows.contents[to] = size;
        },
      };
      return place;
    },
  };
}
