// @module-tag slow
import { readdirSync } from "node:fs";
import { createRandom, equal, findType, outcomes, type Value } from "@sightline/core";
import { describe, expect, it } from "vitest";
import { methodsOfType } from "../object/methods-of-type.js";
import type { Call } from "../object/program.js";
import { findShippedSpec } from "../object/find-shipped-spec.js";
import { openJavaTarget } from "./java-target.js";
import { startQuickJvms, whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";

const noJdk = await whyNoJdk();

const classes = readdirSync(new URL("../../specs/", import.meta.url))
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(".json", ""));

/** What a built-in type returns, call by call. */
function resultsOf(type: string, calls: readonly Call[]): readonly Value[] {
  const built = findType(type);
  let state: unknown = built.init();
  return calls.map((call) => {
    const [outcome] = outcomes(built, state, call);
    state = outcome.state;
    return outcome.result;
  });
}

describe.skipIf(noJdk !== undefined)("the type that a shipped specification names", () => {
  startQuickJvms();
  it("is there for all but the priority queue", async () => {
    const specs = await Promise.all(classes.map((name) => findShippedSpec(`java.util.concurrent.${name}`)));
    expect(specs.flatMap((spec) => (spec?.type === undefined ? [spec?.class] : []))).toEqual([
      "java.util.concurrent.PriorityBlockingQueue",
    ]);
  });

  it.each(classes)("does what %s does, called sequentially", async (name) => {
    const className = `java.util.concurrent.${name}`;
    const spec = await findShippedSpec(className);
    if (spec?.type === undefined) return;
    const { type } = spec;
    const methods = methodsOfType(spec, type);
    expect(methods.length).toBeGreaterThan(5);
    const random = createRandom(17);
    const sequences = Array.from({ length: 400 }, () =>
      Array.from({ length: 8 }, (): Call => {
        const { name: method, parameters } = methods[random.int(methods.length)];
        return { method, args: parameters.map(() => random.int(3)) };
      }),
    );
    const target = await openJavaTarget({ className, spec });
    try {
      const results = await target.runInSequence(sequences);
      const wrong = sequences.flatMap((calls, i) => {
        const wanted = resultsOf(type, calls);
        const at = wanted.findIndex((result, call) => !equal(result, results[i][call]));
        return at < 0 ? [] : [{ call: calls[at], wanted: wanted[at], got: results[i][at] }];
      });
      expect([...new Set(wrong.map(({ call }) => call.method))]).toEqual([]);
      expect(wrong).toEqual([]);
    } finally {
      await target.close();
    }
  });
});
