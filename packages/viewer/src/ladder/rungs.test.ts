import { check, findCriterion, impliesModel, memoryModels, parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { impliedBy, rungsFor } from "./rungs.js";

test("every rung is a criterion, and each leads to others", () => {
  for (const rungs of [rungsFor("set", true), rungsFor("memory", true)]) {
    const names = rungs.map(({ name }) => name);
    for (const { name, implies } of rungs) {
      expect(findCriterion(name).name).toBe(name);
      for (const weaker of implies) expect(names).toContain(weaker);
    }
    expect(new Set(rungs.map(({ row, column }) => `${row} ${column}`)).size).toBe(rungs.length);
    expect(impliedBy(rungs, "linearizability").size).toBe(rungs.length);
  }
  expect(rungsFor("set", false)[0].name).toBe("sequential");
});

test("of shared memory, the lattice is that of the models", () => {
  const rungs = rungsFor("memory", false);
  for (const stronger of memoryModels)
    for (const weaker of memoryModels)
      expect(impliedBy(rungs, stronger).has(weaker), `${stronger} ${weaker}`).toBe(
        impliesModel(stronger, weaker),
      );
});

test("what the lattice says of objects is so, of every small history", () => {
  const updates = ["add(1)", "add(2)"];
  const queries = [true, false].flatMap((one) => [`contains(1) => ${one}`, `contains(2) => ${one}`]);
  const rungs = rungsFor("set", false);
  let seen = 0;
  for (const a of queries)
    for (const b of queries)
      for (const shape of [
        `{ ${updates.join("; ")} } || { ${a}; ${b} }`,
        `{ ${updates[0]}; ${a} } || { ${updates[1]}; ${b} }`,
        `{ ${updates[0]} } || { ${a}; ${updates[1]} } || { ${b}; contains(1) => false }`,
      ]) {
        const history = parseHistory(`set ${shape}`);
        const holds = new Set(
          rungs
            .filter(({ name }) => check(history, { criterion: name, explain: false }).verdict === "satisfied")
            .map(({ name }) => name),
        );
        for (const name of holds)
          for (const weaker of impliedBy(rungs, name)) {
            expect(holds.has(weaker), `${shape}: ${name}, not ${weaker}`).toBe(true);
            seen++;
          }
      }
  expect(seen).toBeGreaterThan(500);
});
