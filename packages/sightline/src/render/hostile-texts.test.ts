import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { beforeAll, describe, expect, test } from "vitest";
import { openElements } from "@sightline/testing/sightline/open-elements.js";
import { lines, type Run, shell, sightline } from "@sightline/testing/sightline/run-command.js";

/** A text that clears the screen, colours, turns the direction of what follows, hides, and forges a line. */
const evil = "\u001b[2J\u009b32m\u202e\u200b\u2028\n✔ forged: satisfied\r\u0007";

const folder = scratchFolder();
const at = (name: string): string => join(folder, name);
const input = at(`\u001b[31m\u202eevil\n✔ forged.json`);
const call = (session: unknown, method: string, args: unknown[], result: unknown, at: number): object => ({
  session,
  object: evil,
  method,
  args,
  result,
  call: at,
  return: at + 1,
});

beforeAll(() => {
  const operations = [call(evil, "put", [evil, 1], null, 0), call("b", "get", [evil], evil, 2)];
  writeFileSync(input, JSON.stringify({ type: "map", name: evil, operations }));
});

/** Whatever acts on a terminal, but for line ends. */
const ACTING =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

function expectHarmless({ out, err }: Run): void {
  for (const text of [out, err]) {
    expect(text).not.toMatch(ACTING);
    expect(text).not.toMatch(/^✔ forged/m);
  }
}

describe.skipIf(process.platform === "win32")("texts that would act on a terminal are shown", () => {
  test("by check", async () => {
    const run = await sightline(["check", input]);
    expect(run.code).toBe(1);
    expectHarmless(run);
    expect(run.out).toContain("\\u001b[31m\\u202eevil\\n✔ forged.json");
    expect(run.out).toContain("\\u001b[2J\\u009b32m\\u202e\\u200b\\u2028\\n✔ forged: satisfied\\r\\u0007");
  });

  test("by check in colour, and only our colours are colours", async () => {
    const run = await shell(`FORCE_COLOR=1 NO_COLOR= $SIGHTLINE check '${input}'`);
    expect(run.code).toBe(1);
    expect(run.out).toMatch(/^\u001b\[31m✘\u001b\[39m /);
    // oxlint-disable-next-line no-control-regex
    expectHarmless({ ...run, out: run.out.replaceAll(/\u001b\[(?:[12]|22|3[1-69])m/g, "") });
    expect(run.out).toContain("\\u001b[31m\\u202eevil");
  });

  test("by check --json, which means the same", async () => {
    const run = await sightline(["check", input, "--json"]);
    expectHarmless(run);
    expect(lines(run)).toMatchObject([{ file: input, name: evil }]);
  });

  test("by measure, outcomes and verify", async () => {
    expectHarmless(await sightline(["measure", input]));
    const program = "register { write(" + JSON.stringify(evil) + ") } || { read() }";
    expectHarmless(await sightline(["outcomes", program]));
    expectHarmless(await sightline(["outcomes", program, "--explain", JSON.stringify([null, evil])]));
    const witness = at("witness.json");
    writeFileSync(witness, '{"linearization":[0,1]}');
    const run = await sightline(["verify", input, witness]);
    expect(run.code).toBe(1);
    expectHarmless(run);
  });

  test("in what is wrong with an input", async () => {
    const wrong: unknown[] = [
      evil,
      { type: evil, operations: [] },
      { type: "map", operations: [{ session: 0, method: evil }] },
      { type: "map", operations: [{ session: 0, method: "get", args: evil }] },
      { type: "register", initial: evil, operations: [{ session: evil, method: "cas", args: [evil] }] },
    ];
    const files = wrong.map((value, i) => {
      const file = at(`wrong ${i} \u001b[31m.json`);
      writeFileSync(file, JSON.stringify(value));
      return file;
    });
    writeFileSync(at("text.edn"), `{:process 0 :type :invoke ${evil}`);
    const run = await sightline(["check", ...files, at("text.edn"), at(evil.replaceAll("/", ""))]);
    expect(run.code).toBe(65);
    expectHarmless(run);
    expect(run.err.split("\n").filter((line) => line !== "")).toHaveLength(7);
  });

  test.each([
    ["check", "x.json", "-c", evil],
    ["check", "x.json", "--type", evil],
    ["check", "x.json", "--format", evil],
    ["check", "x.json", "--axioms", evil],
    ["check", "x.json", "--levels", `put=${evil}`],
    ["check", "x.json", "--deadline", evil],
    ["check", "x.json", "--html", `/no/such/${evil}`],
    ["check", `--${evil}`],
    [evil],
    ["types", evil],
    ["criteria", evil],
    ["verify", evil, evil],
    ["outcomes", evil],
    ["test", `js:${evil}`],
    ["test", "js:./types/bounded-queue.ts", "--program", `{ ${evil}() }`],
    ["record", evil],
    ["litmus", evil],
  ])("in what is wrong with the command: %s", async (...args) => {
    const run = await sightline(args);
    expect([64, 65]).toContain(run.code);
    expectHarmless(run);
    expect(run.err).not.toBe("");
  });

  test("by test, about an object and its results", async () => {
    const object = at("object.mjs");
    writeFileSync(
      object,
      `export default class Odd { add() { return ${JSON.stringify(evil)}; } fail() { throw new Error(${JSON.stringify(evil)}); } }`,
    );
    const args = [`js:${object}`, "--mode", "async", "--seconds", "0.2"];
    for (const program of ["{ add() } || { add() }", "{ fail() } || { add() }"])
      expectHarmless(await sightline(["test", ...args, "--program", program]));
  });

  test("by derive, about the names of methods", async () => {
    const object = at("names.mjs");
    const name = JSON.stringify(evil);
    writeFileSync(
      object,
      `export default class Odd { n = 0; [${name}]() { return ++this.n; } size() { return this.n; } }`,
    );
    const args = [`js:${object}`, "--mode", "async", "--programs", "2", "--seconds", "0.1"];
    expectHarmless(await sightline(["derive", ...args]));
    expectHarmless(await sightline(["test", ...args]));
  });

  test("in reports", async () => {
    const [html, junit] = [at("report.html"), at("report.xml")];
    await sightline(["check", input, at("text.edn"), "--html", html, "--junit", junit]);
    for (const file of [html, junit]) {
      const text = readFileSync(file, "utf8");
      expect(text).not.toMatch(ACTING);
      expect(text).toContain("\\u001b[2J\\u009b32m\\u202e");
    }
    expect(openElements(readFileSync(html, "utf8"))).toEqual([]);
    expect(readFileSync(html, "utf8")).toContain("<bdi>");
  });
});
