// @module-tag slow
import { rm } from "node:fs/promises";
import { canonical } from "@sightline/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAdmitted } from "../object/admitted.js";
import { parseProgram } from "../object/notation.js";
import { BLOCKED, NOT_REACHED, type Program } from "../object/program.js";
import { typeOfTarget } from "../object/type-of-target.js";
import type { StressReport, Target } from "../object/target.js";
import { isViolation, runTests, type TestEvent } from "../trials/run-tests.js";
import { openJavaTarget } from "./java-target.js";
import { compileForTest, whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";
import { testPlan } from "@sightline/testing/lab/test-plan.js";

const noJdk = await whyNoJdk();

/** A box with one place, which waits in three ways; and what goes wrong with waiting. */
const Box = `
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
public class Box {
  private Object held;
  private final Semaphore permits = new Semaphore(1);
  private final CountDownLatch both = new CountDownLatch(2);
  private final Object one = new Object();
  private final Object two = new Object();
  public synchronized void put(Object value) throws InterruptedException {
    while (held != null) wait();
    held = value;
    notifyAll();
  }
  public synchronized Object take() throws InterruptedException {
    while (held == null) wait();
    Object value = held;
    held = null;
    notifyAll();
    return value;
  }
  /** Does not tell that it was interrupted. */
  public synchronized Object takeQuietly() {
    try { return take(); } catch (InterruptedException e) { return "interrupted"; }
  }
  /** Cannot be interrupted. */
  public void acquire() { permits.acquireUninterruptibly(); }
  public void release() { permits.release(); }
  /** Puts a value, and wakes nobody. */
  public synchronized void putInSilence(Object value) { held = value; }
  /** Waits for another that does the same. */
  public void meet() throws InterruptedException { both.countDown(); both.await(); }
  /** Alone they return at once; when the other has come, each holds what the other wants. */
  public void left() throws InterruptedException { take(one, two); }
  public void right() throws InterruptedException { take(two, one); }
  private void take(Object first, Object second) throws InterruptedException {
    synchronized (first) {
      both.countDown();
      if (!both.await(20, java.util.concurrent.TimeUnit.MILLISECONDS)) return;
      synchronized (second) { return; }
    }
  }
  /** Another thread comes to help, later. */
  public void takeWithHelp() throws InterruptedException {
    CountDownLatch help = new CountDownLatch(1);
    new Thread(() -> {
      try { Thread.sleep(50); } catch (InterruptedException e) { return; }
      help.countDown();
    }).start();
    help.await();
  }
}`;

describe.skipIf(noJdk !== undefined)("calls that block", () => {
  let classpath: string;
  let box: Target;
  beforeAll(async () => {
    classpath = await compileForTest({ Box });
    box = await openJavaTarget({ className: "Box", classpath });
  });
  afterAll(async () => {
    await box.close();
    await rm(classpath, { recursive: true });
  });

  const sequence = (text: string) => parseProgram(`{ ${text} }`).threads[0];

  async function stress(target: Target, program: Program, secondsPerProgram = 0.4): Promise<StressReport> {
    let last: StressReport | undefined;
    for await (const report of target.stress([program], { secondsPerProgram, seed: 1 })) last = report;
    if (last === undefined) throw new Error("no report");
    expect(last).toMatchObject({ done: true });
    expect(last.failure).toBeUndefined();
    expect(last.outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(last.executions);
    return last;
  }

  it("end the sequence that they are in", async () => {
    const texts = [
      "put(1); take(); take(); put(2)",
      "take()",
      "takeQuietly(); put(1)",
      "acquire(); acquire(); release()",
      "put(1); put(2)",
      "meet()",
      "put(1); takeQuietly()",
    ];
    expect(await box.runInSequence(texts.map(sequence))).toEqual([
      [null, 1, BLOCKED],
      [BLOCKED],
      [BLOCKED],
      [null, BLOCKED],
      [null, BLOCKED],
      [BLOCKED],
      [null, 1],
    ]);
  });

  it.each([
    "{ take() } || { put(1) }",
    "{ take() } || { take() } || { put(1); put(2); put(1) }",
    "{ put(1); put(2) } || { put(1) } || { take() }",
    "{ takeQuietly(); put(2) } || { put(1) } || { takeQuietly() }",
    "{ acquire() } || { acquire(); release() }",
    "{ l.lock(); take(); l.unlock() } || { l.lock(); put(1); l.unlock() }",
  ])("are admitted of a right object: %s", async (text) => {
    const program = parseProgram(text);
    const type = await typeOfTarget(box, program);
    const { outcomes, executions } = await stress(box, program);
    expect(executions).toBeGreaterThan(0);
    for (const { results } of outcomes)
      expect([canonical([...results]), isAdmitted(program, results, type, { "*": "complete" })]).toEqual([
        canonical([...results]),
        true,
      ]);
  });

  it("are seen, and free their thread, where nobody can come", async () => {
    const { outcomes } = await stress(box, parseProgram("{ take(); put(1) } || { release() }"));
    expect(outcomes.map(({ results }) => results)).toEqual([[BLOCKED, NOT_REACHED, null]]);
    const stuck = await stress(box, parseProgram("{ acquire(); acquire() } || { meet() }"));
    expect(stuck.outcomes.map(({ results }) => results)).toEqual([[null, BLOCKED, BLOCKED]]);
  });

  it("are not admitted where the object has lost a wake-up", async () => {
    // Whoever waits before the value is there waits for ever.
    const program = parseProgram("{ take() } || { putInSilence(1) }");
    const type = await typeOfTarget(box, program);
    expect(isAdmitted(program, [BLOCKED, null], type, { "*": "weak" })).toBe(false);
    for (const { results } of (await stress(box, program)).outcomes)
      expect([
        [1, null],
        [BLOCKED, null],
      ]).toContainEqual(results);
  });

  it("may be a deadlock, from which no interrupt frees", async () => {
    const program = parseProgram("{ left() } || { right() }");
    const type = await typeOfTarget(box, program);
    expect(isAdmitted(program, [BLOCKED, BLOCKED], type, { "*": "weak" })).toBe(false);
    for (const { results } of (await stress(box, program, 1)).outcomes)
      expect([
        [null, null],
        [BLOCKED, BLOCKED],
      ]).toContainEqual(results);
  });

  it("are not said to block while a thread of the object's own may wake them", async () => {
    const { outcomes } = await stress(box, parseProgram("{ takeWithHelp() } || { release() }"));
    expect(outcomes.map(({ results }) => results)).toEqual([[null, null]]);
    expect(await box.runInSequence([sequence("takeWithHelp(); take()")])).toEqual([[null, BLOCKED]]);
  });

  it("may depend on who calls: a lock that its holder can take again is not blamed for that", async () => {
    const target = await openJavaTarget({ className: "java.util.concurrent.locks.ReentrantLock" });
    const texts = ["{ lock() } || { lock() }", "{ lock(); lock() } || { lock() }"];
    const events: TestEvent[] = [];
    const programs = texts.map(parseProgram);
    const plan = testPlan({ programs, shrinkTrials: 10 });
    for await (const event of runTests(target, plan, new AbortController().signal))
      if (event.kind !== "program" || event.done) events.push(event);
    expect(events.map(({ kind }) => kind)).toEqual(["program", "skipped"]);
    const [one, two] = events;
    if (one.kind === "program") {
      expect(isViolation(one.result)).toBe(false);
      for (const { results } of one.result.outcomes)
        expect([
          [null, BLOCKED],
          [BLOCKED, null],
        ]).toContainEqual(results);
    }
    expect(two).toMatchObject({ reason: expect.stringContaining("answers lock in two ways") });
    await target.close();
  });

  it("overlap all, where they wait for each other; and a thread that is alone has nobody to overlap", async () => {
    const met = await stress(box, parseProgram("{ meet() } || { release() } || { meet() }"));
    expect(met.executions).toBeGreaterThan(0);
    expect(met.overlapped).toBe(met.executions);
    const alone = await stress(box, parseProgram("{ put(1); take() }"), 0.1);
    expect(alone.overlapped).toBe(alone.executions);
  });
});
