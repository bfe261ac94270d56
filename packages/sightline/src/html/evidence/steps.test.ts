import { expect, test } from "vitest";
import { renderSteps } from "./steps.js";

test("steps are a numbered list, and the reasons of each are lists in it", () => {
  const html = renderSteps(["1. <a>.", "- b", "  - c", "- d", "2. e.", "3. f."]);
  expect(html.replaceAll("\n", "")).toBe(
    `<p class="meta">Why, step by step:</p><ol class="steps"><li>&lt;a&gt;.` +
      `<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e.</li><li>f.</li></ol>`,
  );
});

test("of very many lines the rest is counted", () => {
  const html = renderSteps(Array.from({ length: 103 }, (_, at) => `${at + 1}. a.`));
  expect(html).toContain("… and 3 more lines");
  expect(html.match(/<li>/g)).toHaveLength(100);
});
