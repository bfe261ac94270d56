import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import { parseAxioms } from "../criteria/axioms/parse.js";
import { HistoryError } from "../history/error.js";
import { parseHistory } from "../history/parse-history.js";
import { evaluateAxioms } from "./evaluate-axioms.js";

const history = parseHistory("register { write(1) } || { read() => 1; read() => null }");
const forgetful = { linearization: [0, 1, 2], visibility: { 2: [1] } };

describe("evaluateAxioms", () => {
  test("names the axiom that does not hold, and where", () => {
    expect(evaluateAxioms(history, "vis >= hb; vis >= vis.hb", forgetful)).toEqual({
      axiom: "vis ⊇ vis∘hb",
      from: 0,
      to: 2,
      reason:
        "the axiom vis ⊇ vis∘hb does not hold: operation 2, read() => null, must see operation 0, write(1), and does not",
    });
    expect(evaluateAxioms(history, parseAxioms("vis ⊇ hb"), forgetful)).toBeUndefined();
  });

  test("counts the axioms that are always there, lin ⊇ hb unless it is relaxed", () => {
    const backwards = { linearization: [0, 2, 1] };
    expect(evaluateAxioms(history, "", backwards)).toMatchObject({ axiom: "lin ⊇ hb", from: 1, to: 2 });
    expect(evaluateAxioms(history, "relax lin", backwards)).toBeUndefined();
    const prophetic = { linearization: [1, 0, 2], visibility: { 1: [0] } };
    expect(evaluateAxioms(history, "", prophetic)).toMatchObject({ axiom: "lin ⊇ vis", from: 0, to: 1 });
  });

  test("takes real time into happens-before where it is asked to", () => {
    const timed = parseHistory(
      '{"type":"register","operations":[{"session":0,"method":"write","args":[1],"call":0,"return":1},{"session":1,"method":"read","result":null,"call":2,"return":3}]}',
    );
    const blind = { linearization: [0, 1], visibility: { 1: [] } };
    expect(evaluateAxioms(timed, "vis ⊇ hb", blind)).toBeUndefined();
    expect(evaluateAxioms(timed, "vis ⊇ hb", blind, { order: "realtime" })).toMatchObject({ from: 0, to: 1 });
  });

  test("refuses an option that it does not know", () => {
    expect(() => evaluateAxioms(history, "", forgetful, { oder: "session" } as object)).toThrow(
      'unknown option "oder": did you mean "order"?',
    );
  });

  test("of what check found, nothing fails", () => {
    for (const axioms of ["vis ⊇ hb", "vis ⊇ vis∘lin", "vis ⊇ po∘vis"]) {
      const result = check(history, { axioms });
      if (result.verdict === "satisfied")
        expect(evaluateAxioms(history, axioms, result.witness), axioms).toBeUndefined();
    }
    expect(check(history, { axioms: "vis ⊇ hb" }).verdict).toBe("satisfied");
  });

  test.each([
    [{ linearization: [0, 1] }, "is missing"],
    [{ linearization: [0, 1, 2, 2] }, "occurs twice"],
    [{ linearization: "012" }, "must be an array of operation ids"],
    [{ linearization: [0, 1, 2], visibility: { 7: [] } }, "which is not in the linearization"],
  ])("refuses a witness that is none: %o", (witness, reason) => {
    expect(() => evaluateAxioms(history, "vis ⊇ hb", witness as never)).toThrow(HistoryError);
    expect(() => evaluateAxioms(history, "vis ⊇ hb", witness as never)).toThrow(reason);
  });
});
