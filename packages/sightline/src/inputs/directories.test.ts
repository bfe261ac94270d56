import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { lines, sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";

const scratch = scratchFolder();

/** A folder with these files. */
function folder(name: string, files: Readonly<Record<string, string>>): string {
  for (const [file, text] of Object.entries(files)) {
    const path = join(scratch, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return join(scratch, name);
}

const good = {
  "history.json": '{"type":"register","operations":[{"session":0,"method":"read","result":null}]}',
};

describe("files of a directory that hold no history", () => {
  const store = folder("store", {
    ...good,
    "results.edn": "{:valid? false,\n :linear {:final-paths [{:op {:process 3, :type :ok, :f :read}}]}}\n",
    "jepsen.log": "2024-01-01 12:00:00,000\tINFO\t[main] jepsen.core: Running test\n",
    "package.json": '{"name":"etcd","type":"module","dependencies":{}}',
    "deep/notes.txt": "Three nodes, one of them slow.\n",
    "deep/server.log": "server {\n  listen 80;\n}\n",
    "deep/requests.ndjson": '{"level":30,"method":"GET"}\n{"level":30,"method":"PUT"}\n',
    "empty.log": "",
    "none.json": "[]",
    "verdicts.ndjson": '{"file":"a.json","verdict":"violated","violation":{"core":{"operations":[]}}}\n',
    "readings.txt": "12 13\n14 15\n",
  });
  const line =
    `10 files in ${store}/ hold no history: ` +
    "deep/notes.txt, deep/requests.ndjson, deep/server.log, empty.log, jepsen.log and 5 more\n";

  test("are passed over with one line, whatever the output", async () => {
    for (const options of [[], ["--json"], ["--quiet"]]) {
      const run = await sightline(["check", store, ...options]);
      expect(run.err).toBe(line);
      expect(run.code).toBe(0);
    }
    expect(lines(await sightline(["check", store, "--json"]))).toMatchObject([{ verdict: "satisfied" }]);
    const measured = await sightline(["measure", store, "--json"]);
    expect(measured).toMatchObject({ code: 0, err: line });
    expect(lines(measured)).toHaveLength(2);
  });

  test("are in reports as skipped, and as not checked", async () => {
    const [junit, html] = [join(scratch, "report.xml"), join(scratch, "report.html")];
    await sightline(["check", store, "--junit", junit, "--html", html]);
    expect(readFileSync(junit, "utf8")).toContain(
      '<skipped message="holds no history: cannot tell the format',
    );
    expect(readFileSync(junit, "utf8")).not.toContain("<error");
    expect(readFileSync(html, "utf8")).toContain("notes.txt");
  });

  test("are not valid where they are named", async () => {
    for (const name of ["deep/notes.txt", "results.edn", "package.json"])
      for (const args of [[join(store, name)], [store, join(store, name)]]) {
        const run = await sightline(["check", ...args]);
        expect(run.code, name).toBe(65);
        expect(run.err).toContain(`${join(store, name)}:`);
      }
  });

  test("are not valid where a pattern matches them, as if the shell had", async () => {
    expect((await sightline(["check", `${store}/*.edn`])).code).toBe(65);
  });

  test("are not valid where they are all that there is", async () => {
    const barren = folder("barren", { "a.txt": "hello", "b.log": "" });
    for (const command of ["check", "measure"]) {
      const run = await sightline([command, barren]);
      expect(run.code).toBe(65);
      expect(run.err).toBe(`${barren}: no file in this directory holds a history: a.txt, b.log [SL2000]\n`);
    }
  });
});

describe("a damaged history in a directory is not valid", () => {
  test.each([
    ["cut.json", '{"type":"register","operations":[{"session":0,"meth'],
    ["cut-early.json", '{"type":"register","opera'],
    ["misspelt.json", '{"operation":[],"session":0,"method":"read"}'],
    ["no-operations.json", '{"type":"map"}'],
    ["bad-line.ndjson", '{"type":"register","operations":[{"session":0,"method":"read","args":7}]}\n'],
    ["cut.edn", "{:type :invoke, :f :read, :process 0}\n{:type :ok, :f :read, :va"],
    ["no-type.edn", "[{:f :read, :process 0, :value nil}]"],
    ["commented.edn", "; from Jepsen\n{:process 0 :type :invok :f :read}"],
    ["events.json", '[{"process":0,"type":"invoke","f":"read"},'],
    ["notation.txt", "{ write(1) => null; read( => 1 }"],
    ["named.txt", "register { write(1 } || { read() => 1 }"],
    ["trace.trc", "2 1\n1,2,add,5\n"],
    ["sb.litmus", "X86 SB\n{ x=0; \n"],
  ])("%s", async (name, text) => {
    const run = await sightline(["check", folder(`damaged-${name}`, { ...good, [name]: text })]);
    expect(run.err).toMatch(new RegExp(`${name.replace(".", "\\.")}(?::\\d+:\\d+)?: `));
    expect(run.err).not.toContain("no history");
    expect(run.code).toBe(65);
  });

  test("also after good ones in the same file", async () => {
    const text = `${good["history.json"]}\nhello\n`;
    const run = await sightline(["check", folder("half", { "a.ndjson": text })]);
    expect(run.code).toBe(65);
    expect(run.err).toContain("a.ndjson:2:1: ");
  });
});

describe("patterns", () => {
  const logs = folder("logs", {
    "a.json": good["history.json"],
    "deep/b.json": good["history.json"],
    "c.txt": "hello",
  });

  test("stand for the files that they match", async () => {
    const run = await sightline(["check", `${logs}/**/*.json`, "--json"]);
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(lines(run).map(({ file }) => file)).toEqual([join(logs, "a.json"), join(logs, "deep/b.json")]);
    expect(lines(await sightline(["measure", `${logs}/{a,deep/b}.json`, "--json"]))).toHaveLength(3);
  });

  test("that match nothing are not valid; the others are checked", async () => {
    const run = await sightline(["check", `${logs}/*.edn`, `${logs}/a.json`]);
    expect(run.code).toBe(65);
    expect(run.err).toBe(`${logs}/*.edn: no file matches this pattern [SL2091]\n`);
    expect(run.out).toContain("1 satisfied, 1 not valid");
  });

  test("that are the names of files are these files", async () => {
    const odd = join(folder("odd", { "[a].json": good["history.json"] }), "[a].json");
    expect(await sightline(["check", odd, "--quiet"])).toEqual({ code: 0, out: "", err: "" });
  });
});
