import { check, printHistory } from "@sightline/core";
import { readError, readOne, testData } from "@sightline/testing/formats/read-all.js";
import { describe, expect, test } from "vitest";

const [, ...rows] = testData("awdit/verdicts.csv").toString().trim().split("\n");

/** Verdicts beside histories, as a table. */
const verdictsOf = (folder: string): readonly string[][] =>
  testData(`${folder}/verdicts.csv`)
    .toString()
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.split(","));

describe("anomalies that Elle and dbcop tell apart", () => {
  test.each(verdictsOf("elle"))("Elle's %s: serializability %s, strict %s", async (file, verdict, strict) => {
    const history = await readOne(testData(`elle/${file}`));
    expect(check(history, { criterion: "serializability" }).verdict).toBe(verdict);
    expect(check(history, { criterion: "strict-serializability" }).verdict).toBe(strict);
  });

  test.each(verdictsOf("dbcop"))("dbcop's %s: serializability %s", async (file, verdict) => {
    const history = await readOne(testData(`dbcop/${file}`));
    expect(check(history, { criterion: "serializability" }).verdict).toBe(verdict);
  });
});

describe("transactions of Plume and AWDIT", () => {
  test.each(rows.map((row) => row.split(",")))("AWDIT's %s: serialisability %s", async (file, verdict) => {
    const history = await readOne(testData(`awdit/${file}`));
    const result = check(history, { criterion: "serializability" });
    expect(result.verdict).toBe(verdict);
    if (result.verdict === "violated") expect(result.violation.kind).not.toBe("exhausted");
  });

  test("are read in both spellings; what was aborted is left out", async () => {
    const lines = await readOne("w 1 100\nr 2 0\n---\nw 2 7\n=====\nr 1 100");
    const placed = await readOne("w(1,100,0,0)\nr(2,0,0,0)\nw(2,9,0,-1)\nw(2,7,0,1)\nr(1,100,1,0)\n");
    expect(printHistory(lines)).toBe(
      "multi-register { txn([[write,1,100],[read,2,null]]) => [[write,1,100],[read,2,null]]; txn([[write,2,7]]) => [[write,2,7]] } || { txn([[read,1,null]]) => [[read,1,100]] }",
    );
    expect(printHistory(placed)).toBe(printHistory(lines));
    // Where somebody writes it, 0 is a value as any other.
    expect(printHistory(await readOne("w 1 0\n===\nr 1 0"))).toContain("[[read,1,0]]");
  });

  test("what is wrong is told with its place", async () => {
    expect(await readError("w 1 1\nx 1 1")).toMatch(/^in:2:1: expected "w key value"/);
  });
});

describe("histories of dbcop", () => {
  const sessions =
    '[[{"events":[{"Write":{"variable":0,"version":1}}],"committed":true},{"events":[{"Write":{"variable":0,"version":2}}],"committed":false}],[],[{"events":[{"Read":{"variable":0,"version":1}},{"Read":{"variable":1,"version":null}}],"committed":true}]]';
  const text =
    "multi-register { txn([[write,0,1]]) => [[write,0,1]] } || 2 { txn([[read,0,null],[read,1,null]]) => [[read,0,1],[read,1,null]] }";

  test("are read from JSON, bare and with what is told about them", async () => {
    expect(printHistory(await readOne(sessions))).toBe(text);
    expect(printHistory(await readOne(`{"params":{"id":0},"info":"x","data":${sessions},"end":"now"}`))).toBe(
      text,
    );
    expect(await readError('[[{"events":[{"Rid":{}}],"committed":true}]]')).toMatch(
      /^in:1:3: an event must be/,
    );
    expect(await readError('[[{"events":[]')).toMatch(/^in:1:/);
  });

  test("are read from .hist", async () => {
    const history = await readOne(
      "// Session 1\n[x:=1 y:=2] [y==2 x:=3]\n---\n// Session 2\n  [x==1 y:=4]\n",
    );
    expect(printHistory(history)).toBe(
      "multi-register { txn([[write,x,1],[write,y,2]]) => [[write,x,1],[write,y,2]]; txn([[read,y,null],[write,x,3]]) => [[read,y,2],[write,x,3]] } || { txn([[read,x,null],[write,y,4]]) => [[read,x,1],[write,y,4]] }",
    );
    expect(check(history, { criterion: "serializability" }).verdict).toBe("violated");
    expect(await readError("[x:=1]\n[x:=1 y=2]")).toBe('in:2:1: expected x:=1 or x==1, not "y=2"');
    expect(await readError("[x:=1]\n  x:=1 y:=2]")).toMatch(/^in:2:3: expected transactions in brackets/);
  });
});
