// @module-tag slow
import {
  findHistory,
  findOldRead,
  isMissing,
  levelOverSessions,
  levelOverTime,
  sufferFaults,
  withServer,
} from "@sightline/testing/stores/with-server.js";
import { describe, expect, test } from "vitest";

const HISTORIES = 1000;

/** Of its first four histories one has a cut link, and three a crashed node. */
const FAULTY_SEED = 17;

describe.skipIf(await isMissing("redis"))("Redis", () => {
  test("reads at replicas violate basic", () =>
    withServer("redis:register", { consistency: "replica" }, async (store) => {
      expect(await findHistory(store, (run) => levelOverSessions(run) === "weak", HISTORIES)).toBe(true);
    }));

  test("WAIT is complete over sessions, and new at one replica is old at another", () =>
    withServer("redis:register", { consistency: "wait" }, async (store) => {
      expect(await findOldRead(store, HISTORIES)).toEqual({ found: true, levels: ["complete"] });
    }));

  test("reads at the primary violate nothing", () =>
    withServer("redis:register", { consistency: "primary" }, async (store) => {
      expect(await findHistory(store, (run) => levelOverTime(run) !== "complete", HISTORIES)).toBe(false);
    }));

  test.each(["map", "set", "counter"])("is used as a %s", (type) =>
    withServer(`redis:${type}`, { consistency: "primary" }, async (store) => {
      const isWrong = (run: Parameters<typeof levelOverTime>[0]): boolean =>
        levelOverTime(run) !== "complete" || run.diverged !== false;
      expect(await findHistory(store, isWrong, 20)).toBe(false);
    }),
  );

  test("with a cut link and a crashed replica no history is lost, and what is in doubt is pending", () =>
    withServer(
      "redis:register",
      { consistency: "wait", delivery: { partition: true, restart: true }, seed: FAULTY_SEED },
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
