import { describe, expect, test } from "vitest";
import { createTally } from "../process/exit-code.js";
import { pageHead, renderSummary, renderUnchecked, SUMMARY_BYTES } from "./page.js";

describe("the summary", () => {
  test("tells counts, criteria and time", () => {
    const tally = { ...createTally(), histories: 3, satisfied: 2, violated: 1, invalid: 1 };
    const criteria = new Map([
      ["linearizability", 2],
      ["sequential", 1],
    ]);
    const html = renderSummary({ tally, criteria, milliseconds: 1200 });
    expect(html).toContain(`<b>1</b><a href="#troubles">violated</a>`);
    expect(html).toContain("<b>0</b>unknown");
    expect(html).toContain(`<b>1</b><a href="#unchecked">not checked</a>`);
    expect(html).toContain(
      "3 histories, 3 checks, 1.2 s; criteria: linearizability (2 checks), sequential (1 check).",
    );
  });

  test("fits its room, whatever the run", () => {
    const most = Number.MAX_SAFE_INTEGER;
    const tally = {
      histories: most,
      satisfied: most,
      violated: most,
      unknown: most,
      invalid: most,
      bugs: most,
      unreached: most,
      interrupted: true,
    };
    for (const long of ["'".repeat(500), "😀".repeat(500), "\u202e".repeat(500)]) {
      const criteria = new Map(Array.from({ length: 500 }, (_, i) => [`${long}${i}`, most]));
      const runs = [...criteria.keys()].map((name) => `${most} of ${most} recorded runs violate ${name}`);
      const html = renderSummary({ tally, criteria, milliseconds: most, kinds: long.slice(0, 100), runs });
      expect(Buffer.byteLength(html)).toBeLessThan(SUMMARY_BYTES);
      expect(html).toContain("and 480 more");
    }
  });
});

test("the page asks for nothing from elsewhere and may run nothing", () => {
  expect(pageHead).toContain("default-src 'none'");
  expect(pageHead).not.toMatch(/https?:|<script|<link|@import|url\(/);
});

test("what was not checked is told, escaped", () => {
  const invalid = { file: "<f>", line: 3, column: 7, reason: "no <b>", code: "SL1002" } as const;
  expect(renderUnchecked({ kind: "invalid", index: 0, error: invalid })).toBe(
    "<li><code>&lt;f&gt;:3:7</code>: not valid: no &lt;b&gt;</li>\n",
  );
  const bug = { kind: "bug", file: "f", index: 2, error: { message: "m", stack: "" } } as const;
  expect(renderUnchecked(bug)).toContain("f[2]</code>: a bug in Sightline: m");
  expect(renderUnchecked({ kind: "unreached", file: "f", from: 4 })).toContain("from history 4 on");
  expect(renderUnchecked({ kind: "end", file: "f" })).toBe("");
});
