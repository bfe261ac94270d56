import { printHistory } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { readAll, readError, readOne } from "@sightline/testing/formats/read-all.js";

describe("files in the notation", () => {
  test("hold one history or many, over lines as people like", async () => {
    const text = [
      "# a comment { with a brace",
      "{ put(1,0) => null } || { get(1) => 0 }",
      'map { put(1,"}") } ||',
      "  { get(1) }",
      "",
      "{ size() => 0; // {",
      "  get(2) => {a: 1} }",
      "|| { size() => 1 }",
    ].join("\r\n");
    const items = await readAll(text);
    expect(
      items.map(({ history, error }) => (history === undefined ? error.message : printHistory(history))),
    ).toEqual([
      "{ put(1,0) => null } || { get(1) => 0 }",
      'map { put(1,"}") } || { get(1) }',
      "{ size() => 0; get(2) => {a:1} } || { size() => 1 }",
    ]);
    expect([...(items[2].history?.lines ?? [])]).toEqual([6, 7, 8]);
  });

  test("begin with a type, a state or a session's name, and end with edges, over lines", async () => {
    const text = [
      "memory({x:1})",
      "alice { read(x) => 1 } || bob { write(x,2) }",
      "with 0 < 1",
      '"a b" { read() }',
      "7 { read() @1-2; ?write(1) @3- }",
      "registre { read() }",
      "register(0) { ?write(1); read() => 1 } with 0 < 1,",
      "  0 < 1",
    ].join("\n");
    const items = await readAll(text);
    expect(
      items.map(({ history, error }) => (history === undefined ? error.message : printHistory(history))),
    ).toEqual([
      "memory({x:1}) alice { read(x) => 1 } || bob { write(x,2) } with 0 < 1",
      '"a b" { read() }',
      "7 { read() @0-1; ?write(1) @2- }",
      "registre { read() }",
      "register(0) { ?write(1); read() => 1 } with 0 < 1, 0 < 1",
    ]);
    for (const beginning of ['"a b" { read() }', "7 { read() }", "é { read() }", "register(7) { read() }"])
      expect((await readOne(beginning)).size, beginning).toBe(1);
    expect(await readError("{ a() }\nwith 0 < 4")).toContain("in:2:6: 4 is not an operation");
  });

  test("go on after an error", async () => {
    const items = await readAll("{ a( }\n{ b(1) }\n");
    expect(items[0].error?.message).toBe('in:1:6: expected a value, not "}"');
    expect(items[1].history?.size).toBe(1);
  });

  test("take a type, and tell where they are wrong", async () => {
    expect((await readOne("{ a() }", { type: "set" })).type).toBe("set");
    expect(await readError("\n\n{ a() } | { b() }")).toContain('in:3:9: expected "||"');
    expect(await readError("# nothing\n// here", { format: "notation" })).toBe(
      "in: the input holds no history: 0 operations",
    );
    expect(await readError("{ a(1,\n")).toContain("expected a value, not the end of the text");
  });
});
