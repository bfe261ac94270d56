// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readSpec } from "@sightline/lab";
import { startQuickJvms, whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";
import { lines, sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";

const noJdk = await whyNoJdk();
startQuickJvms();
const scratch = scratchFolder();

/** The exit status of each verdict. */
const STATUS = { admitted: 0, violated: 1, unknown: 2 };

const MAP = "java:java.util.concurrent.ConcurrentHashMap";

/** The words of the one error that `--json` tells. */
const told = ({ err }: { readonly err: string }): string =>
  (JSON.parse(err) as { error: { message: string } }).error.message;

describe.skipIf(noJdk !== undefined)("a Java class", () => {
  test("is tested with a given program: counts add up, and the status tells the verdict", async () => {
    const program = "{ put(1,0); contains(0) } || { put(0,0); put(1,1) }";
    const run = await sightline(["test", MAP, "--program", program, "--seconds", "0.5", "--json"]);
    const [line, last, ...more] = lines(run);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ program, tested: ["contains"] });
    const outcomes = line["outcomes"] as {
      results: unknown[];
      count: number;
      admitted: boolean;
      share: number;
    }[];
    expect(outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(line["executions"]);
    expect(outcomes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    for (const { results } of outcomes) expect(results).toHaveLength(4);
    const within = outcomes.every(({ admitted }) => admitted);
    // On a busy machine the threads may hardly overlap.
    expect(within ? ["admitted", "unknown"] : ["violated"]).toContain(line["verdict"]);
    expect(run.code).toBe(STATUS[line["verdict"] as keyof typeof STATUS]);
    expect(last).toMatchObject({ summary: { target: MAP, programs: 1, executions: line["executions"] } });
  });

  test("is tested with random programs of its own specification", async () => {
    const run = await sightline(
      `test ${MAP} --methods isEmpty,putIfAbsent --programs 4 --seconds 0.1 --keep-going --shrink 0 --json`.split(
        " ",
      ),
    );
    const programs = lines(run).slice(0, -1);
    const { summary } = lines(run).at(-1) as { summary: { verdict: keyof typeof STATUS } };
    expect(programs.map(({ tested }) => tested)).toEqual([
      ["isEmpty"],
      ["putIfAbsent"],
      ["isEmpty"],
      ["putIfAbsent"],
    ]);
    expect(summary.verdict === "violated").toBe(programs.some(({ verdict }) => verdict === "violated"));
    expect(run.code).toBe(STATUS[summary.verdict]);
  });

  const TEXT = "java:java.lang.StringBuffer";
  const short = "--programs 3 --seconds 0.05 --shrink 0 --json".split(" ");

  test("takes the values that are given for a type, by its full name or without the package", async () => {
    for (const type of ["String", "java.lang.String"]) {
      const values = JSON.stringify({ [type]: ["x y"], int: [7] });
      const run = await sightline(["test", TEXT, "--methods", "indexOf", "--values", values, ...short]);
      const programs = lines(run).flatMap(({ program }) => (typeof program === "string" ? [program] : []));
      expect(programs).toHaveLength(3);
      for (const program of programs)
        expect(program.replace(/indexOf\("x y"(,7)?\)/g, "call")).toMatch(/^[{}|; cal]+$/);
    }
  });

  test.each([
    ['{"Strin":["x"]}', 'unknown type of an argument "Strin". Did you mean "String"?'],
    ['{"java.lang.Sting":["x"]}', 'Did you mean "java.lang.String"?'],
    ['{"int":[1,"x"],"char":["ab"]}', '--values: "x" is no int; "ab" is no char'],
  ])("refuses --values %s", async (values, reason) => {
    const run = await sightline(["test", TEXT, "--values", values, ...short]);
    expect(run).toMatchObject({ code: 64, out: "" });
    expect(told(run)).toContain(reason);
    const derive = await sightline(["derive", TEXT, "--values", values, "--programs", "1", "--json"]);
    expect(derive).toMatchObject({ code: 64, out: "", err: run.err });
  });

  test("refuses a function that is none", async () => {
    const run = await sightline([
      "test",
      "java:java.util.concurrent.atomic.AtomicInteger",
      "--values",
      '{"IntUnaryOperator":[{"fn":"x -> y"}]}',
      ...short,
    ]);
    expect(run).toMatchObject({ code: 64, out: "" });
    expect(told(run)).toContain('{"fn":"x -> y"} is no IntUnaryOperator: "x -> y" is no function');
  });

  test("is described: the specification can be read, and tested with", async () => {
    const file = join(scratch, "queue.json");
    const target = "java:java.util.concurrent.ArrayBlockingQueue";
    const run = await sightline(["describe", target, "--args", "[3]", "--output", file]);
    expect(run).toEqual({ code: 0, out: "", err: "" });
    const spec = readSpec(readFileSync(file, "utf8"));
    expect(spec.methods.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["offer", "poll", "peek", "size"]),
    );
    const tested = await sightline([
      "test",
      target,
      "--spec",
      file,
      "--args",
      "[1]",
      "--seconds",
      "0.1",
      "--json",
      "--program",
      "{ offer(0); offer(1) } || { peek() }",
    ]);
    // With room for one, the second is never taken.
    const [{ outcomes }] = lines(tested) as unknown as [{ outcomes: { results: unknown[] }[] }];
    expect(outcomes.length).toBeGreaterThan(0);
    for (const { results } of outcomes) expect(results.slice(0, 2)).toEqual([true, false]);
  });

  test("calls that it does not take are told", async () => {
    const run = await sightline(["test", MAP, "--program", "{ put(1) } || { size() }"]);
    expect(run.code).toBe(65);
    expect(run.out).toContain("put(1)");
    const unknown = await sightline(["test", "java:no.Such"]);
    expect(unknown).toMatchObject({ code: 64, out: "" });
    expect(unknown.err).toContain("no.Such");
  });
});
