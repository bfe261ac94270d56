// @module-tag slow
import {
  readsOld,
  testFaults,
  violatesBasic,
  violatesNothing,
} from "@sightline/testing/stores/find-history.js";
import { describeServer } from "@sightline/testing/stores/with-server.js";
import { test } from "vitest";

/** One standby gets everything at once, the other late. */
const oneSlowLink = [
  [0, 0],
  [25, 30],
] as const;

await describeServer("postgres", (use) => {
  test("local: reads at standbys violate basic", () => violatesBasic(use, { consistency: "local" }));

  test("remote_apply with one slow link is complete over sessions, and not over real time", () =>
    readsOld(use, { consistency: "remote_apply", workload: { updates: 0.3 }, milliseconds: oneSlowLink }));

  test.each(["map", "set", "counter"])("is used as a %s", (type) =>
    violatesNothing(use, type, { consistency: "primary" }, 20),
  );

  testFaults(use, "remote_apply");
});
