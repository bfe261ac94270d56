// @module-tag slow
import {
  findHistory,
  findOldRead,
  isMissing,
  levelOverSessions,
  sufferFaults,
  withServer,
} from "@sightline/testing/stores/with-server.js";
import { describe, expect, test } from "vitest";

const HISTORIES = 1000;

/** Of its first four histories one has a cut link, and three a crashed node. */
const FAULTY_SEED = 17;

describe.skipIf(await isMissing("postgres"))("PostgreSQL", () => {
  test("local: reads at standbys violate basic", () =>
    withServer("postgres:register", { consistency: "local" }, async (store) => {
      expect(await findHistory(store, (run) => levelOverSessions(run) === "weak", HISTORIES)).toBe(true);
    }));

  test("remote_apply with one slow link is complete over sessions, and not over real time", () =>
    withServer(
      "postgres:register",
      {
        consistency: "remote_apply",
        workload: { updates: 0.3 },
        milliseconds: [
          [0, 0],
          [25, 30],
        ],
      },
      async (store) => {
        expect(await findOldRead(store, HISTORIES)).toEqual({ found: true, levels: ["complete"] });
      },
    ));

  test("with a cut link and a crashed node no history is lost, and what is in doubt is pending", () =>
    withServer(
      "postgres:register",
      { consistency: "remote_apply", delivery: { partition: true, restart: true }, seed: FAULTY_SEED },
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
