// @module-tag slow
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bin, data, lines, type Run, sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";

const scratch = scratchFolder();

const exploding = ["exploding.json", "--algorithm", "wing-gong"];

/** Histories on lines, a hundred bytes each and more, with one that is no JSON, and the last over several lines. */
function manyHistories(count: number): string {
  const operations = (read: string): object[] => [
    { session: 0, method: "write", args: ["value"], result: null },
    { session: 1, method: "read", result: read },
  ];
  const one = (i: number): string =>
    i === 700
      ? "not JSON"
      : JSON.stringify({
          type: "register",
          name: `h${i}`,
          operations: operations(i % 50 === 0 ? "other" : "value"),
        });
  const last = [{ type: "register", name: `h${count - 1}` }, ...operations("other")].map((line) =>
    JSON.stringify(line),
  );
  return [...Array.from({ length: count - 1 }, (_, i) => one(i)), ...last].join("\n");
}

describe("check", () => {
  test("exits with 0 when satisfied, 1 when violated, and explains", async () => {
    const good = await sightline(["check", "satisfied.json"]);
    expect(good).toMatchObject({ code: 0, err: "" });
    expect(good.out).toMatch(/^✔ satisfied\.json: linearizability satisfied \(2 operations, .* m?s\)\n$/);
    const bad = await sightline(["check", "violated.json"]);
    expect(bad).toMatchObject({ code: 1, err: "" });
    expect(bad.out).toContain('✘ violated.json "stale read": linearizability violated (3 operations');
    expect(bad.out).toMatch(/▸ #2 read\(\) => 1 {2}line 5 .*├─+┤/);
    expect(bad.out).toMatch(/^ {4}register a \{ .*read\(\) => 1 @4-5 \}$/m);
  });

  test("--json has exactly the promised fields", async () => {
    const run = await sightline(["check", "satisfied.json", "violated.json", "--json"]);
    expect(run).toMatchObject({ code: 1, err: "" });
    const [good, bad] = lines(run);
    expect(Object.keys(good)).toEqual(["file", "index", "name", "criterion", "verdict", "witness", "stats"]);
    expect(good).toMatchObject({
      file: "satisfied.json",
      index: 0,
      name: null,
      criterion: "linearizability",
      verdict: "satisfied",
      witness: { linearization: [0, 1] },
      stats: { algorithm: expect.any(String), states: expect.any(Number), milliseconds: expect.any(Number) },
    });
    expect(Object.keys(bad)).toEqual(["file", "index", "name", "criterion", "verdict", "violation", "stats"]);
    expect(bad).toMatchObject({
      name: "stale read",
      verdict: "violated",
      violation: {
        kind: expect.stringMatching(/^(cycle|core|exhausted)$/),
        operations: expect.arrayContaining([2]),
        reason: expect.any(String),
      },
    });
  });

  test("checks what is valid, tells where the rest is wrong, and exits with 65", async () => {
    const run = await sightline(["check", "malformed.json", "violated.json", "nowhere.json", "--json"]);
    expect(run.code).toBe(65);
    expect(lines(run).map(({ file }) => file)).toEqual(["violated.json"]);
    const plain = await sightline(["check", "malformed.json", "violated.json", "nowhere.json"]);
    expect(plain.err).toMatch(/^malformed\.json:3:\d+: "return" is before "call" \[SL1005\]$/m);
    expect(plain.err).toMatch(/^nowhere\.json: no such file or directory \[SL2091\]$/m);
    expect(lines({ ...run, out: run.err })).toMatchObject([
      { error: { code: "SL2091", file: "nowhere.json", reason: "no such file or directory" } },
      { error: { code: "SL1005", file: "malformed.json", line: 3, reason: '"return" is before "call"' } },
    ]);
  });

  test("comes to the same, however many workers share one search", async () => {
    const history =
      "set { add(1); add(2); add(3) } || { add(4); contains(6) => false } || { add(5); remove(1); size() => 9 }";
    const search = ["-c", "causal", "--algorithm", "visearch", "--no-pruning", "--json"];
    const runs = await Promise.all(
      ["1", "2"].map((workers) => sightline(["check", history, ...search, "--workers", workers])),
    );
    const [alone, shared] = runs.map((run) => lines(run)[0]);
    expect(runs).toMatchObject([
      { code: 1, err: "" },
      { code: 1, err: "" },
    ]);
    expect(alone).toMatchObject({ verdict: "violated", violation: { kind: "core", stuck: 7 } });
    expect({ ...shared, stats: undefined }).toEqual({ ...alone, stats: undefined });
  });

  test("reads directories, in order, however many workers there are", async () => {
    const outputs = await Promise.all(
      ["1", "3"].map((workers) => sightline(["check", "mixed", "--json", "--workers", workers])),
    );
    for (const run of outputs) {
      expect(run.code).toBe(65);
      expect(run.err).toMatch(/"message":"mixed\/several\.ndjson:2:\d+: .*wrote/);
      expect(lines(run).map(({ file, index, name, verdict }) => [file, index, name, verdict])).toEqual([
        ["mixed/deeper/satisfied.json", 0, null, "satisfied"],
        ["mixed/several.ndjson", 0, null, "satisfied"],
        ["mixed/several.ndjson", 2, "from nowhere", "violated"],
      ]);
    }
  });

  test("splits a large file over the workers, and comes to the same: order, places and lines", async () => {
    const file = join(scratch, "large.ndjson");
    writeFileSync(file, manyHistories(1200));
    const args = ["check", file, "--json"];
    const [alone, shared] = await Promise.all(
      ["1", "3"].map((workers) => sightline([...args, "--workers", workers])),
    );
    expect(shared.code).toBe(65);
    expect(shared.err).toBe(alone.err);
    expect(shared.err).toMatch(/large\.ndjson:\d+:1: expected a history/);
    const told = lines(shared);
    expect(told).toHaveLength(1199);
    expect(told.map(({ index, name }) => [index, name])).toEqual(
      Array.from({ length: 1200 }, (_, i) => [i, `h${i}`]).filter(([i]) => i !== 700),
    );
    const timeless = (run: Run) => lines(run).map((line) => ({ ...line, stats: undefined }));
    expect(timeless(shared)).toEqual(timeless(alone));
    // The last history stands on several lines; its violation tells them.
    const { out } = await sightline(["check", file, "--no-group", "--workers", "3"]);
    expect(out).toMatch(/#1 read\(\) => other {2}line 1202/);
  });

  test("reads standard input and histories given as arguments", async () => {
    const input = readFileSync(join(data, "violated.json"), "utf8");
    const piped = await sightline(["check", "-", "--json"], { input });
    expect(lines(piped)).toMatchObject([{ file: "-", verdict: "violated" }]);
    const args = ["check", "register { write(1) } || { read() => 1 }", "{ read() => 1 }", "--json"];
    const typed = await sightline([...args, "--type", "register"]);
    expect(typed.code).toBe(1);
    expect(lines(typed)).toMatchObject([
      { criterion: "sequential", verdict: "satisfied" },
      { criterion: "sequential", verdict: "violated" },
    ]);
  });

  test("checks several criteria, each of them", async () => {
    const run = await sightline([
      "check",
      "violated.json",
      "-c",
      "linearizability",
      "-c",
      "sequential",
      "--json",
    ]);
    expect(run.code).toBe(1);
    expect(lines(run).map(({ criterion, verdict }) => [criterion, verdict])).toEqual([
      ["linearizability", "violated"],
      ["sequential", "satisfied"],
    ]);
  });

  test("--initial sets the state to start from", async () => {
    const args = ["check", "register { read() => 7 }"];
    expect((await sightline(args)).code).toBe(1);
    expect((await sightline([...args, "--initial", "7"])).code).toBe(0);
  });

  test("--deadline ends a search with unknown, and --on-unknown says what that means", async () => {
    const limited = ["check", ...exploding, "satisfied.json", "--deadline", "0.5", "--json"];
    const run = await sightline(limited);
    expect(run.code).toBe(2);
    const [unknown, next] = lines(run);
    const fields = ["file", "index", "name", "criterion", "verdict", "reason", "established", "stats"];
    expect(Object.keys(unknown)).toEqual(fields);
    expect(unknown).toMatchObject({
      verdict: "unknown",
      reason: "deadline",
      established: expect.any(String),
    });
    expect(next).toMatchObject({ file: "satisfied.json", verdict: "satisfied" });
    expect((await sightline([...limited, "--on-unknown", "pass"])).code).toBe(0);
    expect((await sightline([...limited, "--on-unknown", "fail"])).code).toBe(1);
  });

  test.each([
    ["does not stop", "spinning.ndjson", ["--deadline", "1"], "deadline"],
    ["takes all memory", "hoarding.ndjson", ["--memory", "200"], "memory"],
  ])("a type that %s costs its own history only", async (_, file, limit, reason) => {
    const run = await sightline(["check", file, "--type", "./naughty-type.mjs", "--json", ...limit]);
    expect(run.code).toBe(2);
    expect(lines(run).map((line) => [line["index"], line["name"], line["verdict"], line["reason"]])).toEqual([
      [0, "first", "satisfied", undefined],
      [1, "naughty", "unknown", reason],
      [2, "last", "satisfied", undefined],
    ]);
    expect(run.err).toContain("hello from the type");
  });

  test("Ctrl-C tells what was decided and what was not, and exits with 130", async () => {
    const args = ["check", "violated.json", ...exploding, "mixed", "satisfied.json", "--workers", "1"];
    const interruptAt = "stale read";
    const plain = await sightline(args, { interruptAt });
    expect(plain.code).toBe(130);
    expect(plain.out).toMatch(/^✘ violated\.json/);
    expect(plain.err).toMatch(/^interrupted: not decided: .*mixed.*several\.ndjson, satisfied\.json$/m);
    const json = await sightline([...args, "--json"], { interruptAt });
    expect(json.code).toBe(130);
    expect(lines(json)[0]).toMatchObject({ file: "violated.json", verdict: "violated" });
    expect(lines(json).length).toBeLessThanOrEqual(2);
  });

  test("a reader that goes away ends it quietly", async () => {
    const run = await new Promise<Run>((resolve) => {
      const child = spawn(process.execPath, [bin, "check", ...Array(300).fill("violated.json"), "--json"], {
        cwd: data,
      });
      let err = "";
      child.stderr.on("data", (chunk) => (err += chunk));
      child.stdout.once("data", () => child.stdout.destroy());
      child.on("close", (code) => resolve({ code, out: "", err }));
    });
    expect(run).toEqual({ code: 141, out: "", err: "" });
  });

  test("--junit writes a report, --quiet nothing", async () => {
    const report = join(scratch, "report.xml");
    const run = await sightline(["check", "mixed", "violated.json", "--quiet", "--junit", report]);
    expect(run.code).toBe(65);
    expect(run.out).toBe("");
    expect(run.err).toMatch(/^mixed\/several\.ndjson:2:/);
    const xml = readFileSync(report, "utf8");
    expect(
      [...xml.matchAll(/<testsuite name="([^"]*)" tests="(\d+)" failures="(\d+)" errors="(\d+)"/g)].map((m) =>
        m.slice(1),
      ),
    ).toEqual([
      ["mixed/deeper/satisfied.json", "1", "0", "0"],
      ["mixed/several.ndjson", "3", "1", "1"],
      ["violated.json", "1", "1", "0"],
    ]);
    expect(openTags(xml)).toEqual([]);
  });

  test("prints a summary of several histories", async () => {
    const run = await sightline(["check", "satisfied.json", "violated.json"]);
    expect(run.out).toMatch(/\n2 histories: 1 satisfied, 1 violated\n$/);
  });
});

/** The elements of an XML text that are not closed, or closed wrongly. */
function openTags(xml: string): string[] {
  const open: string[] = [];
  for (const [, close, name, , selfClosing] of xml.matchAll(/<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g)) {
    if (close === "/") {
      if (open.pop() !== name) return [`</${name}>`];
    } else if (selfClosing !== "/") open.push(name);
  }
  return open;
}
