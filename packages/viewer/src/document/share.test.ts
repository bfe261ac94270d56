import { parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { compress } from "./compress.js";
import { packHistory } from "./packed-history.js";
import { fromFragment, toFragment } from "./share.js";

const document = {
  title: "stale <read>",
  history: packHistory(parseHistory("register { write(1) @0-10; read() => 0 @12-20 } || { ?write(2) @1- }")),
  criterion: "linearizability",
};

test("a document comes out of an address as it went in, without its result", async () => {
  const fragment = await toFragment({ ...document, result: { verdict: "unknown" } as never });
  expect(fragment).toMatch(/^#h=[\w-]+$/);
  expect(await fromFragment(fragment)).toEqual(document);
});

test("a long history takes few letters", async () => {
  const text = Array.from({ length: 1000 }, (_, i) => `write(${i % 10}) @${i * 10}-${i * 10 + 7}`).join("; ");
  const fragment = await toFragment({
    title: "long",
    history: packHistory(parseHistory(`register { ${text} }`)),
  });
  expect(fragment.length).toBeLessThan(2000);
});

test("an address without a history carries none", async () => {
  expect(await fromFragment("")).toBeUndefined();
  expect(await fromFragment("#elsewhere")).toBeUndefined();
});

test.each([
  ["nothing", null],
  ["a number", 5],
  ["no title", { history: document.history }],
  ["no history", { title: "" }],
  ["a label that is not there", { title: "", history: { ...document.history, label: [0, 9, 1] } }],
  ["a session that is not there", { title: "", history: { ...document.history, session: [0, -1, 1] } }],
  ["a column that is too short", { title: "", history: { ...document.history, took: [1] } }],
  ["an edge to nowhere", { title: "", history: { ...document.history, happensBefore: [0, 99] } }],
  ["a label that is none", { title: "", history: { ...document.history, labels: [[1], [2], [3]] } }],
  ["annotations that are none", { title: "", history: { ...document.history, annotations: [{ at: 1 }] } }],
  ["annotations that are no list", { title: "", history: { ...document.history, annotations: {} } }],
  ["a criterion that is no text", { ...document, criterion: {} }],
])("an address with %s is refused", async (_, given) => {
  await expect(fromFragment(`#h=${await compress(JSON.stringify(given))}`)).rejects.toThrow(TypeError);
});

test("a damaged address is refused", async () => {
  await expect(fromFragment("#h=!!!")).rejects.toThrow();
  await expect(fromFragment("#h=AAAA")).rejects.toThrow();
});
