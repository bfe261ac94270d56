// @module-tag slow
import {
  findHistory,
  findOldRead,
  isMissing,
  levelOverTime,
  sufferFaults,
  withServer,
} from "@sightline/testing/stores/with-server.js";
import { describe, expect, test } from "vitest";

const HISTORIES = 1000;

/** Of its first four histories one has a cut link, and three a crashed node. */
const FAULTY_SEED = 17;

describe.skipIf(await isMissing("etcd"))("etcd", () => {
  test("serializable reads are complete over sessions, and not over real time", () =>
    withServer("etcd:register", { consistency: "serializable" }, async (store) => {
      expect(await findOldRead(store, HISTORIES)).toEqual({ found: true, levels: ["complete"] });
    }));

  test("linearizable reads violate nothing", () =>
    withServer("etcd:map", { consistency: "linearizable" }, async (store) => {
      expect(await findHistory(store, (run) => levelOverTime(run) !== "complete", HISTORIES)).toBe(false);
    }));

  test("with a cut link and a crashed node no history is lost, and what is in doubt is pending", () =>
    withServer(
      "etcd:register",
      { consistency: "linearizable", delivery: { partition: true, restart: true }, seed: FAULTY_SEED },
      async (store) => {
        const suffered = await sufferFaults(store, { histories: 4, operations: 15 });
        expect(suffered).toMatchObject({
          faults: ["partition", "restart"],
          levels: ["complete"],
          diverged: 0,
          wrong: [],
        });
        expect(suffered.failed).toBeGreaterThan(0);
      },
    ));
});
