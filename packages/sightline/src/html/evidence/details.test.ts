import type { Result, Violation } from "@sightline/core";
import type { OperationView, OrderView, Report } from "@sightline/fleet";
import { describe, expect, test } from "vitest";
import { renderTrouble, renderWitness } from "./details.js";

const stats = { algorithm: "frontier", states: 1234, milliseconds: 3.2, parts: 2 };
const write: OperationView = { id: 0, session: "a", line: 3, text: "x.write(1)", call: 0, ret: 1 };
const read: OperationView = {
  id: 11,
  session: "b",
  line: 14,
  text: 'x.read() => "<script>"',
  call: 2,
  ret: 3,
};
const order: OrderView = { length: 60, from: 58, operations: [write, read] };

function report(result: Result, more: Partial<Report> = {}): Report {
  return { file: "<a>.json", index: 0, name: "'n'", size: 12, result, operations: [], ...more };
}

function violated(violation: Partial<Violation>, more: Partial<Report> = {}, criterion = "linearizability") {
  const whole: Violation = { kind: "core", operations: [0, 11], reason: "words", ...violation };
  const result = { criterion, verdict: "violated", violation: whole, stats } as const;
  return renderTrouble(report(result, { operations: [write, read], ...more }), "trouble-1");
}

describe("a violation on the page", () => {
  const html = violated(
    {
      reason: "#11 read <script>, which nobody wrote",
      part: { object: "x", key: "<k>" },
      stuck: 11,
      notation: '{ x.write(1) } || { x.read() => "<script>" }',
    },
    { order },
  );

  test("tells where, why, what in the notation, and how far an order goes", () => {
    expect(html).toContain(`<article id="trouble-1" class="violated" aria-labelledby="trouble-1-title">`);
    expect(html).toContain("<bdi>&lt;a&gt;.json &quot;&#39;n&#39;&quot;</bdi>: linearizability");
    expect(html).toContain("12 operations · 2 parts · frontier · 1,234 states · 3.2 ms");
    expect(html).toContain("In object &quot;x&quot;, key &quot;&lt;k&gt;&quot;</b>");
    expect(html).toContain(`<p class="reason">#11 read &lt;script&gt;, which nobody wrote.</p>`);
    expect(html).toContain("{ x.write(1) } || { x.read() =&gt; &quot;&lt;script&gt;&quot; }</pre>");
    expect(html).toMatch(
      /The longest prefix that has an order: 60 operations<.*after 58 operations.*start="59"/s,
    );
    expect(html).not.toContain("<script");
  });

  test("lists its operations with their lines, the stuck one marked", () => {
    const rows = [
      ...html.matchAll(/<tr( class="stuck")?><td class="number">#(\d+)<.*?<td class="number">(\d+)</g),
    ];
    expect(rows.map(([, stuck, id, line]) => [stuck !== undefined, id, line])).toEqual([
      [false, "0", "3"],
      [true, "11", "14"],
    ]);
  });

  test("is drawn to time only where time counts", () => {
    expect(html).toContain("Timeline of 2 operations");
    expect(violated({}, {}, "sequential")).toContain("Sequences of 2 operations");
    const { call: _, ret: __, ...untimed } = write;
    expect(violated({}, { operations: [untimed] })).toContain("Sequences of 1 operation");
  });

  test("says what it leaves out", () => {
    const operations = Array.from({ length: 45 }, (_, id) => id);
    const long = violated({
      kind: "exhausted",
      operations,
      notation: "x".repeat(30_000),
      reason: "r".repeat(2000),
    });
    expect(long).toContain("… and 43 more operations");
    expect(long).toContain("No small reason was found");
    expect(long).toContain("take 30,000 characters");
    expect(long).not.toContain("<pre");
    expect(long).toContain("<summary>All of it</summary>");
  });
});

test("an unknown verdict tells what ran out and what was established", () => {
  const result = { criterion: "sequential", verdict: "unknown", reason: "deadline", stats } as const;
  const html = renderTrouble(report({ ...result, established: "3 < 4 objects hold" }), "trouble-2");
  expect(html).toContain("<p>Out of time.</p>");
  expect(html).toContain("Established: 3 &lt; 4 objects hold.");
});

test("a witness is its operations in order, on demand", () => {
  const witness = { linearization: [] };
  const result = { criterion: "linearizability", verdict: "satisfied", witness, stats } as const;
  const html = renderWitness(report(result, { order: { ...order, from: 0 } }), "witness-1");
  expect(html).toMatch(/^<details id="witness-1"><summary>.*60 operations in order/);
  expect([...html.matchAll(/<li>#(\d+) /g)].map(([, id]) => id)).toEqual(["0", "11"]);
  expect(html).toContain("… and 58 more operations");
  expect(html).not.toContain("<script");
  expect(renderWitness(report(result), "witness-1")).toBe("");
  expect(renderTrouble(report(result), "trouble-1")).toBe("");
});
