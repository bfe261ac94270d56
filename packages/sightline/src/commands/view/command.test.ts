import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { expect, test } from "vitest";

const scratch = scratchFolder();
const page = join(scratch, "page.html");

/** The documents that a page carries. */
const carried = (): readonly Record<string, unknown>[] =>
  [...readFileSync(page, "utf8").matchAll(/class="sightline-history"[^>]*>([^<]*)</g)].map(
    ([, data]) => JSON.parse(gunzipSync(Buffer.from(data, "base64")).toString()) as Record<string, unknown>,
  );

test("view writes a page with the histories, and the others are told", async () => {
  const run = await sightline([
    "view",
    "violated.json",
    "no-such.json",
    "-c",
    "sequential",
    "-o",
    page,
    "--no-open",
  ]);
  expect(run).toMatchObject({ code: 65, out: "" });
  expect(run.err).toMatch(/no-such\.json.*no such file[^]*1 history in /);
  expect(carried()).toMatchObject([{ title: 'violated.json "stale read"', criterion: "sequential" }]);
  expect(readFileSync(page, "utf8")).toContain("<h2>violated.json &quot;stale read&quot;</h2>");
});

test("view refuses what a page cannot do, and leaves what was there", async () => {
  const before = readFileSync(page, "utf8");
  for (const args of [
    ["-c", "sequentiall"],
    ["--type", "./types/counter.mjs"],
  ])
    expect(await sightline(["view", "violated.json", ...args, "-o", page, "--no-open"])).toMatchObject({
      code: 64,
    });
  expect(await sightline(["view", "no-such.json", "-o", page, "--no-open"])).toMatchObject({ code: 65 });
  expect(readFileSync(page, "utf8")).toBe(before);
});

test("view without a history is an empty viewer", async () => {
  expect(await sightline(["view", "-o", page, "--no-open", "-q"])).toMatchObject({ code: 0, err: "" });
  expect(carried()).toEqual([]);
  expect(readFileSync(page).length).toBeLessThan(500_000);
});

test("view opens a page that was written before as it is, and takes no other for one", async () => {
  const report = join(scratch, "report.html");
  await sightline(["measure", "violated.json", "-q", "--html", report]);
  const before = readFileSync(report, "utf8");
  expect(await sightline(["view", report, "--no-open"])).toMatchObject({ code: 0, out: "", err: "" });
  expect(readFileSync(report, "utf8")).toBe(before);
  expect(await sightline(["view", report, "--no-open", "-o", page])).toMatchObject({ code: 64 });
  const other = join(scratch, "other.html");
  writeFileSync(other, "<!doctype html><title>x</title>");
  expect(await sightline(["view", other, "--no-open"])).toMatchObject({ code: 65 });
});
