import { expect, test } from "vitest";
import { gatherInputs } from "./gather-inputs.js";

test("arguments that name nothing are told, the others gathered", async () => {
  const { inputs, invalid } = await gatherInputs(["{ read() => 1 }", "no such file"]);
  expect(inputs).toHaveLength(1);
  expect(invalid).toEqual([{ file: "no such file", reason: "no such file or directory", code: "SL2091" }]);
});
