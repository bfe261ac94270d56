// @module-tag slow
import { readdirSync, readFileSync } from "node:fs";
import {
  check,
  createHistoryBuilder,
  type ErrorCode,
  Exhausted,
  parseAxioms,
  parseHistory,
  typeFromModule,
} from "@sightline/core";
import { readHistories } from "@sightline/formats";
import { readSpec } from "@sightline/lab";
import { lines, type Run, sightline } from "@sightline/testing/sightline/run-command.js";
import { describe, expect, test } from "vitest";
import { createProgram } from "./program.js";

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
    expect(await codeOfInput("{}", "nosuch")).toBe("SL2092");
  });

  test("also what is no error of a history", () => {
    expect(new Exhausted("states").code).toBe("SL1307");
  });
});

describe("wrong usage carries its code", () => {
  const unwritable = "/nowhere/report";
  const set = "js:../../examples/lab/stale-cache.ts#NoCache";
  test.each<[ErrorCode, string]>([
    ["SL1007", "check - --type regster"],
    ["SL1007", "types regster"],
    ["SL1101", "test java:A --program {"],
    ["SL1010", "test java:A --program {}"],
    ["SL1010", "record memory --program {}"],
    ["SL1201", "check - --axioms viss"],
    ["SL1303", "check - -c casual"],
    ["SL1305", "check - --levels put=strong"],
    ["SL1305", "test java:A -c strong"],
    ["SL1306", "check - --algorithm wlg"],
    ["SL1306", "check - --algorithm wgl -c causal"],
    ["SL1402", "outcomes - --type ./nowhere.ts"],
    ["SL2091", "check - --annotations /nowhere.json"],
    ["SL2092", "check - --format jepsn"],
    ["SL3002", "test js:./nowhere.ts#A"],
    ["SL3003", "test nosuch:A"],
    ["SL3003", "record nosuch"],
    ["SL3005", "litmus SBB"],
    ["SL4002", `describe ${set} -o ${unwritable}`],
    ["SL4002", `record memory -o ${unwritable}`],
    ["SL4005", "check - --deadline 0"],
    ["SL4005", "check - --workers 1.5"],
    ["SL4005", "check - --seed one"],
    ["SL4005", "check - --memory 1"],
    ["SL4005", "test java:A --invocations 1"],
    ["SL4005", "record memory --writes 2"],
    ["SL4005", "record memory --threads 100"],
    ["SL4006", "check - --cache-size 5"],
    ["SL4006", "check - --no-pruning"],
    ["SL4006", "check - --order session"],
    ["SL4006", "check - --levels put=weak --annotations levels.json"],
    ["SL4006", "outcomes - -c weak,basic"],
    ["SL4006", "verify a.json b.json -c weak --levels put=weak"],
    ["SL4006", "test java:A -c weak --levels put=weak"],
    ["SL4006", "test js:a.ts#A --classpath a.jar"],
    ["SL4006", "record memory --deadline 1"],
    ["SL4007", "check - --on-unknown maybe"],
    ["SL4007", "measure - --order time"],
    ["SL4007", "litmus --access fast"],
    ["SL4007", "completion csh"],
    ["SL4008", "check - --initial {"],
    ["SL4008", "test java:A --args 20"],
    ["SL4008", "test java:A --values [1]"],
    ["SL4008", "check - --annotations LICENSE"],
    ["SL4009", "describe js:./package.json#A -o package.json"],
    ["SL4010", "check - -"],
    ["SL4010", "verify - -"],
    ["SL4010", "check - --watch"],
  ])("%s %s", async (code, line) => {
    const run = createProgram(() => {}).parseAsync(line.split(" "), { from: "user" });
    await expect(run).rejects.toMatchObject({ name: "UsageError", code });
  });
});

describe("a script can tell errors apart", () => {
  const told = ({ err }: Run): unknown[] =>
    err
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { error: unknown }).error);

  test.each<[ErrorCode, number, string, RegExp]>([
    [
      "SL4003",
      64,
      "chekc a.json",
      /^error: unknown command 'chekc' \[SL4003\]\n {2}\(Did you mean check\?\)\n$/,
    ],
    [
      "SL4003",
      64,
      "check --jsno a.json",
      /^error: unknown option '--jsno' \[SL4003\]\n {2}\(Did you mean --json\?\)\n$/,
    ],
    ["SL4004", 64, "completion", /^error: missing required argument 'bash\|zsh\|fish' \[SL4004\]\n$/],
    [
      "SL4004",
      64,
      "check a.json --type",
      /^error: option '--type <NAME\|FILE>' argument missing \[SL4004\]\n$/,
    ],
    [
      "SL1303",
      64,
      "check a.json -c casual",
      /^error: unknown criterion "casual"\. Did you mean "causal"\? \[SL1303\]\n$/,
    ],
    ["SL1402", 64, "check satisfied.json --type ./nowhere.ts", /^error: there is no file .* \[SL1402\]\n$/],
    ["SL2091", 65, "check nowhere.json", /^nowhere\.json: no such file or directory \[SL2091\]\n$/],
    ["SL2091", 65, "measure nowhere.json", /^nowhere\.json: no such file or directory \[SL2091\]\n$/],
    ["SL1005", 65, "check malformed.json", /^malformed\.json:3:74: "return" is before "call" \[SL1005\]\n$/],
    [
      "SL1005",
      65,
      "measure malformed.json",
      /^malformed\.json:3:74: "return" is before "call" \[SL1005\]\n$/,
    ],
    ["SL1101", 65, "outcomes {put(", /^<argument>:1:6: .* \[SL1101\]\n$/],
  ])("%s, exit %i: %s", async (code, status, line, words) => {
    const plain = await sightline(line.split(" "));
    expect(plain.code).toBe(status);
    expect(plain.err).toMatch(words);
    if (line === "completion") return;
    const json = await sightline(line.split(" ").toSpliced(1, 0, "--json"));
    expect(json.code).toBe(status);
    expect(told(json)).toMatchObject([{ code }]);
  });

  test("each input of a batch that is not valid, with its place", async () => {
    const run = await sightline(["check", "malformed.json", "satisfied.json", "mixed", "--json"]);
    expect(run.code).toBe(65);
    expect(told(run)).toEqual([
      {
        code: "SL1005",
        message: 'malformed.json:3:74: "return" is before "call"',
        file: "malformed.json",
        line: 3,
        column: 74,
        reason: '"return" is before "call"',
      },
      expect.objectContaining({ code: "SL1008", file: "mixed/several.ndjson", line: 2 }),
    ]);
    expect(lines(run).map(({ verdict }) => verdict)).not.toContain(undefined);
  });
});
