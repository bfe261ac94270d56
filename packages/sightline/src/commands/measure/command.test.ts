import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { lines, sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";

const folder = scratchFolder();

const basic = "set { add(1) => true } || { contains(1) => true; contains(1) => false }";
const figure2 = "map { put(1,0); containsValue(0) } || { put(0,0); put(1,1) }";

/** Histories of known levels, in turn, as lines: enough to be cut into several chunks. */
function manyHistories(count: number): string {
  const history = (i: number): object => {
    const padding = "x".repeat(1000);
    const read = i % 3 === 0 ? "other" : "value";
    return {
      type: "register",
      name: `${i} ${padding}`,
      operations: [
        { session: 0, method: "write", args: ["value"], result: null },
        { session: 1, method: "read", result: read },
      ],
    };
  };
  return Array.from({ length: count }, (_, i) => (i === 700 ? "not JSON" : JSON.stringify(history(i)))).join(
    "\n",
  );
}

describe("measure", () => {
  test("prints the level of each history, and the table", async () => {
    const { code, out } = await sightline(["measure", basic, "satisfied.json"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^<argument>: basic \(3 operations/m);
    expect(out).toMatch(/^satisfied\.json: complete/m);
    expect(out).toMatch(/^monotonic +0 +1 +0 +50 %/m);
    expect(out).toContain("no history is known to violate: basic.");
  });

  test("with --json names file and index on every line, in order, whoever measured it", async () => {
    const file = join(folder, "many.ndjson");
    writeFileSync(file, manyHistories(1500));
    const run = await sightline(["measure", file, "--json", "--workers", "3"]);
    const all = lines(run);
    const { summary } = all.pop() as { summary: Record<string, unknown> };
    expect(all).toHaveLength(1499);
    for (const [at, { file: of, index, name, level }] of all.entries()) {
      const expected = at < 700 ? at : at + 1;
      expect(of).toBe(file);
      expect(index).toBe(expected);
      expect(String(name).split(" ")[0]).toBe(String(expected));
      expect(level).toBe(expected % 3 === 0 ? "none" : "complete");
    }
    expect(summary).toMatchObject({ histories: 1499, level: "none", unknown: 0, invalid: 1 });
    expect(run.err).toContain(`${file}:701:`);
    expect(run.code).toBe(65);
  });

  test("stops when three rounds come to the same", async () => {
    const file = join(folder, "steady.ndjson");
    writeFileSync(file, `${JSON.stringify({ type: "set", operations: [] })}\n`.repeat(20));
    const { code, out } = await sightline(["measure", file, "--json", "--until-stable", "4"]);
    expect(code).toBe(0);
    expect(JSON.parse(out.trim().split("\n").at(-1) ?? "")).toMatchObject({
      summary: { histories: 12, rounds: ["complete", "complete", "complete"], stable: true },
    });
    expect((await sightline(["measure", file, "-q", "--until-stable", "10"])).code).toBe(2);
  });

  test("ends a history that outlives its deadline, and goes on", async () => {
    const args = "measure spinning.ndjson --type ./naughty-type.mjs --json --deadline 1 --workers 1";
    const { code, out } = await sightline(args.split(" "));
    const all = lines({ code, out, err: "" });
    expect(all.some(({ level, reason }) => level === "unknown" && reason === "deadline")).toBe(true);
    expect(all.at(-1)).toHaveProperty("summary");
    expect(code).toBe(2);
  });
});

describe("outcomes", () => {
  test("lists what is admitted, sorted", async () => {
    const run = await sightline(["outcomes", figure2, "--json", "--levels", "containsValue=monotonic"]);
    expect(lines(run)).toEqual([
      { results: [null, false, null, 0] },
      { results: [null, true, null, 0] },
      { results: [1, true, null, null] },
    ]);
    expect(run.code).toBe(0);
  });

  test("explains one", async () => {
    const explain = (level: string) =>
      sightline([
        "outcomes",
        figure2,
        "--levels",
        `containsValue=${level}`,
        "--explain",
        "[null,false,null,0]",
      ]);
    const yes = await explain("monotonic");
    expect(yes.out).toMatch(/#1 containsValue\(0\) => false +sees #0, #3/);
    expect(yes.code).toBe(0);
    const no = await explain("peer");
    expect(no.out).toContain("not admitted by levels containsValue=peer,*=complete");
    expect(no.code).toBe(1);
  });
});

test("check takes levels from a file, and verify takes its witness", async () => {
  const annotations = join(folder, "annotations.json");
  writeFileSync(annotations, JSON.stringify({ containsValue: "monotonic" }));
  const history = join(folder, "figure2.txt");
  writeFileSync(
    history,
    "map { put(1,0) => null; containsValue(0) => false } || { put(0,0) => null; put(1,1) => 0 }",
  );
  const checked = await sightline(["check", history, "--annotations", annotations, "--json"]);
  expect(lines(checked)[0]).toMatchObject({
    criterion: "levels containsValue=monotonic,*=complete",
    verdict: "satisfied",
    witness: { visibility: { 1: [0, 3] } },
  });
  const witness = join(folder, "witness.json");
  writeFileSync(witness, checked.out);
  expect(await sightline(["verify", history, witness])).toMatchObject({ code: 0 });
  expect((await sightline(["verify", history, witness, "-c", "peer"])).out).toContain("not valid");
});

test("criteria lists and explains", async () => {
  const all = await sightline(["criteria"]);
  for (const name of ["linearizability", "monotonic", "causal-convergence"]) expect(all.out).toContain(name);
  expect((await sightline(["criteria", "peer"])).out).toContain("hb(j) ⊆ vis(i)");
  expect((await sightline(["criteria", "pear"])).err).toContain('Did you mean "peer"?');
});
