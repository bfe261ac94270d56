import { labelOf, printOperation } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { readError, readOne, testData } from "@sightline/testing/formats/read-all.js";

const printed = async (text: string | Uint8Array, options = {}): Promise<unknown[]> => {
  const history = await readOne(text, options);
  const operations = Array.from(
    { length: history.size },
    (_, id) => `${history.session[id]}: ${printOperation(labelOf(history, id))}`,
  );
  return [history.type, history.timed, ...operations];
};

describe("visearch", () => {
  test("reads a trace of a set; an update's null is not observed", async () => {
    expect(await printed(testData("set.trc"))).toEqual([
      "set",
      false,
      "0: add(1)",
      "0: contains(2) => false",
      "0: size() => 1",
      "1: remove(1)",
      "1: add(2)",
    ]);
  });

  test("reads a priority queue; a query's null is a result, and max gives a pair", async () => {
    expect(await printed(testData("rpq.trc"))).toEqual([
      "rpq",
      false,
      "0: add(1,50)",
      "0: max() => [1,50]",
      "1: incrby(1,-20)",
      "1: score(2) => null",
      "1: max() => null",
    ]);
  });

  test("reads times beyond 2^53", async () => {
    const history = await readOne(testData("map-timed.trc"));
    expect(history.type).toBe("map");
    expect([...history.call]).toEqual([0, 1, 4]);
    expect([...history.ret]).toEqual([2, 3, 5]);
  });

  test("a method of several types needs --type", async () => {
    expect(await readError("1 1\n0,0,size,0")).toContain(
      "in:1:1: this may be a set or a map: name the type with --type",
    );
    expect(await printed("1 1\n0,0,size,0", { type: "map" })).toEqual(["map", false, "0: size() => 0"]);
  });

  test.each([
    ["2 1\n0,0,size,0", "in:1:1: 2 sessions, but 1 lengths"],
    ["1 2\n0,0,add,1,null", "in:1:1: the sessions hold 2 operations (2), but 1 rows follow"],
    ["1 1\n0,0,add", "in:2:1: expected start,end,method,arguments"],
    ["1 1\n0,x,add,1,null", 'in:2:3: "x" is not a time'],
    ["1 1\n0,0,add,,null", "in:2:9: a value is missing"],
    ["1 1\n0,0,,1,null", "in:2:5: the method is missing"],
    ["1 1\n0,0,push,1,null", "in:2:1: push with 1 argument is no method of set or map or rpq"],
    ["1 2\n0,0,add,1,null\n0,0,max,null", "in:3:1: max with 0 arguments is no method of set"],
    ["1 1\n5,3,add,1,null", 'in:2:1: "return" is before "call"'],
  ])("refuses %j", async (text, expected) => {
    expect(await readError(text)).toContain(expected);
  });
});
