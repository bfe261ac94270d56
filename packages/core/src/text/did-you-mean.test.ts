import { expect, test } from "vitest";
import { didYouMean } from "./did-you-mean.js";

test("a slip gets the word that was meant, anything else what there is", () => {
  const known = ["set", "queue"];
  expect(didYouMean("quue", known, "there are set, queue")).toBe('did you mean "queue"?');
  expect(didYouMean("quue", known, "there are set, queue", "'")).toBe("did you mean 'queue'?");
  expect(didYouMean("register", known, "there are set, queue")).toBe("there are set, queue");
  expect(didYouMean(["queue"], known, "there are set, queue")).toBe("there are set, queue");
});
