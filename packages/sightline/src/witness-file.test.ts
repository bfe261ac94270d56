import { describe, expect, test } from "vitest";
import { readWitnesses } from "./witness-file.js";

const read = (text: string) => readWitnesses(text, "w.json");

describe("a file of witnesses", () => {
  test("may be one bare witness over several lines", () => {
    expect(read('{\n "linearization": [1, 0]\n}')).toEqual({
      claims: [{ witness: { linearization: [1, 0] }, index: 0, file: undefined, criterion: undefined }],
    });
  });

  test("may be lines of check --json, of which only satisfied ones count", () => {
    const lines = [
      '{"file":"a","index":0,"criterion":"sequential","verdict":"violated","violation":{}}',
      '{"file":"a","index":1,"criterion":"sequential","verdict":"satisfied","witness":{"linearization":[0],"visibility":{}}}',
      "",
    ].join("\n");
    expect(read(lines)).toEqual({
      claims: [
        { witness: { linearization: [0], visibility: {} }, index: 1, file: "a", criterion: "sequential" },
      ],
    });
  });

  test.each([
    ["{}", 1, /neither/],
    ["[1]", 1, /not an object/],
    ['{"linearization":["0"]}', 1, /array of operation ids/],
    ['{"linearization":[0],"visibility":[]}', 1, /"visibility"/],
    ['{"verdict":"satisfied"}', 1, /"witness" is missing/],
    ['{"verdict":"violated"}\nnonsense', 2, /not JSON/],
    ['{"verdict":"violated"}', undefined, /no witness/],
  ])("says what is wrong with %s", (text, line, reason) => {
    const { error } = read(text) as { error: { line?: number; reason: string } };
    expect(error.line).toBe(line);
    expect(error.reason).toMatch(reason);
  });
});
