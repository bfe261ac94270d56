import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { toRecord } from "@sightline/testing/history/history-record.js";
import { expect, test } from "vitest";
import { createBudget } from "../budget.js";
import { parseHistory } from "../history/parse-history.js";
import { decideLinearizability } from "../plan/linearizability.js";
import { withoutRealTime } from "../plan/sequential.js";
import { createRandom } from "../random.js";
import { types } from "../types/index.js";
import { relaxTo } from "./core-history.js";
import { createEffort } from "./effort.js";
import { sessionTrials } from "./session-trials.js";

test.each([types.queue, types.register, types.set, types.rpq, types.mutex])(
  "trials of one history refute what the frontier search refutes: $name",
  (type) => {
    let refuted = 0;
    for (let seed = 0; seed < 40; seed++) {
      const history = generateHistory(type, 7000 + seed);
      const { initial } = history;
      const timeless = withoutRealTime(history);
      const effort = createEffort(createBudget(), 1e9, 1e5);
      const isRefuted = sessionTrials(timeless, type, initial, effort);
      if (isRefuted === undefined) continue;
      const random = createRandom(seed);
      for (let trial = 0; trial < 12; trial++) {
        const present = Int32Array.from(timeless.label.keys()).filter(() => random.chance(0.8));
        const relaxed = relaxTo(timeless, present, () => random.chance(0.4)).history;
        const options = { algorithm: "frontier", partition: true, options: {} } as const;
        const found = decideLinearizability({ history: relaxed, type, initial, ...options }, createBudget());
        expect(isRefuted(relaxed), JSON.stringify([seed, toRecord(relaxed)])).toBe(
          found.verdict === "violated",
        );
        if (found.verdict === "violated") refuted++;
      }
    }
    expect(refuted).toBeGreaterThan(10);
  },
);

test("are not for long histories, nor for several objects", () => {
  const effort = createEffort(createBudget(), 1e9, 1e5);
  const trials = (text: string) => sessionTrials(parseHistory(text), types.queue, undefined, effort);
  expect(trials("{ a.poll() => 1 } || { b.poll() => 1 }")).toBeUndefined();
  expect(trials(`{ ${"poll() => 1; ".repeat(65).slice(0, -2)} }`)).toBeUndefined();
  expect(trials("{ poll() => 1 }")).toBeDefined();
});

test("say that nothing is refuted where the effort is used up", () => {
  const history = withoutRealTime(parseHistory("{ offer(1) } || { offer(2) } || { poll() => 3 }"));
  const isRefuted = sessionTrials(history, types.queue, undefined, createEffort(createBudget(), 1e9, 0));
  expect(isRefuted?.(history)).toBe(false);
});
