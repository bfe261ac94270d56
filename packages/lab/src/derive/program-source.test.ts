import { describe, expect, test } from "vitest";
import { generatePrograms } from "../object/generate-programs.js";
import { parseProgram, printProgram, stepsOf } from "../object/notation.js";
import { canonicalProgram } from "../object/canonical-program.js";
import { createRandom } from "@sightline/core";
import { fakeTarget, runSet, setSpec } from "@sightline/testing/lab/fake-target.js";
import type { Admission } from "./admission.js";
import { createSource } from "./program-source.js";
import { mutate } from "./mutate.js";
import type { Rating } from "./rate.js";
import { withMethodReplaced } from "./with-method-replaced.js";

const method = (name: string) => {
  const found = setSpec.methods.find((own) => own.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

const two = { count: 2, byType: {} };

describe("another method in the place of one", () => {
  const program = parseProgram("{ add(1); size() } || { size(); remove(1) }");

  test("takes the arguments where they fit", () => {
    const other = withMethodReplaced(program, method("remove"), method("contains"), two, 1);
    expect(printProgram(other)).toBe("{ add(1); size() } || { size(); contains(1) }");
  });

  test("gets arguments of its own where they do not", () => {
    const other = withMethodReplaced(
      program,
      method("size"),
      method("contains"),
      { count: 1, byType: {} },
      1,
    );
    expect(printProgram(other)).toBe("{ add(1); contains(0) } || { contains(0); remove(1) }");
  });
});

describe("neighbours", () => {
  const program = parseProgram("{ add(1); size() } || { remove(1) }");
  const near = (most: number) => {
    const random = createRandom(7);
    return Array.from({ length: 500 }, () => mutate(program, setSpec.methods, two, most, random));
  };

  test("have one call more, or another one", () => {
    const lengths = new Set(near(4).map((own) => stepsOf(own).length));
    expect(lengths).toEqual(new Set([3, 4]));
    for (const own of near(4)) {
      const before = new Set(stepsOf(program).map((step) => JSON.stringify(step)));
      const kept = stepsOf(own).filter((step) => before.has(JSON.stringify(step)));
      expect(kept.length).toBeGreaterThanOrEqual(2);
      expect(own.threads.every((steps) => steps.length > 0)).toBe(true);
    }
  });

  test("are no longer than allowed", () => {
    expect(near(3).every((own) => stepsOf(own).length === 3)).toBe(true);
  });
});

describe("a source", () => {
  const pool = setSpec.methods.filter(({ name }) => name !== "clear");
  const sourceOf = (seed: number) =>
    createSource({
      target: fakeTarget({ spec: setSpec, run: runSet, shows: () => [] }),
      spec: setSpec,
      programs: generatePrograms({ ...setSpec, methods: pool }, { seed, methods: [method("size")] }),
      pool,
      values: two,
      seed,
      splitBulk: false,
    });
  const ofLength: Rating = ({ program }: Admission) => stepsOf(program).length;

  test("gives no program twice, suggested, near or random", async () => {
    const source = sourceOf(3);
    const seen: string[] = [];
    for (let round = 0; round < 20; round++) {
      const { suggested, chosen } = await source.next(4, ofLength);
      for (const { program } of [...suggested, ...chosen]) {
        seen.push(canonicalProgram(program, false));
        source.learn(program);
        source.suggest(program);
      }
    }
    expect(seen).toHaveLength(80);
    expect(new Set(seen).size).toBe(80);
  });

  test("runs every program in the end, also those that could tell nothing", async () => {
    const few = setSpec.methods.filter(({ name }) => name === "size" || name === "clear");
    const made = () =>
      generatePrograms({ ...setSpec, methods: few }, { seed: 1, methods: few, invocations: [2, 4] });
    const source = createSource({
      target: fakeTarget({ spec: setSpec, run: runSet, shows: () => [] }),
      spec: setSpec,
      programs: made(),
      pool: few,
      values: two,
      seed: 1,
      splitBulk: false,
    });
    const seen: string[] = [];
    for (let last = 4; last === 4; ) {
      const { chosen } = await source.next(4, () => 0);
      seen.push(...chosen.map(({ program }) => canonicalProgram(program, false)));
      last = chosen.length;
    }
    expect(seen.toSorted()).toEqual([...made()].map((own) => canonicalProgram(own, false)).toSorted());
  });

  test("runs a suggestion soon, unless it could tell nothing", async () => {
    const source = sourceOf(3);
    const [good, useless] = ["{ add(0) } || { size(); size() }", "{ add(1) } || { size(); size() }"].map(
      parseProgram,
    );
    source.suggest(useless);
    source.suggest(good);
    const rate: Rating = ({ program }) => (printProgram(program) === printProgram(useless) ? 0 : 1);
    const { suggested, chosen } = await source.next(4, rate);
    expect(suggested.map(({ program }) => printProgram(program))).toEqual([printProgram(good)]);
    expect(chosen.map(({ program }) => printProgram(program))).not.toContain(printProgram(useless));
  });
});
