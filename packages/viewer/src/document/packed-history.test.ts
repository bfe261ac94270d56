import { createHistoryBuilder, type History, parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { packHistory, unpackHistory } from "./packed-history.js";

const through = (history: History): History =>
  unpackHistory(JSON.parse(JSON.stringify(packHistory(history))) as ReturnType<typeof packHistory>);

test.each([
  "register(7) { write(1) @0-10; read() => 1 @12- } || alice { ?write(3) @3-5 }",
  "queue { p.offer(1) => true; 3.poll() => null } || { size() } with 0 < 2",
  'map { put("__proto__",{"a":[1,2]}) => null }',
  "{ }",
])("a history is unpacked as it was packed: %s", (text) => {
  const history = parseHistory(text);
  expect(through(history)).toEqual(history);
});

test("annotations are kept, with their moments", () => {
  const builder = createHistoryBuilder({
    annotations: [
      { at: 1.5, until: 7.25, text: "cut" },
      { at: 9.5, text: "late", session: "a" },
    ],
  });
  builder.add({ session: 0, method: "write", args: [1], call: 2, return: 3 });
  const history = builder.finish();
  expect(history.annotations).toHaveLength(2);
  expect(through(history)).toEqual(history);
});

test("moments keep their distances", () => {
  const builder = createHistoryBuilder({ type: "register" });
  builder.add({ session: 0, method: "write", args: [1], call: 0.1, return: 0.3 }, 5);
  builder.add({ session: 0, method: "read", result: 1, call: 17.25 }, 9);
  const { clock, lines } = through(builder.finish());
  expect(clock?.call[1]).toBeCloseTo(17.25, 6);
  expect(clock?.ret[0]).toBeCloseTo(0.3, 6);
  expect(clock?.ret[1]).toBeNaN();
  expect(lines).toEqual(Int32Array.of(5, 9));
});
