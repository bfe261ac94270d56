import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";

const bin = fileURLToPath(new URL("../bin/sightline.js", import.meta.url));
const data = fileURLToPath(new URL("../test-data/", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "sightline-command-"));
afterAll(() => rmSync(scratch, { recursive: true }));

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly input?: string;
  /** Sends Ctrl-C as soon as standard output holds this. */
  readonly interruptAt?: string;
}

/** Runs the built command as a user would, in the folder of the test data. */
function sightline(args: readonly string[], { input = "", interruptAt }: RunOptions = {}): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd: data, env: { ...process.env, NO_COLOR: "1" } });
    let [out, err, interrupted] = ["", "", false];
    child.stdout.on("data", (chunk) => {
      out += chunk;
      if (interrupted || interruptAt === undefined || !out.includes(interruptAt)) return;
      interrupted = true;
      child.kill("SIGINT");
    });
    child.stderr.on("data", (chunk) => (err += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}

const lines = ({ out }: Run): Record<string, unknown>[] =>
  out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const exploding = ["exploding.json", "--algorithm", "wing-gong"];

describe("check", () => {
  test("exits with 0 when satisfied, 1 when violated, and explains", async () => {
    const good = await sightline(["check", "satisfied.json"]);
    expect(good).toMatchObject({ code: 0, err: "" });
    expect(good.out).toMatch(/^✔ satisfied\.json: linearizability satisfied \(2 operations, .* m?s\)\n$/);
    const bad = await sightline(["check", "violated.json"]);
    expect(bad).toMatchObject({ code: 1, err: "" });
    expect(bad.out).toContain('✘ violated.json "stale read": linearizability violated (3 operations');
    expect(bad.out).toMatch(/#2 {2}read\(\) => 1 {2}session c {2}line 5 .*├─+┤/);
    expect(bad.out).toContain("{ write(1) } || { write(2) } || { read() => 1 }");
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
        operations: [0, 1, 2],
        reason: expect.any(String),
      },
    });
  });

  test("checks what is valid, tells where the rest is wrong, and exits with 65", async () => {
    const run = await sightline(["check", "malformed.json", "violated.json", "nowhere.json", "--json"]);
    expect(run.code).toBe(65);
    expect(lines(run).map(({ file }) => file)).toEqual(["violated.json"]);
    expect(run.err).toMatch(/^malformed\.json:3:\d+: "return" is before "call"$/m);
    expect(run.err).toMatch(/^nowhere\.json: no such file or directory$/m);
  });

  test("reads directories, in order, however many workers there are", async () => {
    const outputs = await Promise.all(
      ["1", "3"].map((workers) => sightline(["check", "mixed", "--json", "--workers", workers])),
    );
    for (const run of outputs) {
      expect(run.code).toBe(65);
      expect(run.err).toMatch(/^mixed\/several\.ndjson:2:\d+: .*wrote/);
      expect(lines(run).map(({ file, index, name, verdict }) => [file, index, name, verdict])).toEqual([
        ["mixed/deeper/satisfied.json", 0, null, "satisfied"],
        ["mixed/several.ndjson", 0, null, "satisfied"],
        ["mixed/several.ndjson", 2, "from nowhere", "violated"],
      ]);
    }
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
    const run = await sightline(["check", "violated.json", "-c", "linearizability", "-c", "sequential", "--json"]);
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
    const limited = ["check", ...exploding, "satisfied.json", "--deadline", "0.2", "--json"];
    const run = await sightline(limited);
    expect(run.code).toBe(2);
    const [unknown, next] = lines(run);
    expect(Object.keys(unknown)).toEqual([
      ...["file", "index", "name", "criterion", "verdict", "reason", "established", "stats"],
    ]);
    expect(unknown).toMatchObject({ verdict: "unknown", reason: "deadline", established: expect.any(String) });
    expect(next).toMatchObject({ file: "satisfied.json", verdict: "satisfied" });
    expect((await sightline([...limited, "--on-unknown", "pass"])).code).toBe(0);
    expect((await sightline([...limited, "--on-unknown", "fail"])).code).toBe(1);
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
    expect([...xml.matchAll(/<testsuite name="([^"]*)" tests="(\d+)" failures="(\d+)" errors="(\d+)"/g)].map((m) => m.slice(1))).toEqual([
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

describe("wrong usage exits with 64 and says what to do", () => {
  test.each([
    [["chekc", "a.json"], /Did you mean check/],
    [["check"], /missing required argument 'FILE'/],
    [["check", "satisfied.json", "--jsno"], /Did you mean --json/],
    [["check", "satisfied.json", "-c", "linearizabilty"], /Did you mean "linearizability"\?/],
    [["check", "satisfied.json", "--algorithm", "wlg"], /Did you mean "wgl"\?/],
    [["check", "satisfied.json", "--type", "regster"], /Did you mean "register"\?/],
    [["check", "satisfied.json", "--format", "jepsn"], /Did you mean "jepsen"\?/],
    [["check", "satisfied.json", "--initial", "{"], /--initial takes JSON/],
    [["check", "satisfied.json", "--deadline", "0"], /--deadline takes a number greater than 0/],
    [["check", "satisfied.json", "--memory", "10"], /--memory takes at least/],
    [["check", "satisfied.json", "--workers", "1.5"], /--workers takes a whole number/],
    [["check", "satisfied.json", "--cache-size", "5"], /--algorithm wgl-lru/],
    [["check", "satisfied.json", "--junit", "/nowhere/a.xml"], /--junit cannot be written/],
    [["check", "-", "-"], /only once/],
    [["check", "satisfied.json", "--type", "./no-such-type.mjs"], /no-such-type/],
    [["types", "regster"], /Did you mean "register"\?/],
    [[], /Usage: sightline/],
  ])("%j", async (args, message) => {
    const run = await sightline(args);
    expect(run).toMatchObject({ code: 64, out: "" });
    expect(run.err).toMatch(message);
  });
});

describe("verify", () => {
  test("accepts the witnesses of check and refuses others", async () => {
    const verdicts = join(scratch, "verdicts.ndjson");
    const run = await sightline(["check", "satisfied.json", "violated.json", "--json"]);
    const { writeFile } = await import("node:fs/promises");
    await writeFile(verdicts, run.out);
    const valid = await sightline(["verify", "satisfied.json", verdicts]);
    expect(valid).toMatchObject({ code: 0, err: "" });
    expect(valid.out).toBe("✔ satisfied.json: the witness of linearizability is valid\n");
    const bare = join(scratch, "bare.json");
    await writeFile(bare, '{"linearization":[1,0]}');
    const invalid = await sightline(["verify", "satisfied.json", bare]);
    expect(invalid.code).toBe(1);
    expect(invalid.out).toMatch(/^✘ satisfied\.json: the witness of linearizability is not valid: \S/);
  });

  test("exits with 65 on what it cannot read", async () => {
    const run = await sightline(["verify", "satisfied.json", "satisfied.json"]);
    expect(run.code).toBe(65);
    expect(run.err).toMatch(/^satisfied\.json:1:1: neither "linearization" nor "verdict"/);
    expect((await sightline(["verify", "nowhere.json", "nowhere.json"])).code).toBe(65);
  });
});

describe("help", () => {
  test.each([["--help"], ["check", "--help"], ["verify", "--help"], ["types", "--help"], ["formats", "--help"]])(
    "%s %s has examples",
    async (...args) => {
      const run = await sightline(args.filter((arg) => arg !== undefined));
      expect(run).toMatchObject({ code: 0, err: "" });
      expect(run.out).toMatch(/Examples?:\n {2}sightline /);
    },
  );

  test("--version prints the version", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
      version: string;
    };
    expect(await sightline(["--version"])).toEqual({ code: 0, out: `${version}\n`, err: "" });
  });

  test("types and formats list what there is", async () => {
    expect((await sightline(["types"])).out).toMatch(/^register\n {4}read\(\) write\(value\)/);
    expect((await sightline(["types", "queue"])).out).toMatch(/poll\(\)\n +Takes the front element/);
    expect((await sightline(["formats"])).out).toMatch(/^json .*\nndjson /);
  });
});
