// @module-tag slow
import { execFile } from "node:child_process";
import { linkSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openElements } from "@sightline/testing/sightline/open-elements.js";
import { data, lines, shell, sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { beforeEach, describe, expect, test } from "vitest";

const scratch = scratchFolder();

let folder = "";
const at = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(at(name), "utf8");
beforeEach(() => (folder = mkdtempSync(join(scratch, "case-"))));

const history = readFileSync(join(data, "satisfied.json"), "utf8");

describe.skipIf(process.platform !== "linux")("what cannot be written", () => {
  test.each([
    ["check satisfied.json violated.json"],
    ["check satisfied.json --json"],
    ["measure satisfied.json"],
    ["outcomes 'register { write(1) } || { read() }'"],
    ["criteria"],
    ["types"],
    ["formats"],
    ["--help"],
    ["record memory --histories 3 --quiet"],
    ["litmus --list"],
  ])("standard output of %s: 74, which is no verdict", async (command) => {
    const run = await shell(`$SIGHTLINE ${command} > /dev/full`);
    expect(run.code).toBe(74);
    expect(run.err).toMatch(
      /^(?:error: |\{"error":\{"code":"SL4002","message":")standard output cannot be written: ENOSPC/m,
    );
  });

  test("standard error: what can be said is said, and the status is 74", async () => {
    const run = await shell("$SIGHTLINE check satisfied.json malformed.json --json 2> /dev/full");
    expect(run.code).toBe(74);
    expect(lines(run)).toMatchObject([{ file: "satisfied.json" }]);
  });

  test("a report: the rest is checked all the same, and the status is 74", async () => {
    const run = await shell("$SIGHTLINE check violated.json satisfied.json --json --junit /dev/full");
    expect(run.code).toBe(74);
    expect(run.err).toMatch(
      /^\{"error":\{"code":"SL4002","message":"--junit \/dev\/full cannot be written: ENOSPC.*\n$/,
    );
    expect(lines(run).map(({ verdict }) => verdict)).toEqual(["violated", "satisfied"]);
  });

  test("a page on a disk that is full leaves the older one", async () => {
    writeFileSync(at("report.html"), "older");
    // A limit on the length of files, in kilobytes, fails as a full disk does.
    const run = await shell(
      `ulimit -f 8; $SIGHTLINE check violated.json satisfied.json --json --html ${at("report.html")}`,
    );
    expect(run.code).toBe(74);
    expect(run.err).toMatch(
      /^\{"error":\{"code":"SL4002","message":"--html .*report\.html cannot be written: EFBIG.*\n$/,
    );
    expect(lines(run)).toHaveLength(2);
    expect(text("report.html")).toBe("older");
    expect(readdirSync(folder)).toEqual(["report.html"]);
  });

  test("a recording ends there", async () => {
    const run = await shell("$SIGHTLINE record memory --histories 10 --output /dev/full");
    expect(run.code).toBe(74);
    expect(run.err).toContain("error: --output /dev/full cannot be written: ENOSPC");
  });
});

test("an exception that nobody expected is a bug (70), no verdict (1)", async () => {
  const main = new URL("../../lib/esm/main.js", import.meta.url).href;
  const code = `import(${JSON.stringify(main)}).then(({ main }) => {
    void main(["check", "exploding.json", "--algorithm", "wing-gong"]);
    setTimeout(() => { throw new Error("unforeseen"); });
  })`;
  const run = await new Promise<{ code: unknown; err: string }>((resolve) =>
    execFile(process.execPath, ["--eval", code], { cwd: data }, (error, _, err) =>
      resolve({ code: error?.code, err }),
    ),
  );
  expect(run.code).toBe(70);
  expect(run.err).toContain("this is a bug in Sightline: unforeseen");
});

describe("an input", () => {
  beforeEach(() => writeFileSync(at("input.json"), history));

  test("is not written over by a report", async () => {
    symlinkSync("input.json", at("link.json"));
    linkSync(at("input.json"), at("hard.json"));
    for (const option of ["--html", "--junit"])
      for (const name of ["input.json", "link.json", "hard.json", "./input.json"]) {
        const run = await sightline(["check", at("input.json"), option, `${folder}/${name}`]);
        expect(run.code).toBe(64);
        expect(run.err).toMatch(new RegExp(`^error: ${option} would overwrite .*input\\.json`));
        expect(text("input.json")).toBe(history);
      }
    expect(readdirSync(folder).sort()).toEqual(["hard.json", "input.json", "link.json"]);
  });

  test("is not written over where it is in a directory, or comes by standard input", async () => {
    expect((await sightline(["check", folder, "--html", at("input.json")])).code).toBe(64);
    expect((await shell(`$SIGHTLINE check - --html ${at("input.json")} < ${at("input.json")}`)).code).toBe(
      64,
    );
    expect(text("input.json")).toBe(history);
  });

  test("is not written over by standard output", async () => {
    const run = await shell(`$SIGHTLINE check ${at("input.json")} --json >> ${at("input.json")}`);
    expect(run.code).toBe(64);
    expect(run.err).toContain("standard output goes to");
    expect(text("input.json")).toBe(history);
  });

  test("of the lab is not written over", async () => {
    writeFileSync(at("queue.mjs"), "export default class Queue { offer() {} }");
    const target = `js:${at("queue.mjs")}`;
    for (const args of [
      ["describe", target, "--output", at("queue.mjs")],
      ["test", target, "--html", at("queue.mjs")],
      ["derive", target, "--write-spec", at("queue.mjs")],
      ["derive", target, "--html", at("input.json"), "--spec", at("input.json")],
      ["record", target, "--output", at("queue.mjs")],
    ]) {
      const run = await sightline(args);
      expect(run.code).toBe(64);
      expect(run.err).toContain("would overwrite");
    }
    expect(text("queue.mjs")).toMatch(/^export default/);
    expect(text("input.json")).toBe(history);
  });
});

describe("an older report", () => {
  test("is left as it is by a run that is refused", async () => {
    for (const name of ["old.html", "old.xml"]) writeFileSync(at(name), "older");
    const reports = ["--html", at("old.html"), "--junit", at("old.xml")];
    for (const refused of [
      ["-", "-"],
      ["satisfied.json", "--type", "./types/broken.ts"],
      ["satisfied.json", "-c", "nonsense"],
      ["satisfied.json", "--junit", at("nowhere/new.xml")],
    ])
      expect((await sightline(["check", ...reports, ...refused])).code).toBe(64);
    expect([text("old.html"), text("old.xml")]).toEqual(["older", "older"]);
    expect(readdirSync(folder).sort()).toEqual(["old.html", "old.xml"]);
    expect((await sightline(["check", ...reports, "satisfied.json"])).code).toBe(0);
    expect(text("old.html")).toMatch(/^<!doctype html>/);
    expect(text("old.xml")).toMatch(/<\/testsuites>\n$/);
  });
});

describe.skipIf(process.platform === "win32")("a signal", () => {
  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const)("%s leaves whole reports that say so, and status %i", async (signal, status) => {
    const args = ["check", "violated.json", "exploding.json", "--algorithm", "wing-gong", "--workers", "1"];
    const reports = ["--html", at("report.html"), "--junit", at("report.xml")];
    const run = await sightline([...args, ...reports], { interruptAt: "stale read", signal });
    expect(run.code).toBe(status);
    expect(run.err).toContain("interrupted");
    expect(openElements(text("report.html"))).toEqual([]);
    expect(text("report.html")).toContain("The run was interrupted");
    expect(text("report.html")).toContain("stale read");
    expect(text("report.xml")).toMatch(
      /<testsuite name="violated\.json".*<error type="interrupted".*<\/testsuites>\n$/s,
    );
    expect(readdirSync(folder).sort()).toEqual(["report.html", "report.xml"]);
  });
});
