import type { Event } from "@sightline/fleet";
import { describe, expect, test } from "vitest";
import { createTally } from "../../process/exit-code.js";
import { styleFor } from "../../render/style.js";
import { createPrinter, type PrinterOptions } from "./printer.js";

const printer = (mode: PrinterOptions["mode"], debug = false) =>
  createPrinter({ mode, style: styleFor({}, {}), group: true, debug });
const stats = { algorithm: "a", states: 1, milliseconds: 1 };
const result = {
  criterion: "sequential",
  verdict: "satisfied",
  witness: { linearization: [] },
  stats,
} as const;
const report: Event = {
  kind: "report",
  report: { file: "a.json", index: 0, name: null, size: 1, result, operations: [] },
};
const invalid: Event = {
  kind: "invalid",
  index: 0,
  error: { file: "b.json", line: 2, column: 5, reason: "odd", code: "SL1002" },
};
const bug: Event = { kind: "bug", file: "c.json", index: 3, error: { message: "oops", stack: "at line 1" } };

describe("the printer", () => {
  test("puts verdicts on standard output, as text, as JSON or not at all", () => {
    expect(printer("text").print(report).out).toMatch(/^✔ a\.json/);
    expect(printer("json").print(report).out).toMatch(/^\{"file":"a\.json".*\}\n$/);
    expect(printer("quiet").print(report)).toEqual({ err: "" });
  });

  test("explains the first violation of a kind, names it for the others, and lists the kinds at the end", () => {
    const violated = (index: number, cause: string): Event => {
      const violation = {
        kind: "core",
        operations: [],
        reason: `why ${index}`,
        cause,
        notation: "{ f() }",
      } as const;
      const answer = { criterion: "sequential", verdict: "violated", violation, stats } as const;
      const seen = { count: 10 * (index + 1), of: 100 };
      return {
        kind: "report",
        report: { file: "a.ndjson", index, name: `n${index}`, seen, size: 1, result: answer, operations: [] },
      };
    };
    const told = (group: boolean): string => {
      const talker = createPrinter({ mode: "text", style: styleFor({}, {}), group, debug: false });
      const events = [violated(0, "x"), violated(1, "y"), violated(2, "x"), violated(3, "x")];
      const lines = events.map((event) => talker.print(event).out ?? "");
      const tally = { ...createTally(), histories: 4, violated: 4 };
      return lines.join("") + (talker.finish(tally).out ?? "");
    };
    const text = told(true);
    expect(text.match(/why \d/gi)).toEqual(["Why 0", "Why 1"]);
    expect(text).toContain(
      '✘ a.ndjson[2] "n2": sequential violated, kind 1 as a.ndjson[0] (1 operation, 1.0 ms)\n',
    );
    expect(text.slice(text.indexOf("\nkind"))).toBe(`
kind 1: 3 violations of sequential in 80 runs, such as a.ndjson[0] "n0"
    { f() }
    Also a.ndjson[2], a.ndjson[3]
kind 2: 1 violation of sequential in 20 runs, such as a.ndjson[1] "n1"
    { f() }

100 of 100 recorded runs violate sequential: 100 % (95 % interval 96.4 % – 100 %)
4 histories: 4 violated (2 kinds)
`);
    expect(told(false).match(/why \d/gi)).toHaveLength(4);
  });

  test("tells the first twenty kinds with their proofs, the others as they were before, and says so", () => {
    const told = (provesSome: boolean): string => {
      const talker = createPrinter({
        mode: "text",
        style: styleFor({}, {}),
        group: true,
        provesSome,
        debug: false,
      });
      const print = (index: number, cause: string | undefined): string => {
        const violation = (reason: string) =>
          ({ kind: "core", operations: [], reason, ...(cause !== undefined && { cause }) }) as const;
        const result = {
          criterion: "sequential",
          verdict: "violated",
          violation: violation("proved"),
          stats,
        } as const;
        const unproved = { violation: violation("unproved"), operations: [] };
        const about = { file: "a.ndjson", index, name: null, size: 1, result, operations: [] };
        const event: Event = { kind: "report", report: { ...about, ...(provesSome && { unproved }) } };
        return talker.print(event).out ?? "";
      };
      const all = Array.from({ length: 22 }, (_, i) => print(i, `cause ${i}`)).join("");
      const text = all + (talker.finish(createTally()).out ?? "");
      return (text.match(/\b(un)?proved\.?$|--no-group/gim) ?? [])
        .join(" ")
        .toLowerCase()
        .replaceAll(".", "");
    };
    const twenty = Array.from({ length: 20 }, () => "proved").join(" ");
    expect(told(true)).toBe(`${twenty} unproved unproved --no-group`);
    expect(told(false)).toBe(`${twenty} proved proved`);
  });

  test("puts what is wrong on standard error in every mode", () => {
    for (const mode of ["text", "quiet"] as const)
      expect(printer(mode).print(invalid)).toEqual({ err: "b.json:2:5: odd [SL1002]\n" });
    const { out, err = "" } = printer("json").print(invalid);
    expect([out, JSON.parse(err)]).toEqual([
      undefined,
      {
        error: {
          code: "SL1002",
          message: "b.json:2:5: odd",
          file: "b.json",
          line: 2,
          column: 5,
          reason: "odd",
        },
      },
    ]);
  });

  test("asks to report a bug, and shows where it is when debugging", () => {
    const { err = "" } = printer("json").print(bug);
    expect(err).toContain("c.json[3]: this is a bug in Sightline: oops");
    expect(err).toContain("SIGHTLINE_DEBUG=1");
    expect(printer("json", true).print(bug).err).toContain("at line 1");
  });

  test("names what was not reached, up to a point", () => {
    const talker = printer("json");
    for (let i = 0; i < 12; i++)
      talker.print({ kind: "unreached", file: `${i}.json`, from: i === 0 ? 2 : 0 });
    expect(talker.finish({ ...createTally(), interrupted: true })).toEqual({
      out: "",
      err:
        "interrupted: not decided: the rest of 0.json, 1.json, 2.json, 3.json, 4.json, 5.json, 6.json, 7.json, " +
        "8.json, 9.json and 2 more inputs\n",
    });
  });
});
