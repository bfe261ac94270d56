import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { data, shell, sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { beforeAll, describe, expect, test } from "vitest";

const folder = scratchFolder();
const at = (name: string): string => join(folder, name);
const verdicts = at("verdicts.ndjson");

beforeAll(async () => {
  for (const name of ["a.json", "b.json", "c.json"]) copyFileSync(join(data, "satisfied.json"), at(name));
  symlinkSync("b.json", at("link.json"));
  const run = await shell(`cd ${folder} && $SIGHTLINE check a.json ./b.json --json > ${verdicts}`);
  expect(run.code).toBe(0);
});

describe("verify", () => {
  test.each(["a.json", "./a.json", "$PWD/a.json", "b.json", "../$(basename $PWD)/b.json", "link.json"])(
    "finds the witness of %s, whichever way its name is written",
    async (name) => {
      const run = await shell(`cd ${folder} && $SIGHTLINE verify ${name} ${verdicts}`);
      expect(run.code).toBe(0);
      expect(run.out).toMatch(/^✔ [^\n]*: the witness of linearizability is valid\n$/);
    },
  );

  test("is no success when there is no witness for the file", async () => {
    const run = await sightline(["verify", at("c.json"), verdicts]);
    expect(run).toMatchObject({ code: 65, out: "" });
    expect(run.err).toBe(`${verdicts}: no witness for this file: ${at("c.json")} [SL1011]\n`);
  });

  test("takes no witness of another file for that of one that has none", async () => {
    copyFileSync(join(data, "violated.json"), at("violated.json"));
    const mixed = at("mixed.ndjson");
    const all = await sightline(["check", at("a.json"), at("violated.json"), "--json", "--no-explain"]);
    writeFileSync(mixed, all.out);
    const run = await sightline(["verify", at("violated.json"), mixed]);
    expect(run).toMatchObject({ code: 65, out: "" });
    expect(run.err).toContain("no witness for this file");
  });

  test("checks the proof of a violation, from --json and from --proof", async () => {
    copyFileSync(join(data, "violated.json"), at("stale.json"));
    const proofs = at("proofs.ndjson");
    const all = await sightline(["check", at("stale.json"), "--json", "--proof", proofs]);
    expect(all.code).toBe(1);
    const lines = at("violated.ndjson");
    writeFileSync(lines, all.out);
    const bare = at("proof.json");
    const { proof } = JSON.parse(readFileSync(proofs, "utf8"));
    writeFileSync(bare, JSON.stringify(proof, undefined, 2));
    for (const file of [lines, proofs, bare]) {
      const run = await sightline(["verify", at("stale.json"), file]);
      expect(run).toMatchObject({ code: 0, err: "" });
      expect(run.out).toMatch(/^✔ [^\n]*: the proof against linearizability is valid\n$/);
    }
    const fine = await sightline(["verify", at("a.json"), bare]);
    expect(fine.code).toBe(1);
    expect(fine.out).toMatch(/^✘ [^\n]*: the proof against linearizability is not valid: /);
    const other = await sightline(["verify", at("stale.json"), bare, "-c", "sequential"]);
    expect(other.code).toBe(1);
    expect(other.out).toContain("it is a proof about linearizability, not about sequential");
    writeFileSync(bare, JSON.stringify({ ...proof, views: 7 }));
    const malformed = await sightline(["verify", at("stale.json"), bare]);
    expect(malformed.code).toBe(65);
    expect(malformed.err).toContain(`${bare}:1:1: "views" must be a list`);
  });

  test("where no proof was found there is nothing to verify", async () => {
    const none = at("none.json");
    const exhausted = { kind: "exhausted", criterion: "linearizability" };
    writeFileSync(
      none,
      JSON.stringify({ verdict: "violated", criterion: "linearizability", proof: exhausted }),
    );
    const words = "no proof against linearizability was found, so there is nothing to verify";
    for (const file of [none, at("bare.json")]) {
      writeFileSync(at("bare.json"), JSON.stringify(exhausted));
      const run = await sightline(["verify", at("stale.json"), file]);
      expect(run.out).toContain(words);
      expect(run.code).toBe(2);
    }
  });

  test("a proof cannot be asked for and not looked for", async () => {
    const run = await sightline(["check", at("a.json"), "--proof", at("none.json"), "--no-explain"]);
    expect(run.code).toBe(64);
    expect(run.err).toContain("--proof writes what --no-explain does not look for");
  });

  test("tells the place of a witness for which there is no history", async () => {
    const [line] = readFileSync(verdicts, "utf8").split("\n");
    const far = at("far.ndjson");
    writeFileSync(far, `${line}\n${line.replace('"index":0', '"index":7')}\n`);
    const run = await sightline(["verify", at("a.json"), far]);
    expect(run.code).toBe(65);
    expect(run.out).toContain("is valid");
    expect(run.err).toBe(`${far}:2:1: there is no history 7 in ${at("a.json")} for this witness [SL1011]\n`);
  });

  test("tells the place of what does not fit the type", async () => {
    const odd = at("odd.json");
    writeFileSync(odd, '{"type":"register",\n"operations":[\n{"session":0,"method":"fly","result":1}]}');
    const witness = at("witness.json");
    writeFileSync(witness, '{"linearization":[0]}');
    const run = await sightline(["verify", odd, witness]);
    expect(run).toMatchObject({ code: 65, out: "" });
    expect(run.err).toMatch(/odd\.json:\d+:\d+: .*fly/);
    const untyped = await sightline(["verify", "{ read() => 1 }", witness]);
    expect(untyped.code).toBe(65);
    expect(untyped.err).toMatch(/^<argument>:1:1: the history does not tell its type/);
  });

  test.each(["threads", "storeOrder", "poLoc", "execution", "sources", "visibility"])(
    "refuses a malformed %s with a place",
    async (field) => {
      const file = at("malformed.ndjson");
      const witness = { linearization: [0], [field]: null };
      writeFileSync(file, `\n${JSON.stringify({ criterion: "tso", verdict: "satisfied", witness })}\n`);
      const run = await sightline(["verify", "memory { write(x,1) }", file]);
      expect(run.code).toBe(65);
      expect(run.err).toContain(`${file}:1:1: "${field}" must`);
    },
  );
});
