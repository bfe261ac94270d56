import { describe, expect, test } from "vitest";
import { readWitnesses } from "./witness-file.js";

const read = (text: string) => readWitnesses(text, "w.json");

describe("a file of witnesses", () => {
  test("may be one bare witness over several lines", () => {
    expect(read('{\n "linearization": [1, 0]\n}')).toEqual({
      claims: [
        { witness: { linearization: [1, 0] }, line: 1, index: 0, file: undefined, criterion: undefined },
      ],
      files: new Set(),
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
        {
          witness: { linearization: [0], visibility: {} },
          line: 2,
          index: 1,
          file: "a",
          criterion: "sequential",
        },
      ],
      files: new Set(["a"]),
    });
  });

  test.each([
    ["{}", 1, /neither/],
    ["[1]", 1, /not an object/],
    ['{"linearization":["0"]}', 1, /array of operation ids/],
    ['{"linearization":[0],"visibility":[]}', 1, /"visibility"/],
    ['{"verdict":"satisfied"}', 1, /"witness" is missing/],
    ['{"verdict":"satisfied","witness":null}', 1, /no object/],
    ['{"linearization":[0],"threads":null}', 1, /"threads" must give/],
    ['{"linearization":[0],"storeOrder":null}', 1, /"storeOrder" must give/],
    [
      '\n{"verdict":"violated"}\n{"verdict":"satisfied","file":7,"witness":{"linearization":[]}}',
      3,
      /"file"/,
    ],
    ['{"verdict":"satisfied","criterion":"nonsense","witness":{"linearization":[]}}', 1, /nonsense/],
    ['{"verdict":"violated"}\nnonsense', 2, /not JSON/],
    ['{"verdict":"violated"}', undefined, /no witness/],
  ])("says what is wrong with %s", (text, line, reason) => {
    const { error } = read(text) as { error: { line?: number; reason: string } };
    expect(error.line).toBe(line);
    expect(error.reason).toMatch(reason);
  });
});
