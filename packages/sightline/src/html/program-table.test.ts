import { parseProgram } from "@sightline/lab";
import { openElements } from "@sightline/testing/sightline/open-elements.js";
import { expect, test } from "vitest";
import { programTable } from "./program-table.js";

test("each value stands under its call, and nothing in it acts", () => {
  const program = parseProgram("{ put(1,0); get(1) } || { get(1) }");
  const html = programTable(
    program,
    [{ title: "seen", isNumber: true }],
    [{ results: [null, "<img src=x>", 7], cells: ["<td>5</td>"], isWrong: true }],
  );
  expect(openElements(html)).toEqual([]);
  expect([...html.matchAll(/colspan="(\d)"[^>]*>(thread \d)/g)].map(([, ...head]) => head)).toEqual([
    ["2", "thread 0"],
    ["1", "thread 1"],
  ]);
  const row = /<tbody>([^]*)<\/tbody>/.exec(html)?.[1] ?? "";
  expect([...row.matchAll(/<td[^>]*>(?:<code>)?([^<]*)/g)].map(([, text]) => text)).toEqual([
    "null",
    "&quot;&lt;img src=x&gt;&quot;",
    "7",
    "5",
  ]);
});
