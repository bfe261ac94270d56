import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bin, data, lines, sightline } from "@sightline/testing/sightline/run-command.js";
import { afterAll, afterEach, describe, expect, test } from "vitest";

const scratch = mkdtempSync(join(tmpdir(), "sightline-watch-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

const satisfied = readFileSync(join(data, "satisfied.json"), "utf8");
const violated = readFileSync(join(data, "violated.json"), "utf8");

/** A run that watches. */
function watching(...args: readonly string[]) {
  const child = spawn(process.execPath, [bin, "check", "--watch", ...args], {
    cwd: scratch,
    env: { ...process.env, NO_COLOR: "1" },
  });
  running.add(child);
  const told = { out: "", err: "" };
  const waiters = new Set<() => void>();
  const hear = (stream: "out" | "err") => (chunk: Buffer) => {
    told[stream] += chunk.toString();
    for (const look of waiters) look();
  };
  child.stdout.on("data", hear("out"));
  child.stderr.on("data", hear("err"));
  const ended = new Promise<number | null>((resolve) =>
    child.on("close", (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
  return {
    told,
    /** Waits until so many checks have come to their end. */
    rounds: (number: number): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (told.err.split("watching ").length > number) resolve();
        };
        waiters.add(look);
        look();
      }),
    interrupt(): Promise<number | null> {
      child.kill("SIGINT");
      return ended;
    },
  };
}

describe.skipIf(process.platform === "win32")("check --watch", () => {
  test("checks again when a file changes, in place or replaced, and ends with the last status", async () => {
    const file = join(scratch, "file.json");
    writeFileSync(file, satisfied);
    const run = watching("file.json", "--json");
    await run.rounds(1);
    writeFileSync(file, violated);
    await run.rounds(2);
    writeFileSync(join(scratch, "new"), satisfied);
    renameSync(join(scratch, "new"), file);
    await run.rounds(3);
    writeFileSync(file, violated);
    await run.rounds(4);
    expect(await run.interrupt()).toBe(1);
    expect(lines({ code: 1, ...run.told }).map(({ verdict }) => verdict)).toEqual([
      "satisfied",
      "violated",
      "satisfied",
      "violated",
    ]);
    expect(run.told.err).toContain("file.json changed\n");
    expect(run.told.out).not.toContain("\u001b");
  });

  test("sees new files and new folders of a directory, and those that a pattern comes to match", async () => {
    const folder = join(scratch, "logs");
    mkdirSync(folder);
    writeFileSync(join(folder, "a.json"), satisfied);
    for (const [argument, name] of [
      ["logs", "one"],
      ["logs/**/*.json", "two"],
    ]) {
      const run = watching(argument);
      await run.rounds(1);
      expect(run.told.out).not.toContain(`${name}/b.json`);
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "b.json"), violated);
      await run.rounds(2);
      expect(run.told.out).toContain(`logs/${name}/b.json`);
      expect(await run.interrupt()).toBe(1);
    }
  });

  test("goes on when a file is not there yet, and when a type is wrong for a while", async () => {
    const type = "export const init = () => 0; export const step = (s, m) => ({ state: s, result: 1 });";
    writeFileSync(join(scratch, "type.mjs"), type);
    const run = watching("late.txt", "--type", "./type.mjs");
    await run.rounds(1);
    expect(run.told.err).toContain("late.txt: no such file or directory");
    writeFileSync(join(scratch, "late.txt"), "{ hit() => 1 }");
    await run.rounds(2);
    expect(run.told.out).toContain("✔ late.txt");
    writeFileSync(join(scratch, "type.mjs"), "export const = ");
    await run.rounds(3);
    expect(run.told.err).toContain("error: ");
    writeFileSync(join(scratch, "type.mjs"), `${type}\n`);
    await run.rounds(4);
    expect(await run.interrupt()).toBe(0);
    expect(run.told.out.split("✔ late.txt")).toHaveLength(3);
  });

  test("writes reports anew each time", async () => {
    const file = join(scratch, "reported.json");
    writeFileSync(file, satisfied);
    const run = watching("reported.json", "--junit", "report.xml", "--html", "report.html");
    await run.rounds(1);
    expect(readFileSync(join(scratch, "report.xml"), "utf8")).toContain('failures="0"');
    writeFileSync(file, violated);
    await run.rounds(2);
    expect(readFileSync(join(scratch, "report.xml"), "utf8")).toContain('failures="1"');
    expect(readFileSync(join(scratch, "report.html"), "utf8")).toContain("stale read");
    expect(await run.interrupt()).toBe(1);
  });
});

test("what cannot be watched is wrong usage", async () => {
  for (const [args, words] of [
    [["-"], "standard input can be read only once"],
    [[], "standard input can be read only once"],
    [["register { read() => 1 }"], "needs a file or a directory"],
  ] as const) {
    const run = await sightline(["check", "--watch", ...args]);
    expect(run.code).toBe(64);
    expect(run.err).toContain(words);
  }
});
