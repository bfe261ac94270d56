// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startQuickJvms, whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";
import { lines, sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";

const noJdk = await whyNoJdk();
startQuickJvms();
const scratch = scratchFolder();

const SET = "java:java.util.concurrent.ConcurrentSkipListSet";

describe.skipIf(noJdk !== undefined)("what record writes of a Java collection", () => {
  test("names its type, so that check reads it, and counts what was seen", async () => {
    const output = join(scratch, "set.ndjson");
    const limits = ["--programs", "3", "--seconds", "0.2"];
    const run = await sightline(["record", SET, ...limits, "-o", output]);
    expect(run).toMatchObject({ code: 0, out: "" });
    expect(run.err).toMatch(
      /^note: the programs call what the type set has too.* Left out: ceiling, first, /,
    );
    const recorded = readFileSync(output, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string; name: string; seen: { count: number; of: number } });
    for (const { type, name, seen } of recorded) {
      expect(type).toBe("set");
      expect(name).toMatch(new RegExp(`^program \\d+, seen ${seen.count} of ${seen.of} times$`));
    }
    const checked = await sightline(["check", output, "--json"]);
    expect([0, 1]).toContain(checked.code); // what is seen is real
    expect(checked.err).toBe("");
    expect(lines(checked).map(({ seen }) => seen)).toEqual(recorded.map(({ seen }) => seen));
  });

  test("names none where its methods are beyond the type, and both commands say what to do", async () => {
    const output = join(scratch, "first.ndjson");
    const program = ["--program", "{ add(1) } || { first() }", "--seconds", "0.2"];
    const run = await sightline(["record", SET, ...program, "-o", output]);
    expect(run.err).toContain("note: the type set has no first: the histories of 1 program name no type.");
    const checked = await sightline(["check", output]);
    expect(checked.code).toBe(65);
    expect(checked.err).toMatch(/:1:1: the history does not tell its type: add "type" to it, or give --type/);
  });
});
