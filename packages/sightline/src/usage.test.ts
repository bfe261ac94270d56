import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";
import { bin, sightline } from "@sightline/testing/sightline/run-command.js";

const scratch = scratchFolder();

describe("wrong usage exits with 64 and says what to do", () => {
  test.each([
    [["chekc", "a.json"], /Did you mean check/],
    [["check", "satisfied.json", "--jsno"], /Did you mean --json/],
    [["check", "satisfied.json", "-c", "linearizabilty"], /Did you mean "linearizability"\?/],
    [["check", "satisfied.json", "--algorithm", "wlg"], /Did you mean "wgl"\?/],
    [
      ["check", "satisfied.json", "--algorithm", "wgl", "-c", "causal"],
      /^error: wgl decides linearizability/,
    ],
    [["check", "satisfied.json", "--type", "regster"], /Did you mean "register"\?/],
    [["check", "satisfied.json", "--format", "jepsn"], /Did you mean "jepsen"\?/],
    [["check", "satisfied.json", "--initial", "{"], /--initial takes JSON/],
    [["check", "satisfied.json", "--deadline", "0"], /--deadline takes a number greater than 0/],
    [["check", "satisfied.json", "--memory", "10"], /--memory takes at least/],
    [["check", "satisfied.json", "--workers", "1.5"], /--workers takes a whole number/],
    [["check", "satisfied.json", "--cache-size", "5"], /--algorithm wgl-lru/],
    [["check", "satisfied.json", "--junit", "/nowhere/a.xml"], /--junit cannot be written/],
    [["check", "satisfied.json", "--html", "/nowhere/a.html"], /--html cannot be written/],
    [["check", "satisfied.json", "--seed", "1.5"], /--seed takes an integer/],
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
    writeFileSync(verdicts, run.out);
    const valid = await sightline(["verify", "satisfied.json", verdicts]);
    expect(valid).toMatchObject({ code: 0, err: "" });
    expect(valid.out).toBe("✔ satisfied.json: the witness of linearizability is valid\n");
    const bare = join(scratch, "bare.json");
    writeFileSync(bare, '{"linearization":[1,0]}');
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
  test.each([
    ["--help"],
    ["check", "--help"],
    ["verify", "--help"],
    ["types", "--help"],
    ["formats", "--help"],
  ])("%s %s has examples", async (...args) => {
    const run = await sightline(args.filter((arg) => arg !== undefined));
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(run.out).toMatch(/Examples?:\n {2}sightline /);
  });

  test.each([["--help"], ["check", "--help"], ["types"]])(
    "a reader that goes away is no bug: %s",
    async (...args) => {
      const child = spawn(process.execPath, [bin, ...args.filter((arg) => arg !== undefined)]);
      child.stdout.destroy();
      let err = "";
      child.stderr.on("data", (chunk) => (err += chunk));
      const code = await new Promise((resolve) => child.on("close", resolve));
      expect(err).toBe("");
      expect([0, 141]).toContain(code); // 0 where the pipe took all before it was closed
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
