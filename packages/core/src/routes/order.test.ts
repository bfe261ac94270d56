import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { check } from "../check.js";
import type { History } from "../history/history.js";
import { monitorFor, type NamedMonitor } from "../monitors/index.js";
import { types } from "../types/index.js";
import { fromRecord } from "@sightline/testing/history/history-record.js";

/** The monitor of registers says yes with whatever order comes first to its mind: the last operation first. */
beforeAll(() => {
  vi.spyOn(monitorFor(types.register) as NamedMonitor, "decide").mockImplementation(({ size }) => ({
    verdict: "satisfied",
    linearization: Array.from({ length: size }, (_, row) => size - 1 - row),
    states: 0,
  }));
});
afterAll(() => void vi.restoreAllMocks());

const writes = Array.from({ length: 600 }, (_, i) => ({
  session: 0,
  method: "write",
  args: [i],
  call: 2 * i,
  return: 2 * i + 1,
}));

test("a monitor's order that does not hold leaves the search to decide", () => {
  const history = fromRecord({ type: "register", operations: writes }) as History;
  const careless = check(history, { verify: false });
  expect(careless).toMatchObject({ verdict: "satisfied", stats: { algorithm: "register-monitor" } });
  expect(check(history)).toMatchObject({ verdict: "satisfied", stats: { algorithm: "frontier" } });
  const misread = { session: 0, method: "read", result: -1, call: 1200, return: 1201 };
  const wrong = fromRecord({ type: "register", operations: [...writes, misread] }) as History;
  expect(check(wrong, { explain: false })).toMatchObject({
    verdict: "violated",
    stats: { algorithm: "frontier" },
  });
});
