import type { Bounds } from "../conclude/bounds.js";
import { createFrontier } from "./frontier.js";
import type { ElementMachine } from "./element-machine.js";
import type { LayeredMachine } from "./layered-order.js";
import type { OrderPlace } from "./order-place.js";

/**
 * A queue or a stack of which no more is held than its size: what is in front or on top is taken for whatever a result
 * asks for. Each order of the operations that explains all is one here, so that where there is none here, there is
 * none; and beginnings are far fewer, for they differ in little more than how far sessions have come.
 */
export function sizeLayers(bounds: Bounds, { does, finds, told }: ElementMachine): LayeredMachine {
  return {
    slots: 1,
    objects: 0,
    start: new Float64Array(0),
    createPlace(rows) {
      const placed = new Int32Array(bounds.width);
      let size = 0;
      const isExplained = (operation: number): boolean => {
        const found = finds[operation];
        if (found >= 0 && (found === 0) !== (size === 0)) return false;
        const tells = told[operation];
        return tells === -1 || (tells === -2 ? size > 0 : size === tells);
      };
      const frontier = createFrontier(bounds, placed, isExplained);
      const place: OrderPlace = {
        placed,
        enter(from) {
          size = rows.contents[from];
          frontier.enter(rows, from);
        },
        take(from, s) {
          place.enter(from);
          const head = frontier.nextUpdate(s);
          if (head < 0) return false;
          size = does[head] === 1 ? size + 1 : Math.max(0, size - 1);
          placed[s]++;
          return true;
        },
        mark: () => size,
        settle: frontier.settle,
        cost: () => 0,
        store(to) {
          rows.contents[to] = size;
        },
      };
      return place;
    },
  };
}
