import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lines, sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";

const scratch = scratchFolder();

const file = (name: string, text: string): string => {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
};

const nemesis = "{:process :nemesis, :type :info, :f :start, :value nil}\n";

describe("a history without operations is satisfied, but not without a word", () => {
  test.each([
    ["nemesis.edn", nemesis],
    ["failed.edn", "{:process 0, :type :invoke, :f :read}\n{:process 0, :type :fail, :f :read}\n"],
    ["empty.json", '{"type":"register","operations":[]}'],
    ["empty.txt", "register { }"],
    ["columns.txt", ":nemesis\t:info\t:start\tnil\n"],
  ])("%s", async (name, text) => {
    const path = file(name, text);
    const warning = `${path}: warning: 0 operations\n`;
    expect(await sightline(["check", path])).toMatchObject({ code: 0, err: warning });
    expect(await sightline(["check", path, "--quiet"])).toEqual({ code: 0, out: "", err: warning });
    const told = await sightline(["check", path, "--json", "-c", "sequential,causal"]);
    expect(told).toMatchObject({ code: 0, err: warning });
    expect(lines(told)).toMatchObject([
      { criterion: "sequential", verdict: "satisfied", warnings: ["0 operations"] },
      { criterion: "causal", verdict: "satisfied", warnings: ["0 operations"] },
    ]);
  });

  test("reports tell it", async () => {
    const path = file("reported.edn", nemesis);
    const [junit, html] = [join(scratch, "report.xml"), join(scratch, "report.html")];
    await sightline(["check", path, "--junit", junit, "--html", html]);
    expect(readFileSync(junit, "utf8")).toContain("<system-err>warning: 0 operations</system-err>");
    expect(readFileSync(html, "utf8")).toContain("warning: 0 operations");
  });

  test("measure tells it", async () => {
    const path = file("measured.edn", nemesis);
    const run = await sightline(["measure", path, "--json"]);
    expect(run.err).toBe(`${path}: warning: 0 operations\n`);
    expect(lines(run)[0]).toMatchObject({ level: "complete", warnings: ["0 operations"] });
  });

  test("one with operations is not warned about", async () => {
    const run = await sightline(["check", "satisfied.json", "--json"]);
    expect(run.err).toBe("");
    expect(lines(run)[0]).not.toHaveProperty("warnings");
  });
});

describe("an input without a history is refused, whatever its format is said to be", () => {
  test.each([
    ["array.json", "[]", [[], ["--format", "json"], ["--format", "jepsen"]]],
    ["zero.json", "", [[], ["--format", "json"], ["--format", "jepsen"], ["--format", "notation"]]],
    ["blank.edn", " \n\n", [[], ["--format", "jepsen"]]],
  ])("%s", async (name, text, variants) => {
    const path = file(name, text);
    for (const options of variants) {
      const run = await sightline(["check", path, ...options]);
      expect(run).toMatchObject({ code: 65, out: "" });
      expect(run.err).toMatch(/no history.* 0 operations \[SL2000\]\n$/);
    }
  });

  test("a header alone, and an empty directory", async () => {
    const header = await sightline(["check", file("header.ndjson", '{"type":"map"}\n')]);
    expect(header.code).toBe(65);
    expect(header.err).toContain("header.ndjson:1:1: no operations:");
    mkdirSync(join(scratch, "nothing"));
    const directory = await sightline(["check", join(scratch, "nothing")]);
    expect(directory.code).toBe(65);
    expect(directory.err).toContain("no history file in this directory");
  });
});
