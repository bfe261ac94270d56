import type { Result } from "@sightline/core";
import { expect, test } from "vitest";
import { renderCheckRow, renderChecks, renderOperations } from "./table.js";

const stats = { algorithm: "a<b", states: 12_345, milliseconds: 1.25 };
const result: Result = {
  criterion: "linearizability",
  verdict: "satisfied",
  witness: { linearization: [] },
  stats,
};

test("a check is a row, linked to what tells more", () => {
  const report = { file: "<f>.json", index: 2, name: "<n>", size: 1000, result, operations: [] };
  const cells = [...renderCheckRow(report, "witness-3").matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(
    ([, cell]) => cell,
  );
  expect(cells).toEqual([
    "<code><bdi>&lt;f&gt;.json[2]</bdi></code>",
    "&lt;n&gt;",
    "linearizability",
    "1,000",
    `<a href="#witness-3"><span class="verdict satisfied"><span aria-hidden="true">✔</span> satisfied</span></a>`,
    "a&lt;b",
    "12,345",
    "1.3",
  ]);
  expect(renderCheckRow(report, undefined)).not.toContain("<a ");
});

test("a table has as many heads as cells, and says what it leaves out", () => {
  const html = renderChecks([], "… and 5 more satisfied");
  expect(html.match(/<th /g)).toHaveLength(8);
  expect(html).toContain("<p>… and 5 more satisfied</p>");
});

test("operations show lines only where there are any, and what never returned", () => {
  const pending = { id: 1, session: 0, line: 0, text: "f()", call: 2 };
  const html = renderOperations([pending], undefined, 0);
  expect(html).not.toContain(">line<");
  expect(html).toContain("<td>never returned</td>");
  expect(renderOperations([{ ...pending, line: 4 }], undefined, 0)).toContain(">line<");
  expect(renderOperations([], undefined, 0)).toBe("");
});
