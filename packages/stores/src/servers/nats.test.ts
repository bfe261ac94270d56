// @module-tag slow
import { testFaults, violatesBasic, violatesNothing } from "@sightline/testing/stores/find-history.js";
import { describeServer } from "@sightline/testing/stores/with-server.js";
import { test } from "vitest";

await describeServer("nats", (use) => {
  test("direct get violates basic", () => violatesBasic(use, { consistency: "direct" }));

  // Every operation goes there and back between nodes: a short delay is enough to be in force.
  test("leader get violates nothing", () =>
    violatesNothing(use, "register", { consistency: "leader", milliseconds: [[1, 2]] }));

  test.each(["map", "set"])("is used as a %s", (type) =>
    violatesNothing(use, type, { consistency: "leader" }, 20),
  );

  testFaults(use, "leader");
});
