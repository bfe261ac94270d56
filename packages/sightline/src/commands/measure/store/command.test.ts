// @module-tag slow
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { storeNames } from "@sightline/stores";
import { lines, sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";
import { storeNames as namedStores } from "../../shared/store-target.js";

const folder = scratchFolder();
const example = fileURLToPath(
  new URL("../../../../../../examples/stores/lagging-register.ts", import.meta.url),
);

test("the command line knows the stores that there are", () => expect(namedStores).toEqual(storeNames));

describe("measure of a store", () => {
  test("prints what was measured, the table over both orders, the other oracles, and a program for the failure", async () => {
    const { code, out, err } = await sightline([
      "measure",
      "yjs:register",
      "--delivery",
      "any",
      "--histories",
      "12",
    ]);
    expect(err).toBe("");
    expect(code).toBe(0);
    expect(out).toMatch(
      /^yjs 13\.6\.33 as a register, 3 replicas, seed 1\n3 sessions, 15 operations, 60 % updates, values unique\nupdates in any order, 0–12 operations late\n/,
    );
    expect(out).toMatch(/^basic +1 violated .* 12 violated/m);
    expect(out).toContain("weak over session order, weak over real time.");
    expect(out).toContain("Replicas that have got everything agree in all 12 runs.");
    expect(out).toContain("Live documents and the same saved and loaded agree in all 12 runs.");
    expect(out).toContain("Run 9, made short: the history violates basic.");
    expect(out).toContain("it was run, and printed [null]");
    expect(out).toContain('    import * as Y from "yjs";');
  });

  test("with --json gives a line for each history and a summary, the same again", async () => {
    const args = [
      "measure",
      "loro:map",
      "--delivery",
      "batches",
      "--histories",
      "5",
      "--seed",
      "7",
      "--json",
    ];
    const [first, again] = [await sightline(args), await sightline(args)];
    const all = lines(first);
    const { summary } = all.pop() as { summary: Record<string, unknown> };
    expect(all.map(({ file, index, name }) => [file, index, name])).toEqual(
      [0, 1, 2, 3, 4].map((run) => ["loro:map", run, `seed 7, run ${run}`]),
    );
    expect(all[0]).toMatchObject({
      operations: 15,
      diverged: false,
      stale: false,
      realtime: { level: expect.any(String) },
    });
    expect(summary).toMatchObject({
      store: "loro",
      version: "1.17.1",
      type: "map",
      replicas: 3,
      seed: 7,
      histories: 5,
      operations: 75,
      diverged: { asked: 5, found: 0 },
      stale: { asked: 5, found: 0 },
    });
    const verdicts = (out: string): unknown => out.match(/"(verdicts|steps)":[^}\]]*/g);
    expect(verdicts(again.out)).toEqual(verdicts(first.out));
  });

  test("repeats one run, step by step", async () => {
    const { out } = await sightline([
      "measure",
      "yjs:register",
      "--delivery",
      "any",
      "--run",
      "9",
      "--no-shrink",
    ]);
    expect(out).toMatch(/^run 9:\n {2}replica \d: /);
    expect(out).toMatch(/^ {2}replica \d gets \[\d+\]$/m);
    expect(out).toContain("1 history, 15 operations");
    expect(out).not.toContain("made short");
  });

  test("exits with 1 where a live document is wrong, and shows a program", async () => {
    const args = [
      "measure",
      "automerge:map",
      "--delivery",
      "batches",
      "--keys",
      "2",
      "--histories",
      "60",
      "--quiet",
    ];
    const { code, out } = await sightline(args);
    expect(code).toBe(1);
    expect(out).toMatch(/saved and loaded differ in \d+ of 60 runs/);
    expect(out).toMatch(/made short: a live document differs/);
    expect(out).toContain("This program uses the library alone; it was run");
  });

  test("stops when three rounds come to the same", async () => {
    const { code, out } = await sightline([
      "measure",
      "yjs:set",
      "--delivery",
      "immediate",
      "--until-stable",
      "2",
    ]);
    expect(code).toBe(0);
    expect(out).toContain(
      "Stable: the last three rounds came to the same. 3 whole rounds (complete, complete, complete).",
    );
    expect(out).toContain("6 histories");
  });

  test("measures a store of the user's", async () => {
    const { code, out } = await sightline(["measure", `js:${example}`, "--histories", "5"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^lagging-register\.ts as a register/);
    expect(out).toContain("Replicas that have got everything agree in all 5 runs.");
  });
});

test("a run in which the delays were not in force says so instead of a level, and exits with 2", async () => {
  const evidence = (missing: string): string => `evidence: () => ({ bytes: [0], lag: 0, ${missing} })`;
  const store = (missing: string): string =>
    `export default {
       type: "register",
       sessions: (count) => Array.from({ length: count }, () => ({ write() {}, read() {} })),
       ${evidence(missing)},
     };`;
  const [idle, busy] = ["idle", "busy"].map((name) => join(folder, `${name}.mjs`));
  writeFileSync(idle, store('missing: "1 of 1 proxies carried nothing"'));
  writeFileSync(busy, store(""));
  const page = join(folder, "idle.html");
  const told = await sightline(["measure", `js:${idle}`, "--histories", "2", "--html", page]);
  expect(told.out).not.toContain("The strongest level");
  expect(readFileSync(page, "utf8")).toContain("The delays were not in force");
  expect(readFileSync(page, "utf8")).not.toContain('class="counts"');
  expect(told.out).toContain("The delays were not in force (1 of 1 proxies carried nothing)");
  expect(told.out).toContain("what was recorded says nothing about this configuration");
  expect(told.code).toBe(2);
  const json = lines(await sightline(["measure", `js:${idle}`, "--histories", "2", "--json"]));
  expect(json.at(-1)).toMatchObject({
    summary: {
      level: null,
      realtime: { level: null },
      evidence: { bytes: [0], missing: "1 of 1 proxies carried nothing" },
    },
  });
  expect((await sightline(["measure", `js:${busy}`, "--histories", "2"])).code).toBe(0);
});

test("--html writes a page with both tables, the shares as bars, and the program of a failure", async () => {
  const page = join(folder, "page.html");
  const args = ["measure", "yjs:register", "--delivery", "any", "--histories", "12", "--html", page];
  expect((await sightline(args)).code).toBe(0);
  const html = readFileSync(page, "utf8");
  expect(html).toContain("yjs 13.6.33 as a register, 3 replicas, seed 1");
  expect(html.match(/<table/g)).toHaveLength(2);
  expect(html.match(/<svg class="interval"/g)).toHaveLength(12);
  expect(html).toContain('aria-label="8.33 %, between 0.211 % and 38.5 %"');
  expect(html).toContain("Run 9, made short: the history violates basic");
  expect(html).not.toContain("<script");
});

describe("record of a store", () => {
  const file = join(folder, "histories.ndjson");

  test("--sights: operations say what their replica had applied, and measure asks levels of that", async () => {
    const args = ["loro:counter", "--delivery", "any", "--operations", "300", "--histories", "2", "--sights"];
    expect((await sightline(["record", ...args, "-o", file])).code).toBe(0);
    for (const line of readFileSync(file, "utf8").trim().split("\n")) {
      const { operations } = JSON.parse(line) as { operations: readonly { saw?: unknown; sees?: unknown }[] };
      expect(operations).toHaveLength(303);
      expect(operations.every(({ saw, sees }) => saw !== undefined || sees !== undefined)).toBe(true);
    }
    const measured = lines(await sightline(["measure", file, "--json"]));
    expect(measured.slice(0, 2)).toEqual([
      expect.objectContaining({
        level: "causal",
        stats: expect.objectContaining({ algorithm: "recorded sights" }),
      }),
      expect.objectContaining({
        level: "causal",
        stats: expect.objectContaining({ algorithm: "recorded sights" }),
      }),
    ]);
    const { code, out } = await sightline(["measure", ...args, "--no-shrink"]);
    expect(code).toBe(0);
    expect(out).toContain("causal over session order, weak over real time.");
  });

  test("--sights is refused where nobody knows", async () => {
    const told = await sightline(["record", "json-joy:list", "--sights", "-o", file]);
    expect(told).toMatchObject({ code: 64, err: expect.stringContaining("leave --sights out") });
    const server = await sightline(["measure", "redis:map", "--sights"]);
    expect(server).toMatchObject({
      code: 64,
      err: expect.stringContaining("--sights says nothing to redis:map"),
    });
  });

  test.each(["tinybase:map", `js:${example}`])("writes histories that measure reads: %s", async (target) => {
    const args = ["record", target, "--histories", "4", "--no-final-reads", "-o", file];
    const { code, err } = await sightline(args);
    expect(err).toMatch(/4 histories recorded/);
    expect(code).toBe(0);
    expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(4);
    expect((await sightline(["measure", file])).out).toContain("4 histories, 60 operations");
  });

  test.each([
    ["tinybase:map", 4],
    ["yjs:sequence", 4],
    [`js:${example}`, 3],
  ])("ends histories with reads at every replica when all is delivered: %s", async (target, replicas) => {
    const own = target.startsWith("js:") ? [] : ["--replicas", "4", "--delivery", "any"];
    expect((await sightline(["record", target, "--histories", "4", ...own, "-o", file])).code).toBe(0);
    for (const line of readFileSync(file, "utf8").trim().split("\n")) {
      const { operations } = JSON.parse(line) as { operations: { session: unknown; final?: boolean }[] };
      expect(new Set(operations.filter(({ final }) => final).map(({ session }) => session)).size).toBe(
        replicas,
      );
    }
    const { code, out } = await sightline(["check", file, "-c", "convergence"]);
    expect(out).toContain("4 satisfied");
    expect(code).toBe(0);
  });

  test("whose replicas stay apart violates convergence", async () => {
    const apart = join(folder, "apart.mjs");
    writeFileSync(
      apart,
      `export default {
         type: "register",
         sessions: (count) => Array.from({ length: count }, () => {
           let held = null;
           return { write: (value) => void (held = value), read: () => held };
         }),
         settle() {},
       };`,
    );
    expect((await sightline(["record", `js:${apart}`, "--histories", "2", "-o", file])).code).toBe(0);
    expect((await sightline(["check", file, "-c", "convergence"])).code).toBe(1);
  });
});

describe("wrong usage exits with 64 and says what to do", () => {
  test.each([
    [["measure", "yjs:mapp"], /Did you mean "map"\?/],
    [["measure", "tinybase:list"], /take tinybase:register/],
    [["measure", "yjs:map", "--delivery", "fif"], /Did you mean "fifo"\?/],
    [["measure", "yjs:map", "--delay", "6-3"], /--delay takes two whole numbers/],
    [["measure", "yjs:map", "--order", "realtime"], /--order is for histories in files/],
    [["measure", "yjs:map", "satisfied.json"], /a store is measured by itself/],
    [["measure", "satisfied.json", "--delivery", "any"], /--delivery is for stores/],
    [["measure", "pouchdb:map", "--restart"], /leave --restart out/],
    [["measure", "yjs:map", "--address", "redis://127.0.0.1:1"], /--address says nothing to yjs:map/],
    [["measure", "redis:set", "--address", "redis://127.0.0.1:1", "--delay", "2-8"], /Leave --delay out/],
    [["measure", "yjs:map", "--run", "1", "--histories", "2"], /--run is one history/],
    [["record", "yjs:map", "--hb", "none"], /--hb is for objects/],
    [["record", "js:./types/stack.cjs", "--delivery", "any"], /--delivery is for stores/],
  ])("%j", async (args, message) => {
    const run = await sightline(args);
    expect(run).toMatchObject({ code: 64, out: "" });
    expect(run.err).toMatch(message);
  });
});

test("a slip in a store's name is told, not looked for among files", async () => {
  for (const command of ["measure", "record"]) {
    const { code, err } = await sightline([command, "zookeepr:map"]);
    expect([code, err]).toEqual([64, expect.stringContaining('did you mean "zookeeper:map"?')]);
  }
});
