import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type * as checking from "../check.js";
import type { History } from "../history/history.js";
import { fromRecord } from "@sightline/testing/history/history-record.js";

/** A monitor that says yes with whatever order comes first to its mind: the last operation first. */
const carelessMonitor = {
  name: "careless-monitor",
  decide: ({ size }: { size: number }) => ({
    verdict: "satisfied",
    linearization: Array.from({ length: size }, (_, row) => size - 1 - row),
    states: 0,
  }),
};

// Modules are shared with the other tests of this process: those that know the careless monitor are loaded for this one.
let check: typeof checking.check;
beforeAll(async () => {
  vi.resetModules();
  vi.doMock("../monitors/index.js", () => ({ monitorFor: () => carelessMonitor }));
  ({ check } = await import("../check.js"));
});
afterAll(() => {
  vi.doUnmock("../monitors/index.js");
  vi.resetModules();
});

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
  expect(careless).toMatchObject({ verdict: "satisfied", stats: { algorithm: "careless-monitor" } });
  expect(check(history)).toMatchObject({ verdict: "satisfied", stats: { algorithm: "frontier" } });
  const misread = { session: 0, method: "read", result: -1, call: 1200, return: 1201 };
  const wrong = fromRecord({ type: "register", operations: [...writes, misread] }) as History;
  expect(check(wrong, { explain: false })).toMatchObject({
    verdict: "violated",
    stats: { algorithm: "frontier" },
  });
});
