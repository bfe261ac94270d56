import { createHistoryBuilder, type History, isPending, labelOf } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { readEvents, writeEvents } from "./interchange.js";
import { simulatedEtcd, simulatedKeyValue } from "./workloads/stores.js";

const roundTrip = (histories: readonly History[]) => readEvents([...writeEvents(histories)].join(""));

describe("the interchange", () => {
  test("gives every history back as it was", () => {
    const given = [simulatedEtcd(1), simulatedKeyValue(5, 20, 2)];
    const read = roundTrip(given);
    expect(read).toHaveLength(2);
    given.forEach((history, i) => {
      expect(read[i].type).toBe(history.type);
      expect([...read[i].call]).toEqual([...history.call]);
      expect([...read[i].ret]).toEqual([...history.ret]);
      expect([...read[i].session]).toEqual([...history.session]);
      for (let id = 0; id < history.size; id++) expect(labelOf(read[i], id)).toEqual(labelOf(history, id));
    });
  });

  test("keeps unobserved results, pending operations and texts with tabs and newlines", () => {
    const builder = createHistoryBuilder({ type: "kv" });
    builder.add({ session: 0, method: "put", args: ["a\tb", "c\nd"], call: 0, return: 5 });
    builder.add({ session: 1, method: "append", args: ["a\tb", '"'], call: 1 });
    const [read] = roundTrip([builder.finish()]);
    expect(labelOf(read, 0)).toEqual({ method: "put", args: ["a\tb", "c\nd"], result: undefined });
    expect(labelOf(read, 1).args).toEqual(["a\tb", '"']);
    expect([isPending(read, 0), isPending(read, 1)]).toEqual([false, true]);
  });
});
