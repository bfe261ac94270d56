import { expect, test } from "vitest";
import { checkNamed } from "./check-named.js";

test("names of methods that a class has not are refused", async () => {
  const spec = {
    class: "Set",
    methods: [{ name: "add", parameters: [{ type: "int" }] }],
    skipped: [{ name: "addAll(Collection)", reason: "no argument" }],
  };
  await checkNamed(["add", "add(int)", "addAll"], spec);
  await expect(checkNamed(["adds"], spec)).rejects.toMatchObject({
    code: "SL3004",
    message: 'unknown method "adds". Did you mean "add"?',
  });
  await expect(checkNamed(["add(long)"], spec)).rejects.toMatchObject({ code: "SL3004" });
});
