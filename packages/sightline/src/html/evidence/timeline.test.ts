import type { OperationView } from "@sightline/fleet";
import { describe, expect, test } from "vitest";
import { renderTimeline } from "./timeline.js";

const operations: OperationView[] = [
  { id: 4, session: "<p>", text: "write(<b>)", line: 3, call: 0, ret: 9 },
  { id: 7, session: 1, text: "read() => 2", line: 4, call: 3 },
];

describe("a drawing", () => {
  test("has a text alternative, a bar per operation, and marks what is stuck and what is pending", () => {
    const svg = renderTimeline({ operations, about: 7, timed: true });
    expect(svg).toContain(`role="img" aria-label="Timeline of 2 operations in 2 sessions; the table below`);
    expect(svg.match(/<g class="[^"]*"/g)).toEqual([`<g class="bar"`, `<g class="bar open stuck"`]);
    expect(svg).toContain("<title>#7 read() =&gt; 2 (never returned)</title>");
    expect(svg).toContain("▸#7 read() =&gt; 2</text>");
    expect(svg).toMatch(/<figcaption>.*call to return.*never returned.*▸ marks/);
  });

  test("escapes names and values", () => {
    const svg = renderTimeline({ operations, about: undefined, timed: true });
    expect(svg).toContain("session &lt;p&gt;");
    expect(svg).toContain(">#4 write(&lt;b&gt;)</text>");
    expect(svg).not.toMatch(/<p>|<b>/);
    expect(svg).not.toContain("▸");
  });

  test("shows sequences as such", () => {
    const inOne = operations.map((operation) => ({ ...operation, session: 0 }));
    const svg = renderTimeline({ operations: inOne, about: 4, timed: false });
    expect(svg).toContain("Sequences of 2 operations in 1 session");
    expect(svg.match(/<g class="[^"]*"/g)).toEqual([`<g class="bar stuck"`, `<g class="bar"`]);
    expect(svg.match(/class="arrow" d="([^"]*)"/)?.[1].match(/H/g)).toHaveLength(1);
    expect(svg).not.toContain("never returned.");
  });

  test("of nothing is nothing", () => {
    expect(renderTimeline({ operations: [], about: undefined, timed: true })).toBe("");
  });
});
