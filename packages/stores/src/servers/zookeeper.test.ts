// @module-tag slow
import { readsOld, testFaults, violatesNothing } from "@sightline/testing/stores/find-history.js";
import { describeServer } from "@sightline/testing/stores/with-server.js";
import { test } from "vitest";

await describeServer("zookeeper", (use) => {
  test("local reads are complete over sessions, and not over real time", () =>
    readsOld(use, { consistency: "local" }));

  test.each(["register", "map", "set"])(
    "is used as a %s: what the quorum has checked violates nothing",
    (type) => violatesNothing(use, type, { consistency: "quorum" }, 100),
  );

  testFaults(use, "quorum");
});
