import { describe, expect, test } from "vitest";
import { HistoryError } from "../../history/error.js";
import { createRandom } from "../../random.js";
import { randomModel } from "@sightline/testing/axioms/axiom-fuzzing.js";
import { AxiomError } from "./error.js";
import { parseAxioms } from "./parse.js";
import { printAxioms } from "./print.js";

describe("the axiom language", () => {
  test("reads Unicode and ASCII alike", () => {
    const model = parseAxioms("vis ⊇ hb; vis ⊇ vis∘[get, put]∘po");
    expect(model).toEqual({
      axioms: [
        { left: "vis", path: ["hb"] },
        { left: "vis", path: ["vis", { methods: ["get", "put"] }, "po"] },
      ],
      relaxLin: false,
    });
    expect(parseAxioms("vis >= hb\nvis>=vis.[get,put].po")).toEqual(model);
  });

  test("reads lines, comments, blanks, parentheses and what always holds", () => {
    const text = "# causal convergence\nRet; lin ⊇ vis;;\n\n  vis ⊇ (vis ∘\n vis) # transitive\r\nvis ⊇ po";
    expect(printAxioms(parseAxioms(text))).toBe("lin ⊇ vis; vis ⊇ vis∘vis; vis ⊇ po");
    expect(parseAxioms(" # nothing\n")).toEqual({ axioms: [], relaxLin: false });
  });

  test("reads vis = lin and relax lin", () => {
    const expected = { axioms: [{ left: "vis", path: ["lin"] }], relaxLin: true };
    expect(parseAxioms("relax lin; vis = lin")).toEqual(expected);
    expect(parseAxioms("lin = vis; relax lin")).toEqual(expected);
  });

  test.each([
    ["HbConsistentLin(*, [put])", "lin ⊇ hb∘[put]"],
    ["ReadPreviousOps([put,get], *)", "vis ⊇ [put,get]∘hb"],
    ["HbMonotonicReads(put, get)", "vis ⊇ [put]∘vis∘hb∘[get]"],
    ["ReadHbPrefix([], *)", "vis ⊇ []∘hb∘vis"],
    ["SingleOrder(*, *)", "vis ⊇ lin"],
    ["LinMonotonicReads", "vis ⊇ vis∘lin"],
    ["ReadLinPrefix(*,\n  [get])", "vis ⊇ lin∘vis∘[get]"],
    ['TransVis(["a b"], *)', 'vis ⊇ ["a b"]∘vis∘vis'],
  ])("schema %s is %s", (schema, axiom) => {
    expect(printAxioms(parseAxioms(schema))).toBe(axiom);
  });

  test("prints what it reads, in both alphabets", () => {
    for (let seed = 0; seed < 2000; seed++) {
      const model = randomModel(createRandom(seed), [
        "get",
        "put",
        "lin",
        "a-b",
        "two words",
        'quo"te',
        "名",
      ]);
      expect(parseAxioms(printAxioms(model))).toEqual(model);
      expect(parseAxioms(printAxioms(model, { ascii: true }))).toEqual(model);
    }
  });
});

describe("errors of the axiom language", () => {
  const errorOf = (text: string): AxiomError => {
    try {
      parseAxioms(text);
    } catch (error) {
      if (error instanceof AxiomError) return error;
      throw error;
    }
    throw new Error(`no error in ${text}`);
  };

  test("show the line, with carets under the token", () => {
    const error = errorOf("vis ⊇ po\n\tvis ⊇ viss∘vis # slip\nvis ⊇ hb");
    expect(error).toBeInstanceOf(HistoryError);
    expect(error.message).toBe(
      'unknown relation "viss": did you mean "vis"?\n  \tvis ⊇ viss∘vis # slip\n  \t      ^^^^',
    );
    expect([error.line, error.column]).toEqual([2, 8]);
  });

  test.each([
    ["vs ⊇ hb", "vs", 'unknown axiom "vs": did you mean "vis"?'],
    ["TransViz(*, *)", "TransViz", 'did you mean "TransVis"?'],
    ["hb ⊇ vis", "hb", '"hb" is given by the history'],
    ["vis ⊇ get", "get", "a method goes in brackets, as in [get]"],
    ["vis ⊆ lin", "⊆", "write the larger relation first"],
    ["vis ⊇ hb ∪ po", "∪", "there is no union here"],
    ["vis ⊇ vis*", "*", 'expected ";" or the end of the line after an axiom, not "*"'],
    ["vis = hb", "=", 'only "vis = lin"'],
    ["vis hb", "hb", 'expected ⊇ or >= after "vis"'],
    ["vis ⊇ [*]∘hb", "*", "leave [*] out"],
    ["vis ⊇ [get put]∘hb", "put", 'expected "," or "]"'],
    ["vis ⊇ [get,3]", "3", 'unexpected "3"'],
    ["relax vis", "vis", 'expected "lin" after "relax"'],
    ["TransVis(*)", ")", 'expected "," between the two method sets'],
    ["TransVis(*, *, *)", ", *)", 'expected ")" after the two method sets'],
    ["vis ⊇ (hb; po", "; po", 'expected ")" after a relation, not ";"'],
    ['vis ⊇ ["get]', '"get]', "does not end on its line"],
    ['vis ⊇ ["\\q"]', '"\\q"', "wrong escape"],
    ["; ⊇ hb", "⊇", "expected an axiom, such as vis ⊇ hb"],
  ])("%s", (text, at, reason) => {
    const error = errorOf(text);
    expect(error.reason).toContain(reason);
    expect(error.column).toBe(text.lastIndexOf(at) + 1);
    expect(error.message.split("\n").at(-1)).toMatch(new RegExp(`^ {${text.lastIndexOf(at) + 2}}\\^+$`));
  });

  test("parentheses may be many, but not without end", () => {
    const nested = (depth: number): string => `vis >= ${"(".repeat(depth)}hb${")".repeat(depth)}`;
    expect(parseAxioms(nested(200))).toEqual(parseAxioms("vis >= hb"));
    const error = errorOf(nested(100_000));
    expect([error.reason, error.column]).toEqual(["parentheses may nest 200 deep, no deeper", 208]);
    expect(error.message.length).toBeLessThan(500);
    expect(error.message.split("\n").at(-1)).toMatch(/^ {63}\^$/);
  });

  test("a long path is read to its end", () => {
    const path = Array.from({ length: 200_000 }, () => "vis").join(".");
    expect(parseAxioms(`vis >= (${path})`).axioms[0].path.length).toBe(200_000);
  });

  test("a long name is not quoted whole", () => {
    const error = errorOf(`vis >= ${"x".repeat(100_000)}`);
    expect(error.message.length).toBeLessThan(1000);
  });

  test("an axiom that is not finished points at the end", () => {
    const error = errorOf("vis ⊇");
    expect(error.message).toBe(
      "expected lin, vis, po, hb or [methods], not the end of the text\n  vis ⊇\n       ^",
    );
  });
});
