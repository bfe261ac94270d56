// @module-tag slow
import { readsOld, testFaults, violatesNothing } from "@sightline/testing/stores/find-history.js";
import { describeServer } from "@sightline/testing/stores/with-server.js";
import { test } from "vitest";

await describeServer("etcd", (use) => {
  test("serializable reads are complete over sessions, and not over real time", () =>
    readsOld(use, { consistency: "serializable" }));

  // Every operation goes there and back between nodes twice: a short delay is enough to be in force.
  test("linearizable reads violate nothing", () =>
    violatesNothing(use, "map", { consistency: "linearizable", milliseconds: [[1, 2]] }));

  test("is used as a set", () => violatesNothing(use, "set", { consistency: "linearizable" }, 20));

  testFaults(use, "linearizable");
});
