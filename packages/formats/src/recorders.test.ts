// @module-tag slow
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { check, isPending, labelOf } from "@sightline/core";
import { readOne } from "@sightline/testing/formats/read-all.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../../examples/recorders/", import.meta.url));
const environment = { ...process.env, GO111MODULE: "off", GOTOOLCHAIN: "local", GOPROXY: "off" };

/** Runs a command to its end; what it printed. */
function run(command: string, args: readonly string[], cwd = folder): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    env: environment,
  });
  if (error !== undefined || status !== 0)
    throw new Error(`${command} ${args.join(" ")}: ${stderr}`, { cause: error });
  return stdout;
}

/** Whether a tool is there; where it is not, that is said. */
function hasTool(command: string, version: string): boolean {
  const found = spawnSync(command, [version], { env: environment }).status === 0;
  if (!found) console.log(`skipped: there is no ${command} on this machine`);
  return found;
}

/** The recorder of each language, and the demonstration that uses it, built in a folder and run. */
const languages: readonly {
  readonly recorder: string;
  readonly tool: readonly [command: string, version: string];
  readonly demo: (out: string) => string;
}[] = [
  {
    recorder: "go/recorder.go",
    tool: ["go", "version"],
    demo: (out) => {
      // Not optimized: where Go has compiled nothing yet, its own library is compiled along.
      const quickly = ["-gcflags=all=-N -l", "-o", join(out, "go-demo")];
      run("go", ["build", ...quickly, "recorder.go", "main.go"], join(folder, "go"));
      return run(join(out, "go-demo"), [join(out, "operations.json"), join(out, "events.json")]);
    },
  },
  {
    recorder: "Recorder.java",
    tool: ["javac", "-version"],
    demo: (out) => {
      run("javac", ["-d", out, "Recorder.java", "Demo.java"]);
      return run("java", ["-cp", out, "Demo"]);
    },
  },
  {
    recorder: "recorder.py",
    tool: ["python3", "--version"],
    demo: () => run("python3", ["-B", "demo.py"]),
  },
  {
    recorder: "recorder.rs",
    tool: ["rustc", "--version"],
    demo: (out) => {
      run("rustc", ["--edition", "2021", "-o", join(out, "rust-demo"), "demo.rs"]);
      return run(join(out, "rust-demo"), []);
    },
  },
];

describe("recorders in other languages", () => {
  let out: string;
  beforeAll(() => {
    out = mkdtempSync(join(tmpdir(), "sightline-recorders-"));
  });
  afterAll(() => rmSync(out, { recursive: true }));

  describe.each(languages)("$recorder", ({ recorder, tool, demo }) => {
    test("is no longer than thirty lines", () => {
      expect(readFileSync(join(folder, recorder), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(
        30,
      );
    });

    test.skipIf(!hasTool(...tool))(
      "records sessions, time and a time-out",
      { timeout: 600_000 },
      async () => {
        const text = demo(out);
        const history = await readOne(text);
        expect([history.type, history.size, history.timed]).toEqual(["map", 122, true]);
        expect(new Set(history.sessions)).toEqual(new Set(["a/0", "b/0", "c/0", "c/1"]));
        const pending = Array.from(history.label.keys()).filter((id) => isPending(history, id));
        expect(pending.map((id) => labelOf(history, id).args)).toEqual([["x", -1]]);
        expect(check(history).verdict).toBe("satisfied");
        // What nobody put is not found in such a map: a recording that says so is refuted.
        const spoilt = await readOne(
          text.replace(/(.*"get".*"result": ?)\w+|("result": ?)\w+(.*"get")/u, "$1$2777$3"),
        );
        expect(check(spoilt, { explain: false }).verdict).toBe("violated");
      },
    );
  });

  test.skipIf(!hasTool("go", "version"))("what Go writes of porcupine's types is read as it is", async () => {
    for (const name of ["operations.json", "events.json"]) {
      const history = await readOne(readFileSync(join(out, name)));
      expect([history.type, history.size]).toEqual(["kv", 2]);
      expect(check(history).verdict).toBe("satisfied");
    }
  });
});
