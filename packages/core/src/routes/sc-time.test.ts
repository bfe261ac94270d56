import { afterEach, expect, test, vi } from "vitest";
import { check } from "../check.js";
import { parseHistory } from "../history/parse-history.js";

afterEach(() => void vi.restoreAllMocks());

test("where sequential decides sc instead, the time is that of both", () => {
  const reads = Array.from({ length: 201 }, () => "read(x) => 1"); // each may have its value from either write
  const history = parseHistory(`memory { write(x,1) } || { write(x,1) } || { ${reads.join("; ")} }`);
  let looks = 0;
  vi.spyOn(performance, "now").mockImplementation(() => ++looks);
  const { verdict, stats } = check(history, { criterion: "sc" });
  expect({ verdict, algorithm: stats.algorithm }).toEqual({ verdict: "satisfied", algorithm: "plain" });
  expect(stats.milliseconds).toBe(looks - 1); // from the first look at the clock to the last
});
