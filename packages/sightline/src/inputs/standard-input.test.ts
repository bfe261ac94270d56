import { syncBuiltinESMExports } from "node:module";
import tty from "node:tty";
import { lines, shell, sightline } from "@sightline/testing/sightline/run-command.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createProgram } from "../program.js";

describe("without a file, what is piped in is read", () => {
  test("by check", async () => {
    const run = await shell("cat violated.json | $SIGHTLINE check --json");
    expect(run.code).toBe(1);
    expect(lines(run)).toMatchObject([{ file: "-", name: "stale read", verdict: "violated" }]);
    const empty = await sightline(["check"]);
    expect(empty).toMatchObject({ code: 65, out: "" });
    expect(empty.err).toBe("-: the input is empty: it holds no history, 0 operations [SL2000]\n");
  });

  test("by measure", async () => {
    const run = await shell("$SIGHTLINE measure --json < satisfied.json");
    expect(lines(run)[0]).toMatchObject({ file: "-", level: "complete" });
  });

  test("by outcomes", async () => {
    const run = await shell('echo "register { write(1) } || { read() }" | $SIGHTLINE outcomes');
    expect(run.out).toContain("2 outcomes");
  });

  test("by verify, as the witness", async () => {
    const run = await shell("$SIGHTLINE check satisfied.json --json | $SIGHTLINE verify satisfied.json");
    expect(run).toEqual({
      code: 0,
      out: "✔ satisfied.json: the witness of linearizability is valid\n",
      err: "",
    });
    const named = await shell("$SIGHTLINE check satisfied.json --json | $SIGHTLINE verify satisfied.json -");
    expect(named.code).toBe(0);
    const both = await sightline(["verify", "-"]);
    expect(both.code).toBe(64);
    expect(both.err).toContain("it can be read only once");
  });
});

describe("without a file, at a terminal, something is missing", () => {
  beforeAll(() => {
    vi.spyOn(tty, "isatty").mockReturnValue(true);
    syncBuiltinESMExports();
  });
  afterAll(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  test.each([
    [["check"], "FILE"],
    [["measure"], "FILE"],
    [["outcomes"], "PROGRAM"],
    [["verify", "satisfied.json"], "EVIDENCE"],
  ])("%j", async (args, name) => {
    const status = vi.fn();
    const run = createProgram(status).parseAsync(args, { from: "user" });
    await expect(run).rejects.toMatchObject({
      code: "commander.missingArgument",
      message: `error: missing required argument '${name}'`,
    });
    expect(status).not.toHaveBeenCalled();
  });
});
