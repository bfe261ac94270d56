// @module-tag slow
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseProgram } from "../object/notation.js";
import type { StressReport, Target } from "../object/target.js";
import { openJavaTarget } from "./java-target.js";
import { compileForTest, startQuickJvms, whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";

const noJdk = await whyNoJdk();

/** What waits without an end, each in its way. */
const Waits = `
public class Waits {
  public void spin() { while (true) Thread.onSpinWait(); }
  public void doze() throws InterruptedException { Thread.sleep(1_000_000_000); }
  public int calm() { return 7; }
}`;

const Unruly = `
public class Unruly {
  public Unruly() {}
  public Unruly(boolean works) { if (!works) throw new IllegalStateException("not today"); }
  public int fail() { throw new AssertionError("by design"); }
  public int exhaust() { throw new StackOverflowError(); }
  public int leave() { System.err.println("goodbye"); System.exit(3); return 0; }
  public int chat() { System.out.println("{}"); return 1; }
  public String unique() { return new Object().toString() + System.nanoTime(); }
  public int calm() { return 7; }
}`;

/** Public itself, but nobody outside its package can name it. */
const Outer = `
package hidden;
class Outer { public static class Inner { public int calm() { return 7; } } }`;

describe.skipIf(noJdk !== undefined)("a Java class that misbehaves", () => {
  startQuickJvms();
  let classpath: string;
  const targets = new Map<string, Target>();
  beforeAll(async () => {
    classpath = await compileForTest({ Waits, Unruly, Outer });
  });
  afterAll(async () => {
    await Promise.all([...targets.values()].map((target) => target.close()));
    await rm(classpath, { recursive: true });
  });

  /** One target for all the tests of a class: what breaks its JVM is not the next one's. */
  async function targetOf(className: string): Promise<Target> {
    const target = targets.get(className) ?? (await openJavaTarget({ className, classpath, hangSeconds: 2 }));
    targets.set(className, target);
    return target;
  }

  async function stress(className: string, ...programs: string[]): Promise<StressReport[]> {
    const last: StressReport[] = [];
    const options = { secondsPerProgram: 0.2, seed: 1 };
    for await (const report of (await targetOf(className)).stress(programs.map(parseProgram), options))
      if (report.done) last.push(report);
    return last;
  }

  it("is said to hang where it computes for ever, with what its threads were doing; the next program is run", async () => {
    const reports = await stress("Waits", "{ spin() } || { calm(); spin() }", "{ calm() } || { calm() }");
    expect(reports.map(({ program }) => program)).toEqual([0, 1]);
    // On a machine that gives it no processor, nobody can know that it computes.
    expect(["hang", "unknown"]).toContain(reports[0].failure?.kind);
    expect(reports[0].failure?.message).toMatch(
      /^no call returned in 2 seconds\nthread 0: spin\(\): RUNNABLE\n +at (.*\n +at )?Waits\.spin.*\nthread 1: spin\(\): RUNNABLE/,
    );
    expect(reports[1].failure).toBeUndefined();
    expect(reports[1].outcomes).toEqual([{ results: [7, 7], count: reports[1].executions }]);
  });

  it("is not judged where its calls wait for time to pass", async () => {
    const [report] = await stress("Waits", "{ doze() } || { calm() }");
    expect(report.failure?.kind).toBe("unknown");
    expect(report.failure?.message).toMatch(/thread 0: doze\(\): TIMED_WAITING/);
  });

  it("does not keep a sequence waiting for ever", async () => {
    const target = await openJavaTarget({ className: "Waits", classpath, hangSeconds: 1 });
    const call = (method: string) => ({ method, args: [] });
    await expect(target.runInSequence([[call("calm"), call("spin")]])).rejects.toThrow(
      /^Waits does not return from a call: no call returned in 1 seconds\nspin\(\)/,
    );
    expect(await target.runInSequence([[call("calm")]])).toEqual([[7]]);
    await target.close();
  });

  it("is left alone when it is asked to stop", async () => {
    const target = await openJavaTarget({ className: "Waits", classpath, hangSeconds: 600 });
    const control = new AbortController();
    const programs = ["{ calm() } || { calm() }", "{ spin() } || { calm() }"].map(parseProgram);
    const options = { secondsPerProgram: 0.3, seed: 1, signal: control.signal };
    const seen: StressReport[] = [];
    for await (const report of target.stress(programs, options)) {
      seen.push(report);
      if (report.done && report.program === 0) setTimeout(() => control.abort(), 500);
    }
    // The second program hangs for ten minutes, but for the signal.
    expect(seen.filter(({ program, done }) => program === 0 && done)).toHaveLength(1);
    expect(seen.every(({ failure }) => failure === undefined)).toBe(true);
    await target.close();
  });

  it("may throw errors, which are results", async () => {
    const [report] = await stress("Unruly", "{ fail() } || { exhaust() }");
    expect(report.outcomes.map(({ results }) => results)).toEqual([
      [{ throws: "AssertionError" }, { throws: "StackOverflowError" }],
    ]);
  });

  it("is said to crash when it ends the JVM; the next program is run", async () => {
    const reports = await stress("Unruly", "{ calm() } || { leave() }", "{ calm() } || { calm() }");
    expect(reports[0]).toMatchObject({ program: 0, failure: { kind: "crash" } });
    expect(reports[0].failure?.message).toMatch(/^the JVM ended with exit code 3\n(.*\n)*goodbye/);
    expect(reports[1]).toMatchObject({ program: 1, outcomes: [{ results: [7, 7] }] });
    expect(reports[1].failure).toBeUndefined();
  });

  it("may print without disturbing the answers", async () => {
    const [report] = await stress("Unruly", "{ chat() } || { chat() }");
    expect(report.outcomes.map(({ results }) => results)).toEqual([[1, 1]]);
  });

  it("is refused when no two results are the same", async () => {
    const target = await openJavaTarget({ className: "Unruly", classpath });
    const program = parseProgram("{ unique() } || { unique() }");
    let last: StressReport | undefined;
    for await (const report of target.stress([program], { secondsPerProgram: 600, seed: 1 })) last = report;
    expect(last).toMatchObject({ done: true, failure: { kind: "rejected" } });
    expect(last?.failure?.message).toContain("leave out methods whose results are never the same twice");
    await target.close();
  });

  it("is refused with the compiler's words when a program cannot name it", async () => {
    const [report] = await stress("hidden.Outer.Inner", "{ calm() } || { calm() }");
    expect(report).toMatchObject({ program: 0, executions: 0, done: true, failure: { kind: "rejected" } });
    expect(report.failure?.message).toMatch(/hidden\.Outer.*inaccessible/);
  });

  it("is refused when its constructor throws", async () => {
    const target = await openJavaTarget({ className: "Unruly", classpath, constructorArgs: [false] });
    const reports = target.stress([parseProgram("{ calm() } || { calm() }")], {
      secondsPerProgram: 1,
      seed: 1,
    });
    await expect(reports[Symbol.asyncIterator]().next()).rejects.toThrow(
      "the constructor of Unruly throws java.lang.IllegalStateException: not today",
    );
    await target.close();
  });

  it("leaves no stress behind when its target is closed", async () => {
    const target = await openJavaTarget({ className: "Unruly", classpath });
    const program = parseProgram("{ calm() } || { calm() }");
    for await (const report of target.stress([program], { secondsPerProgram: 600, seed: 1 })) {
      expect(report.done).toBe(false);
      await target.close();
    }
    await expect(target.runInSequence([])).resolves.toEqual([]);
    await expect(target.runInSequence([[]])).rejects.toThrow("the target is closed");
  });
});
