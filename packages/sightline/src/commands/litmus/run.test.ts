// @module-tag slow
import { type LitmusTest, litmusTests } from "@sightline/lab";
import { lines, sightline } from "@sightline/testing/sightline/run-command.js";
import { describe, expect, test } from "vitest";
import { styleFor } from "../../render/style.js";
import { judgeRun } from "./judge.js";
import { renderConclusion, renderTest } from "./render.js";

const style = styleFor({}, {});

const named = (wanted: string): LitmusTest => litmusTests.find(({ name }) => name === wanted) as LitmusTest;

const outcome = (values: readonly number[], count: number) => ({ values, final: [], count });

describe("litmus", () => {
  test("prints a table per test; Atomics show nothing beyond SC", async () => {
    const run = await sightline(["litmus", "sb", "CoWW", "--runs", "500", "--access", "atomics"]);
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(run.out).toMatch(/^SB {2}store buffering.*\n {2}\{ write\(x,1\); read\(y\) \} \|\| /);
    expect(run.out).toMatch(/▸ y=0 \| x=0 +0 +0 % +no +yes\n/);
    expect(run.out).toMatch(/ {4}finally x=2 +500 +100 % +yes +yes\n/);
    expect(run.out).toMatch(
      /2 tests, 1,000 runs with atomics accesses, .*\n✔ all that was seen is within SC\n/,
    );
  });

  test("--json has a line per test and a summary; shares and counts add up", async () => {
    const run = await sightline(["litmus", "MP,R", "--runs", "400", "--json"]);
    const [mp, r, last, ...more] = lines(run);
    expect(more).toEqual([]);
    for (const line of [mp, r]) {
      const outcomes = line["outcomes"] as { count: number; share: number; interesting: boolean }[];
      expect(line).toMatchObject({ runs: 400, access: "plain" });
      expect(outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(400);
      expect(outcomes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
      expect(outcomes.filter(({ interesting }) => interesting).length).toBe(1);
    }
    expect(mp).toMatchObject({ name: "MP", program: "{ write(x,1); write(y,1) } || { read(y); read(x) }" });
    expect(last).toMatchObject({ summary: { tests: 2, runs: 800, model: "tso", interrupted: false } });
    const { beyond } = last["summary"] as { beyond: string[] };
    expect(run.code).toBe(beyond.length === 0 ? 0 : 1);
  });

  test("--list tells what the tests ask, and who allows it, without running them", async () => {
    const run = await sightline(["litmus", "--list"]);
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(run.out.match(/SC forbids it/g)?.length).toBe(litmusTests.length);
    expect(run.out).toContain("  y=0 | x=0: SC forbids it, TSO allows it\n");
    expect(run.out).toContain("  y=1 x=0: SC forbids it, TSO forbids it\n");
    const asked = lines(await sightline(["litmus", "2+2W", "--list", "--json"]));
    expect(asked).toMatchObject([{ name: "2+2W", final: { x: 1, y: 1 }, sc: false, tso: false }]);
  });

  test.each([
    [["litmus", "SBB"], /unknown litmus test "SBB"\. Did you mean "SB"\?/],
    [["litmus", "--runs", "0"], /--runs takes a whole number, at least 1/],
    [["litmus", "--access", "atomix"], /Did you mean "atomics"\?/],
  ])("%j is wrong usage", async (args, message) => {
    const run = await sightline(args);
    expect(run).toMatchObject({ code: 64, out: "" });
    expect(run.err).toMatch(message);
  });

  test.each([["record"], ["record", "memory"], ["litmus"]])(
    "%s %s has examples in its help",
    async (...args) => {
      const run = await sightline([...args.filter((arg) => arg !== undefined), "--help"]);
      expect(run).toMatchObject({ code: 0, err: "" });
      expect(run.out).toMatch(/Examples:\n {2}sightline /);
    },
  );
});

describe("judging what was seen", () => {
  const facts = { milliseconds: 1500, interrupted: false, cores: 1 };
  const relaxed = { runs: 4, outcomes: [outcome([1, 0, 1, 1], 3), outcome([1, 0, 1, 0], 1)] };

  test("store buffering is beyond SC, and so beyond what Atomics promise, but within TSO", () => {
    const plain = judgeRun(named("SB"), relaxed, "plain");
    expect(plain).toMatchObject({ beyond: false, relaxed: true });
    expect(renderTest(plain, style)).toBe(
      [
        "SB  store buffering: do both threads read before either write is seen?",
        "  { write(x,1); read(y) } || { write(y,1); read(x) }",
        "",
        "    outcome    seen  share   SC   TSO",
        "    y=0 | x=1     3   75 %   yes  yes",
        "  ▸ y=0 | x=0     1   25 %   no   yes",
        "",
      ].join("\n"),
    );
    expect(renderConclusion([plain], { ...facts, access: "plain" }, style)).toBe(
      [
        "1 test, 4 runs with plain accesses, 1.5 s",
        "✔ all that was seen is within TSO",
        "  seen though SC forbids it: SB",
        "  note: more threads than the 1 core of this machine, so little can be seen: SB",
        "",
      ].join("\n"),
    );
    const atomics = judgeRun(named("SB"), relaxed, "atomics");
    expect(atomics).toMatchObject({ beyond: true });
    expect(renderConclusion([atomics], { ...facts, access: "atomics" }, style)).toContain(
      "✘ beyond SC: SB\n",
    );
  });

  test("a message that overtakes is beyond TSO", () => {
    const judged = judgeRun(named("MP"), { runs: 1, outcomes: [outcome([1, 1, 1, 0], 1)] }, "plain");
    expect(judged).toMatchObject({ beyond: true, outcomes: [{ count: 1, interesting: true, tso: false }] });
    expect(renderConclusion([judged], { ...facts, access: "plain" }, style)).toContain("✘ beyond TSO: MP\n");
  });

  test("an interesting outcome that was not seen stands last, with 0, and counts for nothing", () => {
    const judged = judgeRun(named("SB"), { runs: 3, outcomes: [outcome([1, 0, 1, 1], 3)] }, "atomics");
    expect(judged).toMatchObject({ beyond: false, relaxed: false });
    expect(judged.outcomes.map(({ count }) => count)).toEqual([3, 0]);
  });
});
