import { createHistoryBuilder } from "@sightline/core";
import { packHistory } from "@sightline/viewer";
import { expect, test } from "vitest";
import { renderAnnotations } from "./annotations.js";

const page = (count: number): string => {
  const annotations = Array.from({ length: count }, (_, i) => ({
    at: i,
    text: `<b>${i}</b>`,
    session: "'a'",
  }));
  const builder = createHistoryBuilder({ annotations });
  builder.add({ session: 0, method: "read", call: 0 });
  return renderAnnotations("<file>", packHistory(builder.finish()));
};

test("what happened besides is listed, as text", () => {
  expect(page(0)).toBe("");
  expect(page(2)).toBe(
    "<details><summary>What happened besides in &lt;file&gt;: 2 annotations</summary>\n<ul>\n" +
      "<li>&lt;b&gt;0&lt;/b&gt; (session &#39;a&#39;), at 0</li>\n" +
      "<li>&lt;b&gt;1&lt;/b&gt; (session &#39;a&#39;), at 1</li>\n</ul>\n</details>\n",
  );
});

test("a hundred are listed, and the others counted", () => {
  expect(page(103).match(/<li>/g)).toHaveLength(100);
  expect(page(103)).toContain("… and 3 annotations more");
});
