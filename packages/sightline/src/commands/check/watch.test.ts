import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { bin, data, sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { afterEach, describe, expect, test } from "vitest";

const scratch = scratchFolder();

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
});

const satisfied = readFileSync(join(data, "satisfied.json"), "utf8");
const violated = readFileSync(join(data, "violated.json"), "utf8");

/** Puts a file into its place, whole: what is half written would be checked as it is. */
function put(name: string, text: string): void {
  writeFileSync(join(scratch, "draft"), text);
  renameSync(join(scratch, "draft"), join(scratch, name));
}

/** Writes over a file in its place, in one step. */
function overwrite(name: string, text: string): void {
  const file = openSync(join(scratch, name), "r+");
  writeSync(file, text.padEnd(fstatSync(file).size));
  closeSync(file);
}

/** A run that watches. What it tells on both of its outputs comes in the order in which it is told. */
function watching(...args: readonly string[]) {
  const command = ["-c", 'exec "$@" 2>&1', "bash", process.execPath, bin, "check", "--watch", ...args];
  const child = spawn("bash", command, { cwd: scratch, env: { ...process.env, NO_COLOR: "1" } });
  running.add(child);
  let [told, look] = ["", (): void => {}];
  child.stdout.on("data", (chunk) => {
    told += chunk;
    look();
  });
  const ended = new Promise<number | null>((resolve) =>
    child.on("close", (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
  return {
    /** Waits until so many checks have come to their end; all that was told. */
    rounds: (number: number): Promise<string> =>
      new Promise((resolve) => {
        look = () => {
          if (told.split("watching ").length > number) resolve(told);
        };
        look();
      }),
    /** Sends Ctrl-C; the exit status. */
    interrupt(): Promise<number | null> {
      child.kill("SIGINT");
      return ended;
    },
  };
}

describe.skipIf(process.platform === "win32")("check --watch", () => {
  test("checks again when a file changes, in place or replaced, and ends with the last status", async () => {
    put("file.json", satisfied.padEnd(violated.length));
    const run = watching("file.json", "--json");
    await run.rounds(1);
    overwrite("file.json", violated);
    await run.rounds(2);
    put("file.json", satisfied.padEnd(violated.length));
    await run.rounds(3);
    overwrite("file.json", violated);
    const told = await run.rounds(4);
    expect(await run.interrupt()).toBe(1);
    const verdicts = told.split("\n").filter((line) => line.startsWith("{"));
    expect(verdicts.map((line) => (JSON.parse(line) as { verdict: string }).verdict)).toEqual([
      "satisfied",
      "violated",
      "satisfied",
      "violated",
    ]);
    expect(told).toContain("file.json changed\n");
    expect(told).not.toContain("\u001b");
  });

  test("sees new files and new folders of a directory, and those that a pattern comes to match", async () => {
    mkdirSync(join(scratch, "logs"));
    put("logs/a.json", satisfied);
    for (const [argument, name] of [
      ["logs", "one"],
      ["logs/**/*.json", "two"],
    ]) {
      const run = watching(argument);
      expect(await run.rounds(1)).not.toContain(`${name}/b.json`);
      mkdirSync(join(scratch, "logs", name));
      put(`logs/${name}/b.json`, violated);
      expect(await run.rounds(2)).toContain(`✘ logs/${name}/b.json`);
      expect(await run.interrupt()).toBe(1);
    }
  });

  test("goes on when a file is not there yet, and when a type is wrong for a while", async () => {
    const type = "export const init = () => 0; export const step = (s, m) => ({ state: s, result: 1 });";
    put("type.mjs", type);
    const run = watching("late.txt", "--type", "./type.mjs");
    expect(await run.rounds(1)).toContain("late.txt: no such file or directory");
    put("late.txt", "{ hit() => 1 }");
    expect(await run.rounds(2)).toContain("✔ late.txt");
    put("type.mjs", "export const = ");
    expect(await run.rounds(3)).toContain("error: ");
    put("type.mjs", `${type}\n`);
    const told = await run.rounds(4);
    expect(await run.interrupt()).toBe(0);
    expect(told.split("✔ late.txt")).toHaveLength(3);
  });

  test("writes reports anew each time", async () => {
    put("reported.json", satisfied);
    const run = watching("reported.json", "--junit", "report.xml", "--html", "report.html");
    await run.rounds(1);
    expect(readFileSync(join(scratch, "report.xml"), "utf8")).toContain('failures="0"');
    put("reported.json", violated);
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
