import { lines, sightline } from "@sightline/testing/sightline/run-command.js";
import { describe, expect, test } from "vitest";

const storeBuffering = "memory { write(x,1); read(y) } || { write(y,1); read(x) }";

describe("outcomes", () => {
  test("of store buffering: a read of the initial value has one result", async () => {
    const run = await sightline(["outcomes", storeBuffering, "-c", "TSO", "--json"]);
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(lines(run)).toEqual(
      [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ].map(([y, x]) => ({ results: [null, y, null, x] })),
    );
    expect((await sightline(["outcomes", storeBuffering, "-c", "sc"])).out).toMatch(/\n3 outcomes\n$/);
  });

  test.each([
    [["{ frob(1) }", "--type", "map"], "<argument>:1:1: type map has no method 'frob'"],
    [["{ put(1,"], "<argument>:1:9: expected a value"],
    [["{ read() }"], "<argument>:1:1: the history does not tell its type"],
    [["{ read() }", "--type", "register", "-c", "sc"], "<argument>:1:1: sc is for histories of type memory"],
    [
      ["{ read() }", "--type", "register", "--explain", "[1,2]"],
      "<argument>:1:1: an outcome of this program",
    ],
  ])("says where a program is wrong: %j", async (args, expected) => {
    const run = await sightline(["outcomes", ...args]);
    expect(run).toMatchObject({ code: 65, out: "" });
    expect(run.err).toContain(expected);
  });
});

describe("names", () => {
  const transactions = "multi-list { txn([[append,x,1]]) } || { txn([[read,x,null]]) => [[read,x,[1]]] }";

  test("are taken in any capitals", async () => {
    const run = await sightline([
      ..."check --type Register --format Notation --algorithm WGL --json -c Sequential".split(" "),
      "{ write(1) } || { read() => 1 }",
    ]);
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(lines(run)).toMatchObject([{ criterion: "sequential", verdict: "satisfied" }]);
    const typed = await sightline(["check", "Map { put(1,0) => null }", "--json"]);
    expect(lines(typed)).toMatchObject([{ verdict: "satisfied" }]);
    const gradual = await sightline(["check", storeBuffering, "-c", "Gradual", "--json"]);
    expect(lines(gradual).map(({ criterion }) => criterion)).toContain("tso");
  });

  test("of databases are known, and told as they were asked for", async () => {
    const run = await sightline([
      "check",
      transactions,
      "-c",
      "serializability,strict-serializability",
      "--json",
    ]);
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(lines(run)).toMatchObject([
      { criterion: "serializability", verdict: "satisfied" },
      { criterion: "strict-serializability", verdict: "satisfied" },
    ]);
    const refused = await sightline(["check", "satisfied.json", "-c", "serializability"]);
    expect(refused.code).toBe(65);
    expect(refused.err).toMatch(/serializability is of transactions, .*: for type \S+ ask for sequential/);
    expect((await sightline(["criteria"])).out).toContain("strict-serializability");
    expect((await sightline(["criteria", "Serializability"])).out).toContain("one order of all transactions");
  });
});

describe("what is given on the command line", () => {
  test("is quoted in few words, however long it is", async () => {
    for (const args of [
      ["--axioms", `vis >= ${"(".repeat(100_000)}hb${")".repeat(100_000).slice(0, 10)}`],
      ["--initial", "[".repeat(100_000)],
      ["-c", "x".repeat(100_000)],
    ]) {
      const run = await sightline(["check", "satisfied.json", ...args]);
      expect(run).toMatchObject({ code: 64, out: "" });
      expect(run.err.length).toBeLessThan(2200);
    }
  });
});
