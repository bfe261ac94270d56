import { check, createHistoryBuilder, parseHistory, recordOf } from "@sightline/core";
import { readAll } from "@sightline/testing/formats/read-all.js";
import { describe, expect, test } from "vitest";
import { writeAs } from "./write-as.js";

const everything =
  'map([[1,2]]) alice { a.put(x,1) => null @0-3; ?a.get(x) @4-7 } || "bob 2" { b.put(y,[1,null]) @1-; b.size() => 2 @5-6 } with 0 < 1';

const bytes = (text: string) => new TextEncoder().encode(text);

describe("a history that is written", () => {
  test.each(["json", "ndjson", "notation"] as const)("as %s is read back the same", async (format) => {
    const history = parseHistory(everything);
    const [{ history: again, error }] = await readAll(bytes(writeAs(format, history)));
    expect(error).toBeUndefined();
    expect(again && recordOf(again)).toEqual(recordOf(history));
  });

  test("as ndjson has a line for each operation where it is long", async () => {
    const builder = createHistoryBuilder({ type: "counter", name: "long" });
    for (let i = 0; i < 1500; i++)
      builder.add({ session: i % 3, method: "inc", result: null, call: i, return: i });
    const text = writeAs("ndjson", builder.finish());
    expect(text.split("\n")).toHaveLength(1502);
    const items = await readAll(bytes(text + text));
    expect(items.map(({ history }) => history?.size)).toEqual([1500, 1500]);
    expect(check(items[1].history ?? parseHistory("")).verdict).toBe("satisfied");
  });

  test("as threads is read back the same; what cannot be said is refused", async () => {
    const history = parseHistory("memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }");
    const [{ history: again }] = await readAll(bytes(writeAs("threads", history)));
    expect(again && recordOf(again).operations.map(({ method, args }) => [method, args])).toEqual(
      recordOf(history).operations.map(({ method, args }) => [method, args]),
    );
    expect(() => writeAs("threads", parseHistory(everything))).toThrow("threads form has no times");
  });
});
