import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesMatching, folderOf, isBracePattern } from "./files-matching.js";

let root = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "sightline-glob-"));
  const files = ["a.json", "b.json", "c.edn", ".hidden.json", "x[1].json", "{k}.json", "deep/a.json"];
  for (const name of [...files, "deep/er/b.json", "deep/er/run-10.log", "deep/.git/a.json"]) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), "");
  }
  symlinkSync(root, join(root, "deep", "loop"));
});

afterAll(() => rmSync(root, { recursive: true }));

describe("filesMatching", () => {
  test.each([
    ["*.json", ["a.json", "b.json", "x[1].json", "{k}.json"]],
    ["?.json", ["a.json", "b.json"]],
    [".*.json", [".hidden.json"]],
    ["[a-b].json", ["a.json", "b.json"]],
    ["[!a].json", ["b.json"]],
    ["[^a].json", ["b.json"]],
    ["[]b].json", ["b.json"]],
    ["{a,c}.{json,edn}", ["a.json", "c.edn"]],
    ["{a,{b,c}}.*", ["a.json", "b.json", "c.edn"]],
    ["{deep/,}a.json", ["a.json", "deep/a.json"]],
    ["{k}.json", ["{k}.json"]],
    ["x\\[1\\].j*", ["x[1].json"]],
    ["deep/*", ["deep/a.json"]],
    ["*/a.json", ["deep/a.json"]],
    ["**/a.json", ["a.json", "deep/a.json"]],
    ["deep/**/*.json", ["deep/a.json", "deep/er/b.json"]],
    ["deep/**", ["deep/a.json", "deep/er/b.json", "deep/er/run-10.log"]],
    ["**/er/**/*.log", ["deep/er/run-10.log"]],
    ["**/run-[0-9]*.log", ["deep/er/run-10.log"]],
    ["a.jso", []],
    ["a.json/*", []],
    ["nowhere/*.json", []],
    ["[z", []],
    ["[z-a].json", []],
    ["[\\a\\b\\-].json", ["a.json", "b.json"]],
    ["{a", []],
  ])("%s", async (pattern, expected) => {
    const found = await filesMatching(`${root}/${pattern}`);
    expect(found.map((file) => file.slice(root.length + 1))).toEqual(expected);
  });
});

test("where all matches are", () => {
  expect(folderOf("*.json")).toBe(".");
  expect(folderOf("logs/**/*.json")).toBe("logs");
  expect(folderOf("/a/b{1,2}/c")).toBe("/a");
  expect(folderOf("/*.json")).toBe("/");
});

test("braces of patterns are told from those of histories", () => {
  for (const pattern of ["{a,b}.json", "logs/{a,b}/*", "run{1,2}"])
    expect(isBracePattern(pattern), pattern).toBe(true);
  for (const text of [
    "{ put(1,0) }",
    '{"type":"map","operations":[]}',
    "map{put(1,0)}||{get(1)}",
    "{}",
    "{a}",
  ])
    expect(isBracePattern(text), text).toBe(false);
});
