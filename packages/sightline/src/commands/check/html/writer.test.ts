import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "@sightline/core";
import type { Event } from "@sightline/fleet";
import { openElements } from "@sightline/testing/sightline/open-elements.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";
import { createHtmlWriter } from "./writer.js";

const scratch = scratchFolder();

const stats = { algorithm: "frontier", states: 1, milliseconds: 1 };
const operation = { id: 0, session: 0, line: 1, text: 'f("<script>alert(1)</script>")', call: 0, ret: 1 };
const event = (index: number, result: Result): Event => ({
  kind: "report",
  report: {
    file: "<script>.ndjson",
    index,
    name: null,
    size: 2,
    result,
    operations: [operation],
    order: { length: 1, from: 0, operations: [operation] },
  },
});
const satisfied = (index: number): Event =>
  event(index, { criterion: "c", verdict: "satisfied", witness: { linearization: [] }, stats });
const violated = (index: number): Event => {
  const violation = { kind: "core", operations: [0], reason: "<script>", notation: "<script>" } as const;
  return event(index, { criterion: "c", verdict: "violated", violation, stats });
};

describe("an HTML report", () => {
  test("has the violations first, then what was not checked, then all, and the summary at the top", () => {
    const path = join(scratch, "order.html");
    let clock = 0;
    const writer = createHtmlWriter(path, { now: () => (clock += 1500) });
    writer.add(satisfied(0));
    writer.add(violated(1));
    writer.add({
      kind: "invalid",
      index: 2,
      error: { file: "<script>", reason: "<script>", code: "SL2091" },
    });
    writer.add({ kind: "end", file: "<script>.ndjson" });
    writer.close(false);
    const html = readFileSync(path, "utf8");
    expect([...html.matchAll(/<h2 id="(\w+)"/g)].map(([, id]) => id)).toEqual([
      "troubles",
      "unchecked",
      "checks",
      "witnesses",
    ]);
    expect(html.indexOf("2 histories, 2 checks, 1.5 s; criterion: c.")).toBeLessThan(html.indexOf("<h2"));
    expect(html).not.toContain("not complete");
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of html.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
    expect(html).not.toContain("<script");
    expect(openElements(html)).toEqual([]);
  });

  test("shows so many of each and counts the rest", () => {
    const path = join(scratch, "most.html");
    const writer = createHtmlWriter(path, { most: 2 });
    for (let index = 0; index < 5; index++) {
      writer.add(satisfied(index));
      writer.add(violated(index));
      writer.add({ kind: "unreached", file: `f${index}`, from: 0 });
    }
    writer.close(false);
    const html = readFileSync(path, "utf8");
    expect(html.match(/<article /g)).toHaveLength(2);
    expect(html.match(/<details id="witness/g)).toHaveLength(2);
    expect(html).toContain("<p>… and 3 more violated: <code>check --json</code> lists them all.</p>");
    expect(html).toContain("<p>… and 3 more violated, 3 more satisfied</p>");
    expect(html).toContain("<li>and 3 more</li>");
    expect(html).toContain("<b>5</b>");
  });

  test("explains the first violation of each kind, and lists the others with it", () => {
    const alike = (index: number, cause: string): Event => {
      const violation = {
        kind: "core",
        operations: [0],
        reason: "why",
        notation: "<script>",
        cause,
      } as const;
      const plain = event(index, { criterion: "c", verdict: "violated", violation, stats });
      return plain.kind === "report" ? { ...plain, report: { ...plain.report, seen: { count: 4 } } } : plain;
    };
    const render = (group: boolean, most: number): string => {
      const path = join(scratch, `kinds-${group}-${most}.html`);
      const writer = createHtmlWriter(path, { group, most });
      for (let index = 0; index < 9; index++) writer.add(alike(index, index % 3 === 1 ? "y" : "x"));
      writer.close(false);
      return readFileSync(path, "utf8");
    };
    const html = render(true, 1000);
    expect(html.match(/<article /g)).toHaveLength(2);
    expect(html.indexOf(`<a href="#kinds">Violations: 2 kinds</a>`)).toBeLessThan(html.indexOf("<h2"));
    expect(html).toContain("36 of 36 recorded runs violate c: 100 %");
    expect(html).toContain(`<td><a href="#trouble-1">kind 1</a></td><td>c</td><td class="number">6</td>`);
    expect(html).toContain(
      "<summary>and 5 others</summary><code><bdi>&lt;script&gt;.ndjson[2]</bdi></code>, ",
    );
    expect(html.match(/<a href="#trouble-1"><span/g)).toHaveLength(6); // the rows of all checks
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    for (const [, target] of html.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
    expect(html).not.toContain("<script");
    expect(openElements(html)).toEqual([]);
    expect(render(false, 1000).match(/<article /g)).toHaveLength(9);
    // A kind that comes late is explained, however many of another came before it.
    const short = render(true, 2);
    expect(short.match(/<article /g)).toHaveLength(2);
    expect(short).toContain("<p>… and 5 more violated</p>");
  });

  test("shows violations while the run goes on, and says that it does", () => {
    const path = join(scratch, "running.html");
    const writer = createHtmlWriter(path);
    writer.add(violated(0));
    const growing = readdirSync(scratch).find((name) => /^running\.html\.\d+\.part$/.test(name)) ?? "";
    const html = readFileSync(join(scratch, growing), "utf8");
    expect(html).toContain("This report is not complete");
    expect(html).toContain(`<article id="trouble-1"`);
    writer.close(false);
    expect(existsSync(path)).toBe(true);
    expect(existsSync(join(scratch, growing))).toBe(false);
  });

  test("is whole when the run was interrupted, and says so", () => {
    const path = join(scratch, "interrupted.html");
    const writer = createHtmlWriter(path);
    writer.add(violated(0));
    writer.close(true);
    const html = readFileSync(path, "utf8");
    expect(openElements(html)).toEqual([]);
    expect(html.indexOf("The run was interrupted: not all histories were checked.")).toBeLessThan(
      html.indexOf("<h2"),
    );
    expect(html).not.toContain("This report is not complete");
  });

  test("is refused where it cannot be written", () => {
    expect(() => createHtmlWriter(join(scratch, "nowhere", "a.html"))).toThrow(/--html.*ENOENT/);
  });
});
