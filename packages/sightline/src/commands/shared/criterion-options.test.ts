import { expect, test } from "vitest";
import { criteriaOf } from "./criterion-options.js";

test("criteria are named, by levels, by axioms, and over an order", async () => {
  expect(await criteriaOf({})).toEqual([]);
  expect(await criteriaOf({ criterion: ["causal", "linPrefix", "causal"] })).toEqual([
    "causal",
    "lin-prefix",
  ]);
  expect(
    await criteriaOf({ criterion: ["weak"], levels: "put=weak", axioms: "vis  >= hb", order: "realtime" }),
  ).toEqual(["weak (realtime)", "levels put=weak,*=complete (realtime)", "axioms vis >= hb (realtime)"]);
});

test.each([
  [{ criterion: ["linear"] }, "unknown criterion"],
  [{ order: "session" }, "--order is for levels and axioms"],
  [{ order: "real", criterion: ["weak"] }, 'unknown value of --order "real"'],
  [{ levels: "put=week" }, 'did you mean "weak"?'],
  [{ axioms: "vis >= hbb" }, "^^^"],
  [{ levels: "put=weak", annotations: "x.json" }, "give one of them"],
  [{ annotations: "no-such-file.json" }, "--annotations cannot be read"],
  [{ criterion: ["sequential"], order: "realtime" }, "linearizability"],
])("%j makes no sense", async (flags, words) => {
  await expect(criteriaOf(flags)).rejects.toThrow(words);
});
