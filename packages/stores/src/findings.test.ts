import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runProgram } from "./failure/run-program.js";

const folder = fileURLToPath(new URL("..", import.meta.url));
const findings = new URL("../../../examples/findings/", import.meta.url);

/** What each program prints with the versions that are pinned. */
const printed: Readonly<Record<string, string>> = {
  // What was 5 by then is still 1 in the live document.
  "automerge-live-view.mjs": '[[["k0",1]],[["k0",5]]]',
  // Of two updates of one author the second was seen, and the first was not.
  "json-joy-out-of-order.mjs": "[3,null]",
  // The author deleted the key, and sees its older value.
  "pouchdb-resurrection.mjs": "[3]",
  // The replica wrote, nobody deleted, and there is nothing.
  "yjs-vanishing-value.mjs": "[null]",
};

test("every finding is here", () =>
  expect(readdirSync(findings).filter((name) => name.endsWith(".mjs"))).toEqual(Object.keys(printed)));

test.each(Object.entries(printed))("%s prints %s", async (name, line) => {
  const { lastLine, errors } = await runProgram(readFileSync(new URL(name, findings), "utf8"), folder);
  expect(errors).toBe("");
  expect(lastLine).toBe(line);
});
