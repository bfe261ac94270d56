import { criteria, findCriterion } from "@sightline/core";
import { expect, test } from "vitest";
import { asksForOneOrder } from "./one-order.js";

test("the criteria of one order are those that the library decides by one", () => {
  for (const { name } of Object.values(criteria)) {
    const { kind } = findCriterion(name);
    expect(asksForOneOrder(name), name).toBe(
      kind === "linearizability" || kind === "sequential" || name === "sc",
    );
  }
});
