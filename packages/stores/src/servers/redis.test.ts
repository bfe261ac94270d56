// @module-tag slow
import {
  readsOld,
  testFaults,
  violatesBasic,
  violatesNothing,
} from "@sightline/testing/stores/find-history.js";
import { describeServer } from "@sightline/testing/stores/with-server.js";
import { test } from "vitest";

await describeServer("redis", (use) => {
  test("reads at replicas violate basic", () => violatesBasic(use, { consistency: "replica" }));

  test("WAIT is complete over sessions, and new at one replica is old at another", () =>
    readsOld(use, { consistency: "wait" }));

  test("reads at the primary violate nothing", () =>
    violatesNothing(use, "register", { consistency: "primary" }));

  test.each(["map", "set", "counter"])("is used as a %s", (type) =>
    violatesNothing(use, type, { consistency: "primary" }, 20),
  );

  testFaults(use, "wait");
});
