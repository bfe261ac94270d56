import { expect, test } from "vitest";
import { pickNamed } from "./pick-named.js";

const own = (name: string): readonly string[] => [name];

test("--only picks by parts of names, and picks something", () => {
  const names = ["set-simulated", "set-recorded", "queue"];
  expect(pickNamed(names, [], own)).toEqual(names);
  expect(pickNamed(names, ["recorded", "que"], own)).toEqual(["set-recorded", "queue"]);
  expect(() => pickNamed(names, ["set", "nosuch"], own)).toThrow(
    "--only nosuch picks nothing: there are set-simulated, set-recorded, queue",
  );
});
