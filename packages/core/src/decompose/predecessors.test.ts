import { expect, test } from "vitest";
import { type History, isPending } from "../history/history.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { types } from "../types/index.js";
import { mustPrecede, predecessors } from "./predecessors.js";

/** Session order, declared edges and, where it counts, real time, closed through all operations. */
function happensBefore(history: History, useTime: boolean): boolean[][] {
  const ids = [...history.label.keys()];
  const before = ids.map((a) => ids.map((b) => a < b && history.session[a] === history.session[b]));
  for (let e = 0; e < history.happensBefore.length; e += 2)
    before[history.happensBefore[e]][history.happensBefore[e + 1]] = true;
  if (useTime)
    for (const a of ids) for (const b of ids) if (history.ret[a] < history.call[b]) before[a][b] = true;
  return closed(before, () => true);
}

/** Closes an order through the operations for which `through` holds. */
function closed(order: boolean[][], through: (id: number) => boolean): boolean[][] {
  const ids = [...order.keys()];
  for (const via of ids)
    if (through(via))
      for (const a of ids) for (const b of ids) if (order[a][via] && order[via][b]) order[a][b] = true;
  return order;
}

test("what must precede closes to happens-before, though each list is short", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const history = generateHistory(types.set, seed);
    const links = predecessors(history);
    const ids = [...history.label.keys()];
    const lists = ids.map((id) => mustPrecede(history, links, id, false));
    // Nothing is listed that happens-before does not say, and what it says through pending operations is listed.
    const all = happensBefore(history, false);
    lists.forEach((list, id) => {
      expect(new Set(list).size).toBe(list.length);
      for (const before of list) expect(all[before][id]).toBe(true);
    });
    // The lists, followed through operations that did take effect, give all of it back.
    const listed = ids.map((a) => ids.map((b) => lists[b].includes(a)));
    expect(closed(listed, (id) => !isPending(history, id))).toEqual(all);
  }
});

test("with real time, the lists give all that time does not already say, and nothing else", () => {
  let passedOn = 0;
  for (let seed = 1; seed <= 1000; seed++) {
    const history = generateHistory(types.set, seed);
    if (!history.timed) continue;
    const links = predecessors(history);
    const ids = [...history.label.keys()];
    const lists = ids.map((id) => mustPrecede(history, links, id, true));
    const all = happensBefore(history, true);
    lists.forEach((list, id) => {
      expect(new Set(list).size).toBe(list.length);
      for (const before of list) {
        expect(all[before][id]).toBe(true);
        expect(history.ret[before] >= history.call[id]).toBe(true);
      }
      const untimed = mustPrecede(history, links, id, false);
      passedOn += list.filter((before) => !untimed.includes(before)).length;
    });
    const listed = ids.map((a) => ids.map((b) => lists[b].includes(a) || history.ret[a] < history.call[b]));
    expect(
      closed(listed, (id) => !isPending(history, id)),
      `seed ${seed}`,
    ).toEqual(all);
  }
  // Real time that only a pending operation passes on is common enough to be tested.
  expect(passedOn).toBeGreaterThan(15);
});
