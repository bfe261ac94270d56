import { expect, test } from "vitest";
import { type History, isPending } from "../history/history.js";
import { generateHistory } from "../testing/generate.js";
import { types } from "../types/index.js";
import { mustPrecede, predecessors } from "./order.js";

/** Closes orders through the operations for which `through` holds. */
function closed(history: History, through: (id: number) => boolean): boolean[][] {
  const ids = [...history.label.keys()];
  const before = ids.map((a) => ids.map((b) => a < b && history.session[a] === history.session[b]));
  for (let e = 0; e < history.happensBefore.length; e += 2)
    before[history.happensBefore[e]][history.happensBefore[e + 1]] = true;
  for (const via of ids)
    if (through(via))
      for (const a of ids) for (const b of ids) if (before[a][via] && before[via][b]) before[a][b] = true;
  return before;
}

test("what must precede closes to happens-before, though each list is short", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const history = generateHistory(types.set, seed);
    const links = predecessors(history);
    const ids = [...history.label.keys()];
    const lists = ids.map((id) => mustPrecede(history, links, id, false));
    // Nothing is listed that happens-before does not say, and what it says through pending operations is listed.
    const all = closed(history, () => true);
    lists.forEach((list, id) => {
      expect(new Set(list).size).toBe(list.length);
      for (const before of list) expect(all[before][id]).toBe(true);
    });
    // The lists, followed through operations that did take effect, give all of it back.
    const followed = ids.map((a) => ids.map((b) => lists[b].includes(a)));
    for (const via of ids)
      if (!isPending(history, via))
        for (const a of ids)
          for (const b of ids) if (followed[a][via] && followed[via][b]) followed[a][b] = true;
    expect(followed).toEqual(all);
  }
});

test("with real time, only what time does not already say is listed", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const history = generateHistory(types.set, seed);
    if (!history.timed) continue;
    const links = predecessors(history);
    for (let id = 0; id < history.size; id++) {
      const untold = mustPrecede(history, links, id, false).filter(
        (before) => history.ret[before] >= history.call[id],
      );
      expect(mustPrecede(history, links, id, true)).toEqual(untold);
    }
  }
});
