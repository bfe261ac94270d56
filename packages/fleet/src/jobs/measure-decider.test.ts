import { type Measurement, parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { measureDecider } from "./measure-decider.js";

const history = parseHistory("set { add(1) => true }");
const measurement: Measurement = {
  level: "peer",
  verdicts: {} as Measurement["verdicts"],
  witness: { linearization: [0] },
  stats: { algorithm: "x", states: 1, milliseconds: 0 },
};

test("measures with what the job says, and leaves out the witness", () => {
  const asked: unknown[] = [];
  const decider = measureDecider(
    { order: "realtime", verify: false },
    {
      measure(_, options) {
        asked.push(options);
        return measurement;
      },
      type: "set",
      meter: undefined,
    },
  );
  expect(decider.questions(history)).toBe(1);
  const { witness: _, ...measured } = measurement;
  expect(decider.decide({ index: 0, history }, 0, { deadline: 50 })).toEqual({
    name: null,
    size: 1,
    measured,
  });
  expect(asked).toEqual([{ type: "set", order: "realtime", verify: false, bounds: { deadline: 50 } }]);
  expect(decider.ended(history, 0, "deadline", 7)).toMatchObject({
    size: 1,
    measured: { level: "unknown", verdicts: { weak: "unknown" }, reason: "deadline" },
  });
  expect(decider.unreadable()).toMatchObject([{ measured: { level: "unknown", reason: "memory" } }]);
});
