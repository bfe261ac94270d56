// @module-tag slow
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { canonical, check, createRandom, types } from "@sightline/core";
import { describe, expect, it } from "vitest";
import { harnessClasses } from "../java/classes.js";
import { openJavaTarget } from "../java/java-target.js";
import { findJdk, runCompiler } from "../java/jdk.js";
import { whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";
import { parseProgram } from "../object/notation.js";
import type { CallOrder } from "../object/target.js";
import { type RecordedProgram, recordPrograms } from "./record-programs.js";
import { recordedHistory } from "./recorded-history.js";

const noJdk = await whyNoJdk();

/** Methods that are atomic, a result that is an exception, a flag, and three threads. */
const programs = [
  "{ put(1,0); get(1); put(1,2) } || { put(1,1); get(1); put(null,0) }",
  "{ put(1,0); v.set() } || { v.get(); get(1) } || { put(1,1) }",
].map(parseProgram);

async function recordAll(record: CallOrder): Promise<RecordedProgram[]> {
  const target = await openJavaTarget({ className: "java.util.concurrent.ConcurrentHashMap" });
  try {
    const recorded: RecordedProgram[] = [];
    for await (const one of recordPrograms(target, programs, { secondsPerProgram: 0.3, seed: 1, record }))
      if (one.done) recorded.push(one);
    return recorded;
  } finally {
    await target.close();
  }
}

describe.skipIf(noJdk !== undefined)("recording a Java object", () => {
  // The methods are linearizable: a recorded order that was not real would sooner or later contradict that.
  it.each(["counters", "clocks"] as const)(
    "by %s gives histories that an atomic object can have",
    async (record) => {
      const recorded = await recordAll(record);
      expect(recorded.map(({ index, failure }) => [index, failure])).toEqual(
        programs.map((_, i) => [i, undefined]),
      );
      for (const { program, executions, observations } of recorded) {
        expect(executions).toBeGreaterThan(0);
        expect(observations.reduce((sum, { count }) => sum + count, 0)).toBe(executions);
        const keys = observations.map(({ results, order = [] }) => canonical([results, order] as never));
        expect(new Set(keys).size).toBe(keys.length);
        const calls = program.threads.flat().filter(({ on }) => on === undefined).length;
        for (const seen of observations) {
          expect(seen.results).toHaveLength(program.threads.flat().length);
          expect(seen.order).toHaveLength(calls);
          const history = recordedHistory(program, seen, record);
          expect(history.timed).toBe(record === "clocks");
          const verdict = check(history, {
            type: mapWithExceptions,
            ...(record === "clocks"
              ? { criterion: "linearizability" as const }
              : { levels: { "*": "complete" as const } }),
          }).verdict;
          expect([seen, verdict]).toEqual([seen, "satisfied"]);
        }
      }
    },
    30_000,
  );

  it("numbers instants so that they tell which call ended before which began, and nothing else", async () => {
    const random = createRandom(3);
    const runs = Array.from({ length: 400 }, () =>
      Array.from({ length: 1 + random.int(5) }, () => {
        const begin = random.int(12);
        return [begin, begin + random.int(4)] as const;
      }),
    );
    const numbered = await numberInJava(runs);
    const byPrecedence = new Map<string, string>();
    runs.forEach((run, i) => {
      const given = precedence(run);
      expect(precedence(numbered[i])).toBe(given);
      const known = byPrecedence.get(given) ?? JSON.stringify(numbered[i]);
      expect(JSON.stringify(numbered[i])).toBe(known);
      byPrecedence.set(given, known);
    });
  });
});

/** A map that refuses null as `ConcurrentHashMap` does. */
const mapWithExceptions = {
  ...types.map,
  step(...args: Parameters<typeof types.map.step>) {
    const [state, call] = args;
    if (call.method === "put" && call.args[0] === null)
      return [{ state, result: { throws: "NullPointerException" } }];
    return types.map.step(...args);
  },
} as typeof types.map;

type Interval = readonly [begin: number, end: number];

/** Which ended before which began, literally. */
const precedence = (run: readonly Interval[]): string =>
  JSON.stringify(run.map(([, end]) => run.map(([begin]) => end < begin)));

const Numbering = `
package sightline;
class Numbering {
  public static void main(String[] runs) {
    for (String run : runs) {
      String[] instants = run.split(",");
      long[] begins = new long[instants.length / 2];
      long[] ends = new long[begins.length];
      for (int i = 0; i < begins.length; i++) {
        begins[i] = Long.parseLong(instants[2 * i]);
        ends[i] = Long.parseLong(instants[2 * i + 1]);
      }
      System.out.println(java.util.Arrays.toString(ClockedProgram.number(begins, ends)));
    }
  }
}`;

async function numberInJava(runs: readonly (readonly Interval[])[]): Promise<Interval[][]> {
  const jdk = await findJdk();
  const folder = await mkdtemp(join(tmpdir(), "sightline-test-"));
  try {
    const file = join(folder, "Numbering.java");
    await writeFile(file, Numbering);
    const harness = await harnessClasses(jdk);
    const run = promisify(execFile);
    await run(jdk.java, [...runCompiler, "-classpath", harness, "-d", folder, file]);
    const { stdout } = await run(jdk.java, [
      "-classpath",
      [folder, harness].join(delimiter),
      "sightline.Numbering",
      ...runs.map((run) => run.flat().join()),
    ]);
    return stdout
      .trim()
      .split("\n")
      .map((line) => {
        const numbers = JSON.parse(line) as number[];
        return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i], numbers[2 * i + 1]]);
      });
  } finally {
    await rm(folder, { recursive: true });
  }
}
