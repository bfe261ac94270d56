// @module-tag slow
import {
  findHistory,
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

describe.skipIf(await isMissing("nats"))("NATS", () => {
  test("direct get violates basic", () =>
    withServer("nats:register", { consistency: "direct" }, async (store) => {
      expect(await findHistory(store, (run) => levelOverSessions(run) === "weak", HISTORIES)).toBe(true);
    }));

  test("leader get violates nothing", () =>
    withServer("nats:register", { consistency: "leader" }, async (store) => {
      expect(await findHistory(store, (run) => levelOverTime(run) !== "complete", HISTORIES)).toBe(false);
    }));

  test.each(["map", "set"])("is used as a %s", (type) =>
    withServer(`nats:${type}`, { consistency: "leader" }, async (store) => {
      const isWrong = (run: Parameters<typeof levelOverTime>[0]): boolean =>
        levelOverTime(run) !== "complete" || run.diverged !== false;
      expect(await findHistory(store, isWrong, 20)).toBe(false);
    }),
  );

  test("with a cut link and a crashed node no history is lost, and what is in doubt is pending", () =>
    withServer(
      "nats:register",
      { consistency: "leader", delivery: { partition: true, restart: true }, seed: FAULTY_SEED },
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
