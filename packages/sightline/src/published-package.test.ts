// @module-tag slow
import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** What a user gets: the tarball, installed in an empty folder (`npm run build` has made its contents). */
const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const workspace = fileURLToPath(new URL("../../..", import.meta.url));
let folder = "";
let packed: readonly string[] = [];

const run = (command: string, args: readonly string[], cwd = folder): string =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** What a command prints that must fail. */
function failing(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", CI: "", VITEST: "", NODE_TEST_CONTEXT: undefined },
  });
  expect(status).not.toBe(0);
  return stdout + stderr;
}

/** A package of ours, as if it were installed in the folder too. */
const linkInstalled = (name: string): void =>
  symlinkSync(join(workspace, "node_modules", name), join(folder, "node_modules", name), "dir");

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "sightline-package-")));
  const [{ filename, files }] = JSON.parse(
    run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], packageFolder),
  ) as [{ filename: string; files: { path: string }[] }];
  packed = files.map(({ path }) => path);
  write("package.json", JSON.stringify({ name: "empty", private: true }));
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", join(folder, filename)]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const question = `
const history = parseHistory("{ write(1) => null; read() => 1 } || { write(2) => null; read() => 2 }");
const { verdict } = check(history, { type: types.register });
console.log(verdict, measure(history, { type: "register" }).level);
`;

describe("the package, installed from its tarball", () => {
  test("holds what is needed and nothing of tests, sources or maps", () => {
    for (const file of ["README.md", "LICENSE", "CHANGELOG.md", "bin/sightline.js"])
      expect(packed).toContain(file);
    expect(packed.filter((path) => /(?<!vi)test|\.map$|(?<!\.d)\.c?ts$|^dist|^src/.test(path))).toEqual([]);
    const code = packed.filter((path) => /\.c?js$/.test(path));
    for (const path of code) {
      const text = readFileSync(join(folder, "node_modules/sightline", path), "utf8");
      expect(text, path).not.toMatch(/sourceMappingURL|["']@sightline\//);
    }
  });

  test("is imported as ES modules", () => {
    write("question.mjs", `import { check, measure, parseHistory, types } from "sightline";${question}`);
    expect(run(process.execPath, ["question.mjs"])).toBe("satisfied complete\n");
  });

  test("is required as CommonJS, each entry", () => {
    write("question.cjs", `const { check, measure, parseHistory, types } = require("sightline");${question}`);
    expect(run(process.execPath, ["question.cjs"])).toBe("satisfied complete\n");
    write(
      "entries.cjs",
      `const core = require("sightline/core"), lab = require("sightline/lab"), all = require("sightline");
       const stores = require("sightline/stores");
       console.log(core.check === all.check, typeof lab.runTests, core.HistoryError === all.HistoryError);
       stores.openStore("yjs:map").catch(({ name, message }) => console.log(name, message.split("Run: ")[1]));`,
    );
    expect(run(process.execPath, ["entries.cjs"])).toBe("true function true\nNotInstalled npm install yjs\n");
  });

  test("builds a history, keeps limits and prints a report", () => {
    write(
      "report.mjs",
      `import { check, createHistoryBuilder, evaluateAxioms, findWrongHint, printAxioms, printReport } from "sightline";
       const builder = createHistoryBuilder({ type: "map" });
       builder.add({ session: 0, method: "put", args: ["x", 1], result: null, call: 1n, return: 2n });
       builder.add({ session: 1, method: "get", args: ["x"], result: undefined, call: 3n, return: 4n });
       const history = builder.finish();
       const result = check(history, { limits: { seconds: 60, megabytes: 500 } });
       console.log(printReport(history, result, { title: "lost" }).split(" (")[0]);
       console.log([evaluateAxioms, findWrongHint, printAxioms].map((one) => typeof one).join());
       try { check(history, { limits: { deadline: 1 } }); } catch (error) { console.log(error.name); }`,
    );
    expect(run(process.execPath, ["report.mjs"])).toBe(
      "✘ lost: linearizability violated\nfunction,function,function\nHistoryError\n",
    );
  });

  test("checks a history with several threads, from ES modules and from CommonJS", () => {
    const ask = `checkParallel(parseHistory("set { add(1) => true } || { contains(1) => false }"), { criterion: "causal" })
      .then(({ verdict }) => console.log(verdict));`;
    write("threads.mjs", `import { checkParallel, parseHistory } from "sightline"; ${ask}`);
    write("threads.cjs", `const { checkParallel, parseHistory } = require("sightline"); ${ask}`);
    expect(run(process.execPath, ["threads.mjs"])).toBe("satisfied\n");
    expect(run(process.execPath, ["threads.cjs"])).toBe("satisfied\n");
  });

  test.each(["nodenext", "bundler"])(
    "has types that TypeScript reads (%s), with nothing else installed",
    (resolution) => {
      const compiler = join(workspace, "node_modules/typescript-native/bin/tsc");
      const source = `
      import { check, type History, parseHistory, type Result } from "sightline/core";
      const history: History = parseHistory("register { write(1) }");
      const result: Result = check(history, { criterion: "sequential" });
      if (result.verdict === "satisfied") result.witness.linearization satisfies readonly number[];
      else if (result.verdict === "violated") result.violation.reason satisfies string;
      else result.reason satisfies string;
      // @ts-expect-error: only a violation has a reason in words
      result.violation;
    `;
      const module = resolution === "bundler" ? "esnext" : "nodenext";
      const flags = ["--strict", "--noEmit", "--types", "", "--target", "es2022", "--skipLibCheck", "false"];
      const files = resolution === "bundler" ? ["typed.mts"] : ["typed.mts", "typed.cts"];
      for (const file of files) write(file, source);
      run(process.execPath, [
        compiler,
        ...flags,
        "--module",
        module,
        "--moduleResolution",
        resolution,
        ...files,
      ]);
    },
  );

  test("sightline/core runs in a browser: nothing of Node is in its bundle", async () => {
    write("page.js", `import { check, measure, parseHistory, types } from "sightline/core";${question}`);
    const { outputFiles } = await build({
      entryPoints: [join(folder, "page.js")],
      absWorkingDir: folder,
      bundle: true,
      minify: true,
      platform: "browser",
      format: "iife",
      write: false,
    });
    const [{ text, contents }] = outputFiles;
    const printed: unknown[][] = [];
    const page = createContext({
      console: { log: (...words: unknown[]) => printed.push(words) },
      performance,
    });
    runInContext(text, page);
    expect(printed).toEqual([["satisfied", "complete"]]);
    // All engines of five papers, minified and compressed; a page that only parses and prints needs a tenth.
    expect(gzipSync(contents).length).toBeLessThan(295_000);
  });

  test.each([
    ["parseHistory", 46_500],
    ["verifyWitness", 56_000],
    ["measure", 192_000],
  ])("a page that imports %s alone leaves out the rest", async (name, most) => {
    write("part.js", `import { ${name} } from "sightline/core"; console.log(${name});`);
    const { outputFiles } = await build({
      entryPoints: [join(folder, "part.js")],
      absWorkingDir: folder,
      bundle: true,
      minify: true,
      platform: "browser",
      write: false,
    });
    expect(gzipSync(outputFiles[0].contents).length).toBeLessThan(most);
  });

  /** What a user writes: a cache whose update loses the other's, between its reading and its writing. */
  const racyCounter = `
    class Counter {
      held = 0;
      async inc() { const seen = this.held; await null; this.held = seen + 1; }
      read() { return this.held; }
    }`;
  const recorded = `
      const rec = recorder({ type: "counter" });
      const counter = new Counter();
      const [alice, bob] = ["alice", "bob"].map((name) => rec.session(name).wrap(counter));
      await Promise.all([alice.inc(), bob.inc()]);
      alice.read();`;

  test("is used in a test of vitest, README's own, which explains its failure", () => {
    for (const name of ["vitest", "fast-check"]) linkInstalled(name);
    const readme = readFileSync(join(folder, "node_modules/sightline/README.md"), "utf8");
    const [, name, code] = /^```ts (\S+\.test\.ts)\n(.*?)^```$/ms.exec(readme) ?? [];
    write(name, code);
    write(
      "lanes.test.mjs",
      `import { test } from "vitest";
       import * as fc from "fast-check";
       import { concurrentCommands, concurrently } from "sightline/fast-check";
       class Counter {
         held = 0;
         constructor(scheduler) { this.wait = scheduler.scheduleFunction(async () => {}); }
         async inc(n = 1) { const seen = this.held; await this.wait(); this.held = seen + n; }
         read() { return this.held; }
       }
       const make = (scheduler) => new Counter(scheduler);
       test("counts in every order", () =>
         fc.assert(concurrently({ type: "counter", methods: ["inc", "read"], make }), { seed: 1 }));
       const inc = { check: () => true, run: async (model, real) => { await real.inc(); model.n++; }, toString: () => "inc()" };
       const read = {
         check: () => true,
         run: async (model, real) => { if (real.read() !== model.n) throw new Error("not " + model.n); },
         toString: () => "read()",
       };
       test("counts, by its commands", () =>
         fc.assert(
           concurrentCommands({
             commands: [fc.constant(inc), fc.constant(read)],
             model: () => ({ n: 0 }),
             make,
           }),
           { seed: 2 },
         ));`,
    );
    const printed = failing(process.execPath, [
      join(folder, "node_modules/vitest/vitest.mjs"),
      "run",
      "--root",
      folder,
      "--no-color",
    ]);
    const [, excerpt] = /^```text\n(.*?)^```$/ms.exec(readme) ?? [];
    const timeless = (text: string): string => text.replaceAll(/[\d.]+ ms/g, "TIME");
    for (const line of excerpt.trimEnd().split("\n"))
      expect(timeless(printed)).toContain(timeless(line.trim()));
    expect(printed.match(/Property failed after \d+ tests?\s+\{ seed: [12], path: "/g)).toHaveLength(2);
    expect(printed).toMatch(/read\(\) fails: not \d/);
    expect(printed).toMatch(/3 failed/);
  });

  test("is used in a test of jest", () => {
    linkInstalled("jest");
    mkdirSync(join(folder, "jest-tests"));
    write(
      "jest-tests/counter.test.cjs",
      `const { recorder } = require("sightline");
       ${racyCounter}
       test("counts", async () => {${recorded}
         expect(rec).toSatisfy("causal");
         expect(rec).toBeLinearizable({ seed: 7 });
       });`,
    );
    write(
      "jest-tests/package.json",
      JSON.stringify({ jest: { setupFilesAfterEnv: ["sightline/jest"], testMatch: ["**/*.test.cjs"] } }),
    );
    const printed = failing(process.execPath, [
      join(folder, "node_modules/jest/bin/jest.js"),
      "--rootDir",
      join(folder, "jest-tests"),
      "--config",
      join(folder, "jest-tests/package.json"),
    ]);
    expect(printed).toMatch(/✘ history: linearizability violated/);
    expect(printed).toMatch(/read\(\) => 1/);
    expect(printed).toMatch(/seed 7/);
  });

  test("is used in a test of node:test", () => {
    write(
      "counter.node.mjs",
      `import test from "node:test";
       import { assertSatisfies, recorder } from "sightline";
       ${racyCounter}
       test("counts", async () => {${recorded}
         assertSatisfies(rec);
       });`,
    );
    expect(failing(process.execPath, ["--test", "counter.node.mjs"])).toMatch(
      /✘ history: linearizability violated[\s\S]*read\(\) => 1/,
    );
  });

  test("has the command line, with threads, Java sources and user types in place", () => {
    const command = join(folder, "node_modules/.bin/sightline");
    expect(run(command, ["--version"])).toBe(
      `${(JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as { version: string }).version}\n`,
    );
    expect(run(command, ["check", "register { write(1); read() => 1 }"])).toMatch(/satisfied/);
    expect(run(command, ["measure", "set { add(1) => true }"])).toMatch(/complete/);
    write(
      "tally.ts",
      `export class Tally { private n: number = 0; hit(): number { return ++this.n; } }
       export default Tally;`,
    );
    expect(run(command, ["check", "--type", "./tally.ts", "{ hit() => 1 } || { hit() => 2 }"])).toMatch(
      /satisfied/,
    );
    expect(readFileSync(join(folder, "node_modules/sightline/java/Main.java"), "utf8")).toMatch(/class Main/);
    expect(readFileSync(join(folder, "node_modules/sightline/specs/ConcurrentHashMap.json"), "utf8")).toMatch(
      /put/,
    );
  });

  test("pleases publint and attw", () => {
    expect(run("npm", ["run", "lint:package"], workspace)).toMatch(/All good/);
  });
});
