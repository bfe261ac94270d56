import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lines, sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";

const folder = scratchFolder();

/** A stale read, and a read of what was never written, with values and sessions of their own each time. */
const stale = (i: number, seen?: object) => ({
  type: "register",
  ...(seen && { seen }),
  operations: [
    { session: `a${i}`, method: "write", args: [2 * i], result: null, call: i, return: i + 1 },
    { session: `b${i}`, method: "write", args: [2 * i + 1], result: null, call: i + 2, return: i + 5 },
    { session: `c${i}`, method: "read", result: 2 * i, call: i + 6, return: i + 7 },
  ],
});
const invented = (i: number) => ({
  type: "register",
  operations: [{ session: 0, method: "read", result: i + 1, call: 0, return: 1 }],
});
const fine = (seen?: object) => ({
  type: "register",
  ...(seen && { seen }),
  operations: [{ session: 0, method: "read", result: null, call: 0, return: 1 }],
});

/** Writes histories one to a line, and returns the file. */
function file(name: string, histories: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, histories.map((history) => `${JSON.stringify(history)}\n`).join(""));
  return path;
}

describe("many violations", () => {
  const a = file("a.ndjson", [stale(1), fine(), stale(2), invented(1)]);
  const b = file("b.ndjson", [invented(2), stale(3)]);

  test("are grouped by cause, over files and worker threads", async () => {
    const run = await sightline(["check", a, b, "--workers", "2"]);
    expect(run).toMatchObject({ code: 1, err: "" });
    expect(run.out.match(/ violated \(\d+ op/g)).toHaveLength(2);
    expect(run.out).toContain(`✘ ${b}[1]: linearizability violated, kind 1 as ${a}[0] (3 operations`);
    expect(run.out).toMatch(/^kind 1: 3 violations of linearizability, such as .*a\.ndjson\[0\]$/m);
    expect(run.out.endsWith("6 histories: 1 satisfied, 5 violated (2 kinds)\n")).toBe(true);
    const all = await sightline(["check", a, b, "--no-group"]);
    expect(all.out.match(/ violated \(\d+ op/g)).toHaveLength(5);
  });

  test("have their cause in --json, on the line of each and the same in every run", async () => {
    const both = lines(await sightline(["check", a, b, "--json"]));
    const causes = both.map(({ violation }) => (violation as { cause: string } | undefined)?.cause);
    expect(causes).toEqual([causes[0], undefined, causes[0], causes[3], causes[3], causes[0]]);
    expect(causes[0]).not.toBe(causes[3]);
    const [, , , , , last] = lines(await sightline(["check", b, a, "--json", "--workers", "1"]));
    expect((last as { violation: { cause: string } }).violation.cause).toBe(causes[3]);
  });

  test("are one card each kind on the page, and have their kind in a JUnit report", async () => {
    const [html, junit] = [join(folder, "r.html"), join(folder, "r.xml")];
    await sightline(["check", a, b, "-q", "--html", html, "--junit", junit]);
    expect(readFileSync(html, "utf8").match(/<article /g)).toHaveLength(2);
    expect(readFileSync(junit, "utf8").match(/kind 1, cause \w+/g)).toHaveLength(3);
    await sightline(["check", a, b, "-q", "--html", html, "--no-group"]);
    expect(readFileSync(html, "utf8").match(/<article /g)).toHaveLength(5);
  });
});

describe("histories that were seen several times", () => {
  const of = 1000;
  const weighted = file("seen.ndjson", [fine({ count: 997, of }), stale(1, { count: 2, of }), stale(2)]);

  test("count as often in check", async () => {
    const { out } = await sightline(["check", weighted]);
    expect(out).toMatch(/^kind 1: 2 violations of linearizability in 3 runs, /m);
    expect(out).toContain(
      "\n3 of 1,000 recorded runs violate linearizability: 0.3 % (95 % interval 0.0619 % – 0.874 %)\n" +
        "3 histories: 1 satisfied, 2 violated (1 kind)\n",
    );
    const [first, , third] = lines(await sightline(["check", weighted, "--json"]));
    expect(first).toMatchObject({ seen: { count: 997, of: 1000 } });
    expect(Object.keys(third)).not.toContain("seen");
  });

  test("count as often in measure, in every form of the file", async () => {
    const text = '{"type":"register","seen":{"count":99}}\n{"session":0,"method":"read","result":null}\n';
    const headed = `${text}{"type":"register","seen":{"count":1}}\n{"session":0,"method":"read","result":7}\n`;
    const { out } = await sightline(["measure", "-"], { input: headed });
    expect(out).toMatch(/^weak +0 +1 +0 +1 +1 % +0\.0253 % – 5\.45 %$/m);
    expect(out).toContain("Rates are of 100 recorded runs, in 2 distinct histories.");
    const [first, , last] = lines(await sightline(["measure", "-", "--json"], { input: headed }));
    expect(first).toMatchObject({ seen: { count: 99 } });
    expect(last).toMatchObject({ summary: { runs: 100, levels: { weak: { runs: { violated: 1 } } } } });
  });

  test("are refused where the count makes no sense, with its place", async () => {
    const bad = (seen: string) => `{"type":"register","operations":[],\n "seen":${seen}}`;
    const place = async (seen: string) => (await sightline(["check", "-"], { input: bad(seen) })).err;
    expect(await place('{"count":0}')).toBe('-:2:18: "count" must be a whole number, at least 1 [SL1002]\n');
    expect(await place('{"count":3,"of":2}')).toBe(
      '-:2:25: "of" must be a whole number, at least "count" [SL1002]\n',
    );
    expect(await place("7")).toMatch(/^-:2:9: "seen" must be an object such as/);
    expect(await place('{"count":1,"in":2}')).toMatch(/"seen" has "count" and "of", no "in" \[SL1002\]$/m);
  });
});
