import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import { createHistoryBuilder, type OperationRecord } from "./builder.js";
import { HistoryError } from "./error.js";
import type { HistoryHeader } from "./history-header.js";
import { recordOf } from "./record.js";
import { select } from "./select.js";

const operations: readonly OperationRecord[] = [
  { session: 0, method: "write", args: [1], call: 10, return: 20 },
  { session: 1, method: "read", result: 1, call: 15, return: 30 },
  { session: 1, method: "write", args: [2], call: 40 },
];

const build = (header: unknown, given = operations, form: "code" | "json" = "code") => {
  const builder = createHistoryBuilder(header as HistoryHeader, form);
  for (const operation of given) builder.add(operation);
  return builder.finish();
};
const annotated = (annotations: unknown, given = operations, form: "code" | "json" = "code") =>
  build({ type: "register", annotations }, given, form);

const refusal = (annotations: unknown, given = operations) => {
  try {
    annotated(annotations, given, "json");
  } catch (error) {
    if (error instanceof HistoryError) return [error.code, error.path.join("."), error.message];
  }
  return expect.fail("it was taken");
};

describe("annotations", () => {
  test("stand among the events of all operations, with their moments beside these", () => {
    const { annotations, clock } = annotated([
      { at: 0, text: "before all" },
      { at: 15, until: 25, text: "a link is cut", session: 1 },
      { at: 99, text: "after all" },
    ]);
    expect(annotations).toEqual([
      { at: 0, text: "before all" },
      { at: 1, until: 3, text: "a link is cut", session: 1 },
      { at: 5, text: "after all" },
    ]);
    expect(clock?.annotations).toEqual([{ at: 0 }, { at: 15, until: 25 }, { at: 99 }]);
  });

  test("are written by the order of events and read back the same", () => {
    const history = annotated([
      { at: 30, until: 41, text: "x" },
      { at: 20, text: "y", session: "a" },
    ]);
    const record = recordOf(history);
    expect(record.annotations).toEqual([
      { at: 3, until: 5, text: "x" },
      { at: 2, text: "y", session: "a" },
    ]);
    expect(build(record, record.operations, "json").annotations).toEqual(history.annotations);
  });

  test("are by the same clock, whatever its form", () => {
    const by = (convert: (time: number) => number | string | bigint) => {
      const given = operations.map((one) => ({
        ...one,
        call: convert(Number(one.call)),
        ...(one.return !== undefined && { return: convert(Number(one.return)) }),
      }));
      return annotated([{ at: convert(12), until: convert(35), text: "x" }], given);
    };
    const forms = [
      (time: number) => time,
      (time: number) => time + 0.5,
      (time: number) => BigInt(time),
      (time: number) => String(1_700_000_000_000_000_000n + BigInt(time)),
      (time: number) => String(BigInt(time) * 200_000_000_000_000_000n),
    ];
    for (const convert of forms) expect(by(convert).annotations).toEqual([{ at: 1, until: 4, text: "x" }]);
    expect(by((time) => String(1_700_000_000_000_000_000n + BigInt(time))).clock?.annotations).toEqual([
      { at: 2, until: 25 },
    ]);
  });

  test("change no verdict, and a selection has none", () => {
    const history = annotated([{ at: 17, text: "x" }]);
    expect(check(history, { criterion: "linearizability" }).verdict).toBe("satisfied");
    expect(select(history, Int32Array.of(0, 1)).history.annotations).toBeUndefined();
  });

  test("may be of a history without operations, and leave nothing behind in its builder", () => {
    const builder = createHistoryBuilder({ annotations: [{ at: 7n, until: 9n, text: "x" }] });
    expect(builder.finish().annotations).toEqual([{ at: 0, until: 0, text: "x" }]);
    builder.clear();
    builder.add({ session: 0, method: "write", args: [1], call: 1 });
    expect(builder.finish({}).ret[0]).toBe(0x7fffffff);
    expect(builder.finish({ annotations: [{ at: 0, until: 5, text: "x" }] }).annotations).toHaveLength(1);
    builder.add({ session: 0, method: "read", call: 2 });
    expect([...builder.finish({}).ret]).toEqual([0x7fffffff, 0x7fffffff]);
    expect(annotated([]).annotations).toBeUndefined();
  });

  test.each([
    [{}, "SL1002", "annotations", '"annotations" must be an array'],
    [[3], "SL1002", "annotations.0", "an annotation must be an object"],
    [[{ text: "x" }], "SL1002", "annotations.0", '"at" is missing'],
    [[{ at: 1 }], "SL1002", "annotations.0.text", '"text" is missing'],
    [[{ at: 1, text: 2 }], "SL1002", "annotations.0.text", '"text" must be a string'],
    [[{ at: 1, text: "", session: null }], "SL1002", "annotations.0.session", '"session" must be'],
    [[{ at: 1, text: "", untill: 2 }], "SL1003", "annotations.0.untill", 'did you mean "until"?'],
    [
      [
        { at: 1, text: "" },
        { at: 1.5, text: "" },
      ],
      "SL1005",
      "annotations.1.at",
      '"at" must be an integer',
    ],
    [[{ at: 1, text: "", until: null }], "SL1005", "annotations.0.until", '"until" must be an integer or'],
    [[{ at: 2, text: "", until: 1 }], "SL1005", "annotations.0.until", '"until" is before "at"'],
  ])("%j are refused, with the place", (given, code, path, reason) => {
    const [itsCode, itsPath, itsReason] = refusal(given);
    expect([itsCode, itsPath]).toEqual([code, path]);
    expect(itsReason).toContain(reason);
  });

  test("of operations without times are refused", () => {
    expect(refusal([{ at: 1, text: "x" }], [{ session: 0, method: "read" }])).toEqual([
      "SL1005",
      "annotations",
      '"annotations" have times, so operations must carry "call"',
    ]);
  });
});
