import { check, printHistory } from "@sightline/core";
import { readAll, readError, readOne } from "@sightline/testing/formats/read-all.js";
import { describe, expect, test } from "vitest";

describe("executions that Lincheck prints", () => {
  const table = [
    "= Invalid execution results =",
    "| ----------------------------------------- |",
    "|     Thread 1        |     Thread 2        |",
    "| ----------------------------------------- |",
    "| addLast(1)          |                     |",
    "| ----------------------------------------- |",
    "| pollFirst(): 1      | addFirst(0): void   |",
    "|                     | peekLast(): 1 [1,-] |",
    "| ----------------------------------------- |",
    "| size(): 1           |                     |",
    "| ----------------------------------------- |",
    "",
    "---",
    'Values in "[..]" brackets indicate the number of completed operations',
  ].join("\n");

  test("are sessions; lines of dashes and clocks are orders between them", async () => {
    const history = await readOne(table);
    expect(printHistory(history)).toBe(
      "deque 1 { addLast(1); pollFirst() => 1; size() => 1 } || 2 { addFirst(0); peekLast() => 1 } with 1 < 4, 0 < 3, 4 < 2",
    );
    expect(check(history, { criterion: "sequential" }).verdict).toBe("violated");
    // A poll of 0 comes after it was added, unless a clock says that this began later.
    const polled = table.replace("pollFirst(): 1", "pollFirst(): 0");
    expect(check(await readOne(polled), { criterion: "sequential" }).verdict).toBe("satisfied");
    const later = await readOne(polled.replace("addFirst(0): void  ", "addFirst(0): [1,0] "));
    expect(check(later, { criterion: "sequential" }).verdict).toBe("violated");
  });

  test("many in a report; what was suspended may have taken effect; what is no call is told with its place", async () => {
    const items = await readAll(`${table}\n\n${table.replace("addFirst(0): void ", "addFirst(0): S    ")}`);
    expect(items.map(({ history }) => history?.size)).toEqual([5, 5]);
    expect(items[1].history?.optional?.includes(1)).toBe(true);
    expect(await readError(table.replace("pollFirst(): 1 ", "pollFirst: 1   "))).toMatch(
      /^in:7:3: expected a call such as "poll\(\): 1", not "pollFirst: 1"/,
    );
    expect(await readError(table.replace("[1,-]", "[7,-]"))).toMatch(
      /^in:8:25: thread 1 has no 7 operations/,
    );
    expect(await readError("nothing", { format: "lincheck" })).toContain("0 operations");
  });
});

describe("results that jcstress prints", () => {
  const program = "counter { add(1); read() => r1 } || { add(1); read() => r2 }";
  const table = [
    "  RESULT      SAMPLES    FREQ       EXPECT  DESCRIPTION",
    "    1, 1   46,946,789   10.1%  Interesting  Both actors came up with the same value: atomicity failure.",
    "    1, 2  110,240,149   23.8%   Acceptable  actor1 incremented, then actor2.",
    "",
  ].join("\n");

  test("are a history for each row, with how often it was seen", async () => {
    const items = await readAll(`${program}\n\n.......... [OK] org.example.Test\n\n${table}`);
    expect(items.map(({ history }) => history && printHistory(history))).toEqual([
      "counter { add(1); read() => 1 } || { add(1); read() => 1 }",
      "counter { add(1); read() => 1 } || { add(1); read() => 2 }",
    ]);
    expect(items[0].history).toMatchObject({ name: "1, 1", seen: { count: 46_946_789, of: 157_186_938 } });
    expect(items.map(({ history }) => history && check(history).verdict)).toEqual(["violated", "satisfied"]);
  });

  test("what does not go with the program is told with its place", async () => {
    expect(await readError(table)).toMatch(/^in:1:1: the program must stand above its results/);
    expect(await readError(`${program.replace("r2", "r3")}\n${table}`)).toMatch(
      /^in:3:1: the program has a result r3, and this row has 2/,
    );
    expect(await readError(`${program.replace(" => r2", "")}\n${table}`)).toMatch(
      /^in:3:1: this row has a result r2, and the program has no place for it/,
    );
    expect(await readError(`${program.slice(0, -1)}\n${table}`)).toMatch(/^in:1:1: the program: /);
  });
});
