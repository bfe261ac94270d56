import { check, printHistory } from "@sightline/core";
import { readAll, readError, readOne, testData } from "@sightline/testing/formats/read-all.js";
import { describe, expect, test } from "vitest";

describe("traces of Axe", () => {
  test("199 litmus tests have Axe's own verdicts under SC and TSO", async () => {
    const items = await readAll(testData("axe/tests.axe"));
    for (const model of ["sc", "tso"]) {
      const verdicts = testData(`axe/${model.toUpperCase()}.txt`).toString().trim().split("\n");
      expect(items.length).toBe(verdicts.length);
      const told = items.map(({ history, error }) => {
        if (error !== undefined) throw error;
        const { verdict } = check(history, { criterion: model, explain: false });
        return `${verdict === "satisfied" ? "OK" : "NO"} ${history.name}`;
      });
      expect(told).toEqual(verdicts);
    }
  });

  test("are read in every spelling, wherever chunks end", async () => {
    const text =
      "# a\n0: M[1] := 1 @ 100 : 110\n0: sync\n1: v1 == 1@:7\n1: <M[1] == 1; M[1] := 2>\n2: { v1 == 2; v1 := 3 } @ 5\ncheck\n0: M[x] == 0";
    for (const size of [1, 7, 1000]) {
      const [first, second] = await readAll(text, {}, size);
      expect(first.history && printHistory(first.history)).toBe(
        "memory { write(1,1); fence() } || { read(1) => 1; exchange(1,2) => 1 } || { exchange(1,3) => 2 }",
      );
      expect(first.history?.name).toBe("a");
      expect(second.history && printHistory(second.history)).toBe("memory { read(x) => 0 }");
    }
  });

  test("a final value is read after all writes of it", async () => {
    const both = "0: M[0] := 1\n1: M[0] := 2\n";
    for (const value of [1, 2])
      expect(check(await readOne(`${both}final M[0] == ${value}\ncheck`), { criterion: "tso" }).verdict).toBe(
        "satisfied",
      );
    const history = await readOne(`${both}final M[0] == 0\ncheck`);
    expect(check(history, { criterion: "sc" }).verdict).toBe("violated");
  });

  test("what is wrong is told with its place", async () => {
    expect(await readError("0: M[0] := 1\n0: M[0] += 1\ncheck")).toMatch(
      /^in:2:1: expected an access such as/,
    );
    expect(await readError("0: <M[0] == 1; M[1] := 2>")).toBe(
      "in:1:1: an atomic step reads and writes one location",
    );
  });
});
