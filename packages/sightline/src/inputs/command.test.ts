// @module-tag slow
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lines, type Run, shell, sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";

const scratch = scratchFolder();

/** Which history had which verdict. */
const verdicts = (run: Run): unknown[] => lines(run).map(({ index, verdict }) => [index, verdict]);

describe.skipIf(process.platform === "win32")("an input that can be read only once", () => {
  const spinning = "--type ./naughty-type.mjs --deadline 1 --json";
  const all = [
    [0, "satisfied"],
    [1, "unknown"],
    [2, "satisfied"],
  ];

  test("is whole after a worker was replaced: process substitution", async () => {
    const run = await shell(`$SIGHTLINE check <(cat spinning.ndjson) ${spinning}`);
    expect(run.code).toBe(2);
    expect(verdicts(run)).toEqual(all);
  });

  test("is whole after a worker was replaced: /dev/stdin", async () => {
    for (const name of ["/dev/stdin", "/dev/fd/0", "-"]) {
      const run = await shell(`cat spinning.ndjson | $SIGHTLINE check ${name} ${spinning}`);
      expect(run.code).toBe(2);
      expect(verdicts(run)).toEqual(all);
    }
  });

  test("is whole after a worker was replaced: a pipe with a name", async () => {
    const pipe = join(scratch, "pipe");
    execFileSync("mkfifo", [pipe]);
    const run = await shell(`cat spinning.ndjson > ${pipe} & $SIGHTLINE check ${pipe} ${spinning}`);
    expect(run.code).toBe(2);
    expect(verdicts(run)).toEqual(all);
  });

  test("is read by the other commands", async () => {
    const measured = await shell(`$SIGHTLINE measure <(cat spinning.ndjson) ${spinning}`);
    expect(lines(measured).map(({ index, level }) => [index, level])).toEqual([
      [0, "complete"],
      [1, "unknown"],
      [2, "complete"],
      [undefined, undefined],
    ]);
    const outcomes = await shell(`$SIGHTLINE outcomes <(echo "register { write(1) } || { read() }")`);
    expect(outcomes.out).toContain("2 outcomes");
    const witness = join(scratch, "witness.json");
    writeFileSync(witness, '{"linearization":[0,1]}');
    const verified = await shell(`$SIGHTLINE verify <(cat satisfied.json) ${witness}`);
    expect(verified.out).toContain("the witness of linearizability is valid");
  });

  test("may be a socket, if it is standard input", async () => {
    // Node gives its children sockets.
    const run = await sightline(["check", "/dev/stdin", "--json"], { input: "register { read() => 1 }" });
    expect(run.err).toBe("");
    expect(lines(run)).toMatchObject([{ file: "/dev/stdin" }]);
    expect((await sightline(["check", "/dev/stdin", "-"])).code).toBe(64);
  });

  test("inside a directory is no history file", async () => {
    const folder = mkdtempSync(join(scratch, "folder-"));
    execFileSync("mkfifo", [join(folder, "pipe.json")]);
    const run = await sightline(["check", folder]);
    expect(run.code).toBe(65);
    expect(run.err).toContain("no history file in this directory");
  });
});

test("a deadline of more days than a timer holds is no deadline of a millisecond", async () => {
  // Every order of nine writes is tried: much longer than a millisecond.
  const writes = Array.from({ length: 9 }, (_, i) => `{ write(${i}) }`);
  const history = `register ${writes.join(" || ")} || { read() => 9 }`;
  const slow = ["--algorithm", "wing-gong", "--no-explain", "--json"];
  const run = await sightline(["check", history, ...slow, "--deadline", "2147484"]);
  expect(lines(run)).toMatchObject([{ verdict: "violated" }]);
});

describe("memory that runs out while a history is read", () => {
  const large = join(scratch, "large.json");
  const operation = (i: number): object => ({
    session: 0,
    method: "write",
    args: [`${i} ${"x".repeat(200)}`],
  });
  const operations = Array.from({ length: 300_000 }, (_, i) => operation(i));
  writeFileSync(large, JSON.stringify({ type: "register", operations }));

  test("makes check say unknown", async () => {
    const run = await sightline(["check", large, "satisfied.json", "--memory", "128", "--json"]);
    expect(run.code).toBe(2);
    expect(lines(run)).toMatchObject([
      { verdict: "unknown", reason: "memory", established: expect.stringContaining("could not be read") },
      { file: "satisfied.json" },
    ]);
  });

  test("makes measure say unknown", async () => {
    const run = await sightline(["measure", large, "--memory", "128", "--json"]);
    expect(run.code).toBe(2);
    expect(lines(run)[0]).toMatchObject({ level: "unknown", reason: "memory" });
    expect(run.err).toContain("not decided: the rest of");
  });
});
