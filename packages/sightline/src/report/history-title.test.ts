import { expect, test } from "vitest";
import { historyTitle } from "./history-title.js";

test("names a history by file, number and name", () => {
  expect(historyTitle({ file: "a.json", index: 0, name: null })).toBe("a.json");
  expect(historyTitle({ file: "a.ndjson", index: 0, name: null })).toBe("a.ndjson[0]");
  expect(historyTitle({ file: "a.edn", index: 2, name: "run" })).toBe('a.edn[2] "run"');
});
