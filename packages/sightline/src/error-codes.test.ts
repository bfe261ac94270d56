import { readdirSync, readFileSync } from "node:fs";
import {
  check,
  createHistoryBuilder,
  Exhausted,
  parseAxioms,
  parseHistory,
  typeFromModule,
} from "@sightline/core";
import { readHistories } from "@sightline/formats";
import { readSpec } from "@sightline/lab";
import { describe, expect, test } from "vitest";
import { UsageError } from "./errors/usage-error.js";

const root = new URL("../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const codesIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, code]) => code))].sort();

/** The sources of all packages, tests and the list of codes apart. */
const sources = readdirSync(new URL("packages/", root)).flatMap((name) =>
  readdirSync(new URL(`packages/${name}/src/`, root), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.endsWith("error-code.ts"))
    .map((path) => `packages/${name}/src/${path}`),
);

describe("the codes of errors", () => {
  const listed = codesIn(read("packages/core/src/errors/error-code.ts"), /"(SL\d{4})"/g);
  const explained = codesIn(read("docs/errors.md"), /^\| `(SL\d{4})`/gm);
  const thrown = codesIn(sources.map(read).join("\n"), /"(SL\d{4})"/g);

  test("that are listed are those that docs/errors.md explains, each once", () => {
    expect(explained).toEqual(listed);
    expect([...read("docs/errors.md").matchAll(/^\| `SL/gm)]).toHaveLength(listed.length);
  });

  test("that are listed are those that the sources use", () => expect(thrown).toEqual(listed));
});

/** The code of what is thrown. */
function codeOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return (error as { readonly code?: unknown }).code;
  }
  return expect.fail("nothing was thrown");
}

/** The code of the first error of an input. */
async function codeOfInput(text: string, format?: string): Promise<string | undefined> {
  async function* bytes() {
    yield new TextEncoder().encode(text);
  }
  for await (const { error } of readHistories(bytes(), { file: "in", format })) return error?.code;
  return undefined;
}

const add = (operation: object) => () => createHistoryBuilder().add(operation as never);
const register = parseHistory("register { write(1) }");
const failing = typeFromModule(
  {
    init: () => 0,
    step() {
      throw new Error("oh");
    },
  },
  "mine",
);

describe("errors carry their code", () => {
  test.each<[string, () => unknown]>([
    ["SL1002", add({ session: 0 })],
    ["SL1003", add({ session: 0, method: "m", reslut: 1 })],
    ["SL1004", add({ session: 0, method: "m", args: [new Date(0)] })],
    ["SL1005", add({ session: 0, method: "m", call: 2, return: 1 })],
    ["SL1005", add({ session: 0, method: "m", call: "soon" })],
    ["SL1006", () => createHistoryBuilder({ happensBefore: [[0, 1]] }).finish()],
    ["SL1007", () => check(parseHistory("{ read() }"))],
    ["SL1007", () => check(register, { type: "regster" })],
    ["SL1008", () => check(parseHistory("register { wirte(1) }"))],
    ["SL1009", () => check(parseHistory("counter { read() }"), { initial: "many" })],
    ["SL1101", () => parseHistory("{ write(1")],
    ["SL1201", () => parseAxioms("vis >= viss")],
    ["SL1301", () => check(register, { critereon: "causal" } as object)],
    ["SL1301", () => check(register, { limits: { second: 1 } } as object)],
    ["SL1302", () => check(register, { limits: { seconds: -1 } })],
    ["SL1303", () => check(register, { criterion: "casual" })],
    ["SL1304", () => check(register, { criterion: "tso" })],
    ["SL1305", () => check(register, { levels: { write: "strong" as never } })],
    ["SL1306", () => check(register, { algorithm: "magic" as never })],
    ["SL1401", () => check(parseHistory("{ go() }"), { type: failing })],
    ["SL3001", () => readSpec("{")],
  ])("%s", (code, work) => expect(codeOf(work)).toBe(code));

  test("in files: of the format, or of the history where that is wrong", async () => {
    expect(await codeOfInput('{"operations":[{]}')).toBe("SL2001");
    expect(await codeOfInput('{"operations":[{"session":0,"method":"m","call":1.5}]}')).toBe("SL1005");
    expect(await codeOfInput("{ write(1")).toBe("SL1101");
    expect(await codeOfInput("[", "jepsen")).toBe("SL2003");
    expect(await codeOfInput("what is this?")).toMatch(/^SL/);
    expect(await codeOfInput("")).toBe("SL2000");
    expect(await codeOfInput("{}", "nosuch")).toBe("SL2000");
  });

  test("also what is no error of a history", () => {
    expect(new Exhausted("states").code).toBe("SL1307");
    expect(new UsageError("no").code).toBe("SL4001");
  });
});
