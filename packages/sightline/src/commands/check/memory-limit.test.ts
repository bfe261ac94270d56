// @module-tag slow
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bin, data } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";

const scratch = scratchFolder();

/** Tells, at its end, the most memory that the process has taken. */
const telling = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from "node:fs";
  import { isMainThread } from "node:worker_threads";
  const peak = () => /VmHWM:\\s*(\\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))[1];
  if (isMainThread) process.on("exit", () => console.error("peak " + peak()));
`)}`;

/** The exit status, what was printed, and the largest resident set in megabytes. */
function measured(args: readonly string[]): Promise<{ code: number | null; out: string; peak: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", telling, bin, ...args], { cwd: data });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stderr.on("data", (chunk) => (err += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, out, peak: Number(/peak (\d+)/.exec(err)?.[1]) / 1024 }));
  });
}

function fileOf(name: string, type: string, operations: readonly object[]): string {
  const file = join(scratch, `${name}.json`);
  writeFileSync(file, JSON.stringify({ type, operations }));
  return file;
}

/** Additions all at once, whose sums are all different, and a sum that none of them is. */
const additions = () =>
  fileOf("additions", "counter", [
    ...Array.from({ length: 80 }, (_, i) => ({
      session: i,
      method: "add",
      args: [2 ** (i % 30) + i],
      result: null,
      call: 0,
      return: 1,
    })),
    { session: 80, method: "read", result: 12_345, call: 0, return: 1 },
  ]);

const longHistory = () =>
  fileOf(
    "long",
    "set",
    Array.from({ length: 100_000 }, (_, i) => ({
      session: i % 4,
      ...(i % 3 === 0
        ? { method: "add", args: [i % 50] }
        : { method: "contains", args: [i % 50], result: true }),
    })),
  );

// The system tells the peak of a process only there.
describe.skipIf(process.platform !== "linux")("--memory and a tenth more is all that is ever taken", () => {
  test.each<[string, number, () => readonly string[]]>([
    ["a search whose tables double", 160, () => [additions()]],
    ["the same under levels", 160, () => [additions(), "-c", "complete", "--order", "realtime"]],
    [
      "sets of operations as large as the history",
      300,
      () => [longHistory(), "--axioms", "vis >= vis.vis; vis >= po"],
    ],
    ["typed arrays of a user's type", 512, () => ["swelling.ndjson", "--type", "./naughty-type.mjs"]],
    ["objects of a user's type", 300, () => ["hoarding.ndjson", "--type", "./naughty-type.mjs"]],
  ])("%s", async (_, limit, args) => {
    const { code, out, peak } = await measured(["check", ...args(), "--memory", String(limit)]);
    expect({ code, out }).toMatchObject({
      code: 2,
      out: expect.stringContaining("unknown, out of memory") as string,
    });
    expect(peak).toBeLessThan(1.1 * limit);
  });
});
