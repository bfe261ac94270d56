import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { beforeAll, describe, expect, test } from "vitest";

const folder = scratchFolder();
const file = join(folder, "runs.ndjson");

describe("replay", () => {
  let recorded = "";
  beforeAll(async () => {
    const args = ["measure", "yjs:register", "--delivery", "any", "--histories", "10", "--json"];
    recorded = (await sightline(args)).out;
    writeFileSync(file, recorded);
  });

  test("repeats the run that was made short, and shows what each replica holds", async () => {
    const { code, out } = await sightline(["replay", file]);
    expect(code).toBe(0);
    expect(out).toMatch(/^yjs 13\.6\.33 as a register, 3 replicas, seed 1\n/);
    expect(out).toContain("\nrun 9\n");
    expect(out).toMatch(
      /^ {2}1\. replica \d: .*\n {7}replica 0 holds \[.*\]\n {7}replica 1 holds \[.*\]\n {7}replica 2 holds \[.*\]$/m,
    );
    // A replica that has just written holds what it wrote.
    const [, writer, value] = /replica (\d): write\((\d+)\) .*\n/.exec(out) ?? [];
    expect(out).toContain(`replica ${writer} holds [["value",${value}]]`);
    expect(out).toMatch(/The run came to the same again\.\n$/);
  });

  test("repeats the run that is asked for", async () => {
    const { code, out } = await sightline(["replay", file, "--run", "3"]);
    expect(code).toBe(0);
    expect(out).toContain("\nrun 3\n");
  });

  test("tells the first step that is not what was recorded, and exits with 1", async () => {
    const other = join(folder, "other.ndjson");
    writeFileSync(other, recorded.replaceAll(/(replica \d): write\((\d+)\)/g, "$1: write(99$2)"));
    const { code, out } = await sightline(["replay", other]);
    expect(code).toBe(1);
    expect(out).toMatch(/Step \d+ is not what was recorded: replica \d: write\(99\d+\)/);
  });

  test("refuses what tells of no run", async () => {
    const text = join(folder, "text.ndjson");
    writeFileSync(text, '{"summary":{}}\nno json\n');
    const broken = await sightline(["replay", text]);
    expect(broken.code).toBe(65);
    expect(broken.err).toContain("text.ndjson:2:1: this is no line of JSON");
    writeFileSync(text, '{"summary":{}}\n');
    const none = await sightline(["replay", text]);
    expect(none.code).toBe(65);
    expect(none.err).toContain("no run in it can be repeated");
    const missing = await sightline(["replay", file, "--run", "77"]);
    expect(missing.code).toBe(64);
    expect(missing.err).toContain("there is no run 77");
    expect((await sightline(["replay", join(folder, "nowhere")])).code).toBe(64);
  });
});
