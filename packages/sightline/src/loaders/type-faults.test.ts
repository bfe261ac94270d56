import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";
import { sightline } from "@sightline/testing/sightline/run-command.js";

const scratch = scratchFolder();

const type = ["--type", "./naughty-type.mjs"];

/** The history of one operation that the type cannot bear, between two others. */
function historiesWith(method: string): string {
  const file = join(scratch, `${method}.ndjson`);
  const one = (name: string) => JSON.stringify({ operations: [{ session: 0, method: name, result: null }] });
  writeFileSync(file, [one("behave"), one(method), one("behave")].join("\n"));
  return file;
}

const faults: readonly (readonly [string, RegExp])[] = [
  [
    "exit",
    /exit\.ndjson:2:1: naughty-type\.mjs calls process\.exit\(0\): a type must not end the process \[SL1401\]$/m,
  ],
  ["vanish", /vanish\.ndjson:2:1: the type \.\/naughty-type\.mjs ended the thread that ran it \[SL1401\]$/m],
  ["shrug", /shrug\.ndjson:2:1: naughty: step on shrug threw null \[SL1401\]$/m],
  ["tie", /tie\.ndjson:2:1: naughty: the key of a state failed: a state contains itself/m],
];

describe.each(faults)("a type that fails on %s()", (method, words) => {
  test("is to blame, and costs check its own history only", async () => {
    const run = await sightline(["check", historiesWith(method), ...type]);
    expect(run.code).toBe(65);
    expect(run.err).toMatch(words);
    expect(run.out).toContain("3 histories: 2 satisfied, 1 not valid");
  });

  test("and measure too", async () => {
    const run = await sightline(["measure", historiesWith(method), ...type, "--workers", "1"]);
    expect(run.code).toBe(65);
    expect(run.err).toMatch(words);
    expect(run.out).toMatch(/^2 histories, 2 operations/m);
  });
});

test.each(["exit", "shrug"])(
  "a type that fails on %s() cannot end outcomes or verify in silence",
  async (method) => {
    const words = method === "exit" ? "calls process.exit(0)" : "naughty: step on shrug threw null";
    const listed = await sightline(["outcomes", `{ ${method}() }`, ...type]);
    expect(listed).toMatchObject({ code: 65, out: "", err: expect.stringContaining(words) as string });
    const witness = join(scratch, "witness.json");
    writeFileSync(witness, JSON.stringify({ linearization: [0] }));
    const verified = await sightline(["verify", `{ ${method}() => null }`, witness, ...type]);
    expect(verified).toMatchObject({ code: 65, out: "", err: expect.stringContaining(words) as string });
  },
);

test("a module that exits while it is loaded is wrong usage", async () => {
  const file = join(scratch, "exits.mjs");
  writeFileSync(
    file,
    "process.exit(0);\nexport const init = () => 0;\nexport const step = (s) => [s, null];\n",
  );
  for (const command of ["check", "measure", "outcomes"]) {
    const run = await sightline([command, "{ go() }", "--type", file]);
    expect(run).toMatchObject({ code: 64, out: "" });
    expect(run.err).toContain("exits.mjs calls process.exit(0): a type must not end the process");
  }
});
