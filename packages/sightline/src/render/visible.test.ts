import { describe, expect, test } from "vitest";
import { visible, visibleData, visibleLines } from "./visible.js";

describe("text from an input", () => {
  test("has nothing that acts on a terminal", () => {
    expect(visible("\u001b[2J\u001b]0;title\u0007")).toBe("\\u001b[2J\\u001b]0;title\\u0007");
    expect(visible("\u009b31m \u007f \u0000")).toBe("\\u009b31m \\u007f \\u0000");
  });

  test("stays on its line", () => {
    expect(visible("a\n✔ forged\r\tb\u2028c\u2029d\u0085e")).toBe(
      "a\\n✔ forged\\r\\tb\\u2028c\\u2029d\\u0085e",
    );
    expect(visibleLines("a\nb\r\n")).toBe("a\nb\\r\n");
  });

  test("keeps its direction, and hides nothing", () => {
    expect(visible("\u202eevil\u2066\u200f\u061c")).toBe("\\u202eevil\\u2066\\u200f\\u061c");
    expect(visible("a\u200bb\ufeffc\u00add\u{e0041}")).toBe("a\\u200bb\\ufeffc\\u00add\\udb40\\udc41");
    expect(visible("\ud800x")).toBe("\\ud800x");
  });

  test("is left as it is in any language", () => {
    for (const text of ["naïve → ✔", "שלום", "नमस्ते", "می\u200cخواهم", "👩\u200d👩\u200d👧", "日本語"])
      expect(visible(text)).toBe(text);
  });

  test("means the same where it is JSON", () => {
    const value = { a: "\u001b\u009b\u202e\u{e0041}\u2028\n\t\ud800", "\u2066": [1] };
    const json = JSON.stringify(value);
    expect(JSON.parse(visibleLines(json))).toEqual(JSON.parse(json));
  });
});

test("data is visible in all its texts", () => {
  const data = { a: "\u001b", b: [{ c: "x\ny" }, null], d: 1, e: undefined, f: [1, 2] };
  expect(visibleData(data)).toEqual({
    a: "\\u001b",
    b: [{ c: "x\\ny" }, null],
    d: 1,
    e: undefined,
    f: [1, 2],
  });
});

test("data whose texts are visible already is not copied", () => {
  const data = { name: "naïve ✔", list: [{ text: "add(1) => true" }, Number.NaN], "\u001b": [] };
  expect(visibleData(data)).toBe(data);
  const half = { kept: { text: "plain" }, list: [{ text: "plain" }, "\u0007"] };
  const shown = visibleData(half);
  expect(shown).toEqual({ kept: { text: "plain" }, list: [{ text: "plain" }, "\\u0007"] });
  expect(half.list[1]).toBe("\u0007");
  expect(shown.kept).toBe(half.kept);
  const hostile = JSON.parse('{"__proto__":"\\u0007","a":"\\u0007"}') as object;
  expect(JSON.stringify(visibleData(hostile))).toBe('{"__proto__":"\\\\u0007","a":"\\\\u0007"}');
});
