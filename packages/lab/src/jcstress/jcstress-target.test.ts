// @module-tag slow
import { describe, expect, it } from "vitest";
import { openJavaTarget } from "../java/java-target.js";
import { whyNoJdk, whyWithout } from "@sightline/testing/lab/testing-jdk.js";
import { parseProgram } from "../object/notation.js";
import { findShippedSpec } from "../object/find-shipped-spec.js";
import { typeOfTarget } from "../object/type-of-target.js";
import type { StressReport, Target } from "../object/target.js";
import { claimedLevels, createJudge, testedMethods } from "../trials/judge.js";
import { jcstressJars } from "./jars.js";
import { openJcstressTarget } from "./jcstress-target.js";

const noJcstress = (await whyNoJdk()) ?? (await whyWithout("JCStress", () => jcstressJars()));

it("says what to do where the given jar is not there", async () => {
  await expect(jcstressJars("/no/such.jar")).rejects.toThrow(
    "there is no /no/such.jar: give the jar of JCStress, with those it needs",
  );
});

/** POPL'19 Fig. 2, and one with a text, an exception and a flag. */
const programs = [
  "{ put(1,0); contains(0) } || { put(0,0); put(1,1) }",
  '{ put(1,"a  é"); v.set(); put(null,0) } || { v.get(); get(1); entrySet() }',
].map(parseProgram);

async function lastReports(target: Target, texts = programs): Promise<readonly StressReport[]> {
  const last: StressReport[] = [];
  for await (const report of target.stress(texts, { secondsPerProgram: 0.1, seed: 1 }))
    if (report.done) last[report.program] = report;
  return last;
}

describe.skipIf(noJcstress !== undefined)("JCStress", () => {
  it("shows outcomes that are admitted, as our own harness does", async () => {
    const className = "java.util.concurrent.ConcurrentHashMap";
    const spec = await findShippedSpec(className);
    if (spec === undefined) throw new Error("no specification");
    const engines = [
      await openJavaTarget({ className, spec }),
      await openJcstressTarget({ className, spec }),
    ];
    try {
      const wrong = parseProgram("{ nope() } || { size() }");
      for (const engine of engines) {
        const [first, second, refused] = await lastReports(engine, [...programs, wrong]);
        expect(refused.failure).toMatchObject({ kind: "rejected", message: expect.stringContaining("nope") });
        for (const [i, { executions, outcomes, failure }] of [first, second].entries()) {
          expect(failure).toBeUndefined();
          expect(executions).toBeGreaterThan(0);
          expect(outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(executions);
          const type = await typeOfTarget(engine, programs[i]);
          const { levels } = claimedLevels(spec);
          const judge = createJudge(programs[i], type, testedMethods(programs[i], spec), levels);
          expect(outcomes.map(judge).filter(({ admitted }) => !admitted)).toEqual([]);
        }
      }
    } finally {
      await Promise.all(engines.map((engine) => engine.close()));
    }
  });
});
