import { check, createHistoryBuilder, parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { documentOf, firstScale, isCoreLost, loadDocument, reasonOf } from "./loaded.js";
import { packHistory } from "../document/packed-history.js";

const stale = parseHistory(
  "register { write(1) @0-10; read() => 0 @12-20; read() => 1 @22-30 } || { write(0) @1-5; read() => 1 @6-11 }",
);

test("a violation points out its core and the operation that nothing explains", () => {
  const reason = reasonOf(stale, check(stale));
  expect([...reason.core]).toEqual([0, 1, 3, 4]);
  expect(reason.stuck).toBe(1);
  expect(reason.steps).toHaveLength(1);
  expect(reason.order).toEqual([3, 0, 4]);
});

test("a witness is an order, and nothing is pointed out", () => {
  const result = check(stale, { criterion: "weak" });
  const reason = reasonOf(stale, result);
  expect(reason.order).toHaveLength(5);
  expect([reason.core.size, reason.stuck]).toEqual([0, -1]);
  expect(reasonOf(stale, undefined).order).toEqual([]);
});

test("what was loaded can be put down again", () => {
  const document = {
    title: "t",
    history: packHistory(stale),
    type: "register",
    criterion: "linearizability",
    result: check(stale),
  };
  expect(documentOf(loadDocument(document))).toEqual(document);
});

test("a core among thousands of operations is shown by itself, and by the clock only where it can be seen", () => {
  const builder = createHistoryBuilder({ type: "register" });
  for (let i = 0; i < 2000; i++)
    builder.add({ session: 0, method: "write", args: [i], call: 1000 * i, return: 1000 * i + 1 });
  const history = builder.finish();
  const around = (...ids: number[]) => ({ ...reasonOf(history, undefined), around: ids });
  expect(isCoreLost(history, around(3, 1990))).toBe(true);
  expect(isCoreLost(history, around(3, 40))).toBe(false);
  expect(firstScale(history, around(3, 4))).toBe("order");
  expect(firstScale(stale, reasonOf(stale, check(stale)))).toBe("time");
  expect(firstScale(parseHistory("{ f() }"), around())).toBe("sequence");
});
