import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Result } from "@sightline/core";
import type { Event } from "@sightline/fleet";
import { describe, expect, test } from "vitest";
import { createViolationKinds } from "../../report/violation-kinds.js";
import { caseOf, createJunitWriter, escapeXml } from "./junit.js";

const stats = { algorithm: "frontier", states: 1, milliseconds: 1500 };
const event = (result: Result): Event => ({
  kind: "report",
  report: { file: "a&b.json", index: 0, name: null, size: 2, result, operations: [] },
});
const unknown = event({
  criterion: "sequential",
  verdict: "unknown",
  reason: "memory",
  established: "",
  stats,
});
const violated = event({
  criterion: "sequential",
  verdict: "violated",
  violation: { kind: "core", operations: [], reason: 'read <1> & "2"', notation: "{ read() => 1 }" },
  stats,
});

describe("a JUnit report", () => {
  test("escapes what XML reserves and replaces what it cannot hold", () => {
    expect(escapeXml(`<a b="c">&\n\u0000\ud800😀`)).toBe(
      "&lt;a b=&quot;c&quot;&gt;&amp;&#10;\\u0000\\ud800😀",
    );
  });

  test("counts unknown as the exit status does", () => {
    expect(caseOf(unknown, "report")?.trouble?.element).toBe("error");
    expect(caseOf(unknown, "pass")?.trouble?.element).toBe("skipped");
    expect(caseOf(unknown, "fail")?.trouble?.element).toBe("failure");
  });

  test("tells the kind of a violation, and which was the first of it", () => {
    if (violated.kind !== "report" || violated.report.result.verdict !== "violated") throw new Error();
    const { violation } = violated.report.result;
    const result = { ...violated.report.result, violation: { ...violation, cause: "abc" } };
    const kinds = createViolationKinds();
    const lines = [0, 1].map((index) => {
      const report = { ...violated.report, index, result };
      return caseOf({ kind: "report", report }, "report", kinds.add(report))
        ?.trouble?.text.split("\n")
        .at(-1);
    });
    expect(lines).toEqual(["kind 1, cause abc", "kind 1, cause abc: as a&b.json"]);
  });

  test("is one suite per input, one case per check", () => {
    const directory = mkdtempSync(join(tmpdir(), "sightline-junit-"));
    try {
      const path = join(directory, "report.xml");
      const writer = createJunitWriter(path, "report");
      writer.add(violated);
      writer.add({
        kind: "invalid",
        index: 1,
        error: { file: "a&b.json", line: 3, column: 7, reason: "no", code: "SL2091" },
      });
      writer.add({ kind: "end", file: "a&b.json" });
      writer.add(unknown);
      writer.add({ kind: "end", file: "c.json" });
      writer.close(false);
      expect(readFileSync(path, "utf8")).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="sightline">
  <testsuite name="a&amp;b.json" tests="2" failures="1" errors="1" skipped="0" time="1.500">
    <testcase classname="a&amp;b.json" name="history sequential" time="1.500">
      <failure type="core" message="read &lt;1&gt; &amp; &quot;2&quot;">read &lt;1&gt; &amp; &quot;2&quot;&#10;{ read() =&gt; 1 }</failure>
    </testcase>
    <testcase classname="a&amp;b.json" name="history 1" time="0.000">
      <error type="invalid" message="no">line 3, column 7: no</error>
    </testcase>
  </testsuite>
  <testsuite name="c.json" tests="1" failures="0" errors="1" skipped="0" time="1.500">
    <testcase classname="c.json" name="history sequential" time="1.500">
      <error type="memory" message="unknown: memory"></error>
    </testcase>
  </testsuite>
</testsuites>
`);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  test("is whole when the run was interrupted in the middle of an input, and no success", () => {
    const directory = mkdtempSync(join(tmpdir(), "sightline-junit-"));
    try {
      const path = join(directory, "report.xml");
      const writer = createJunitWriter(path, "report");
      writer.add(violated);
      writer.close(true);
      const xml = readFileSync(path, "utf8");
      expect(xml).toMatch(/<testsuite name="a&amp;b\.json" tests="1".*<\/testsuites>\n$/s);
      expect(xml).toContain('<error type="interrupted" message="the run was interrupted: not all');
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
