import { expect, test } from "vitest";
import { coresIn } from "./free-cores.js";

test("a list of cores is read as taskset writes it", () => {
  expect(coresIn("pid 7's current affinity list: 0,1\n")).toEqual([0, 1]);
  expect(coresIn("pid 7's current affinity list: 0,2-4,9\n")).toEqual([0, 2, 3, 4, 9]);
  expect(coresIn("pid 7's current affinity list: 3\n")).toEqual([3]);
});
