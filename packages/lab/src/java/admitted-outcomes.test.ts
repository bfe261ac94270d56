// @module-tag slow
import { readFileSync } from "node:fs";
import { admittedOutcomes, levelNames, type Value } from "@sightline/core";
import { afterAll, describe, expect, it } from "vitest";
import { parseProgram, programHistory, stepsOf } from "../object/notation.js";
import { findShippedSpec } from "../object/find-shipped-spec.js";
import { typeOfTarget } from "../object/type-of-target.js";
import type { Target } from "../object/target.js";
import { openJavaTarget } from "./java-target.js";
import { whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";

const noJdk = await whyNoJdk();

const lines = (name: string): string[] =>
  readFileSync(new URL(`../../../core/test-data/violat/${name}`, import.meta.url), "utf8")
    .trim()
    .split("\n");

const rows = lines("table2-programs.txt").map((line) => line.split("|"));
const expected = new Map(
  lines("table2-admitted-outcomes.tsv").map((line) => {
    const [id, level, outcomes] = line.split("\t");
    return [`${id} ${level}`, outcomes.split("|").sort()];
  }),
);

/** A result as the tables of POPL'19 write it; entries are `key=value`, maps stand in braces. */
function print(method: string, value: Value): string {
  if (value === null) return "N";
  if (typeof value === "boolean") return value ? "T" : "F";
  if (typeof value === "string") return value.replaceAll(" ", "");
  if (typeof value !== "object") return JSON.stringify(value);
  if (!Array.isArray(value)) return "E";
  const parts = value as Value[];
  const entry = (pair: Value): string => (pair as Value[]).map((part) => JSON.stringify(part)).join("=");
  if (method.endsWith("Entry")) return entry(parts);
  if (method === "entrySet") return `[${parts.map(entry).join(",")}]`;
  if (method.endsWith("Map")) return `{${parts.map(entry).join(",")}}`;
  return `[${parts.map((part) => JSON.stringify(part)).join(",")}]`;
}

describe.skipIf(noJdk !== undefined)("the object as its own specification (POPL'19 Fig. 7)", () => {
  const targets = new Map<string, Promise<Target>>();
  const open = async (className: string): Promise<Target> => {
    const name = `java.util.concurrent.${className}`;
    const spec = await findShippedSpec(name);
    return openJavaTarget({ className: name, ...(spec !== undefined && { spec }) });
  };
  afterAll(async () => {
    for (const target of targets.values()) await (await target).close();
  });

  it.each(rows)("%s %s.%s admits what the table says: %s", async (id, className, method, text) => {
    const target = targets.get(className) ?? open(className);
    targets.set(className, target);
    const program = parseProgram(text);
    const type = await typeOfTarget(await target, program);
    const methods = stepsOf(program).map((step) => step.method);
    for (const level of levelNames) {
      const options = { type, levels: { [method]: level, "*": "complete" } as const };
      const found = Array.from(admittedOutcomes(programHistory(program), options), ({ results }) =>
        results.map((result, i) => print(methods[i], result)).join(","),
      );
      expect([level, ...found.sort()]).toEqual([level, ...(expected.get(`${id} ${level}`) ?? [])]);
    }
  });
});
