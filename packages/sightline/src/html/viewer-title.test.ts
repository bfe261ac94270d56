import { parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { viewerTitle } from "./viewer-title.js";

test("a history that was written as an argument is called by itself, others by where they are", () => {
  const history = parseHistory("register { write(1); read() => 1 }");
  const argument = { file: "<argument>", index: 0, name: null };
  expect(viewerTitle(argument, history)).toBe("register { write(1); read() => 1 }");
  expect(viewerTitle({ ...argument, name: "a" }, history)).toBe('<argument> "a"');
  expect(viewerTitle({ ...argument, file: "a.ndjson" }, history)).toBe("a.ndjson[0]");
  const long = parseHistory(`set { ${"add(1); ".repeat(40)}size() => 1 }`);
  expect(viewerTitle(argument, long)).toHaveLength(80);
});
