import { expect, test } from "vitest";
import { types } from "../types/index.js";
import { monitorFor } from "./index.js";

test("a monitor is found by the type itself, not by its name", () => {
  expect(monitorFor(types.queue)?.name).toBe("queue-monitor");
  expect(monitorFor(types["priority-queue"])?.name).toBe("priority-queue-monitor");
  expect(monitorFor(types.map)).toBeUndefined();
  expect(monitorFor({ ...types.queue })).toBeUndefined();
});
