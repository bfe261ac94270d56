// @module-tag slow
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHeldType } from "@sightline/testing/sightline/held-type.js";
import { bin, sightline } from "@sightline/testing/sightline/run-command.js";
import { registerHistories } from "@sightline/testing/sightline/register-histories.js";
import { until } from "@sightline/testing/until.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";

const folder = scratchFolder();
const histories = join(folder, "histories.ndjson");
writeFileSync(histories, registerHistories(300));
const held = createHeldType(folder);

/** The lines of `--json` but for how long anything took, which is never the same. */
const timeless = (out: string): string => out.replace(/"milliseconds":[\d.]+/g, "");

/** Begins a run and ends it, as a power cut would, in the middle of this history. Returns what it had told. */
async function killAt(history: number, args: readonly string[], journal: string): Promise<string> {
  const least = linesOf(journal) + 3;
  held.holdFrom(history);
  const child = spawn(process.execPath, [bin, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  let out = "";
  child.stdout.on("data", (text) => (out += text));
  const closed = once(child, "close");
  await until(() => child.exitCode !== null || (held.heldBy(child.pid) === 2 && linesOf(journal) >= least));
  child.kill("SIGKILL");
  await closed;
  expect(child.signalCode).toBe("SIGKILL");
  held.release();
  return out;
}

const linesOf = (path: string): number =>
  existsSync(path) ? readFileSync(path, "latin1").split("\n").length - 1 : 0;

describe.each(["check", "measure"])("%s with a journal", (command) => {
  const journal = join(folder, `${command}.journal`);
  const whatever = [command, histories, "--type", held.path, "--json"];
  const args = [...whatever, "--journal", journal, "--chunk", "6", "--workers", "2"];

  test("killed and gone on with tells what one run tells, and does nothing again that is on disk", async () => {
    const whole = await sightline(whatever);
    const told = await killAt(100, args, journal);
    // All that was told is on disk; what is on disk is told.
    const before = readFileSync(journal, "utf8");
    for (const line of told.split("\n").slice(0, -1)) {
      const { name } = JSON.parse(line) as { name?: string };
      if (name !== undefined) expect(before).toContain(`"${name}"`);
    }
    await killAt(200, [...args, "--resume"], journal);
    const resumed = await sightline([...args, "--resume"]);
    expect(timeless(resumed.out)).toBe(timeless(whole.out));
    expect(resumed.code).toBe(whole.code);
    const names: readonly string[] =
      readFileSync(journal, "utf8").match(/(?<=\[\d+,\d+,|"answer":\{"name":)"h\d+"/g) ?? [];
    const twice = names.filter((name, i) => names.indexOf(name) !== i);
    expect(twice).toEqual([]);
    const size = statSync(journal).size;
    const again = await sightline([...args, "--resume"]);
    expect(timeless(again.out)).toBe(timeless(whole.out));
    expect(statSync(journal).size).toBe(size);
  }, 600_000);

  test("refuses what is not the same batch, and says what is different", async () => {
    expect(await sightline(args)).toMatchObject({
      code: 64,
      out: "",
      err: expect.stringMatching(/SL4011.*there is a journal already: .*--resume/),
    });
    const other = await sightline([...args, "--resume", "--deadline", "7"]);
    expect(other.code).toBe(64);
    expect(other.err).toMatch(/SL4011.*deadline was not given then, and is 7000 now/);
    const more = await sightline([...args, "satisfied.json", "--resume"]);
    expect(more.err).toMatch(/SL4011.*input 2 was not there then, and is satisfied.json now/);
    expect((await sightline([command, histories, "--resume"])).err).toMatch(/give --journal FILE.*SL4006/);
    expect((await sightline([command, journal, "--journal", journal])).err).toMatch(
      /would overwrite.*SL4009/,
    );
  }, 600_000);
});
