import { gzipSync } from "node:zlib";
import { parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { catalogueTask, checkTask, printTask, readTask, statesTask } from "./tasks.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a file is read, whatever its format, and packed or not", async () => {
  const text =
    "{:process 0, :type :invoke, :f :write, :value 1}\n{:process 0, :type :ok, :f :write, :value 1}\n";
  for (const given of [bytes(text), new Uint8Array(gzipSync(text))]) {
    const { items, more } = await readTask({ bytes: given, file: "history.edn", type: "register" });
    expect(items.map(({ history }) => history?.size)).toEqual([1]);
    expect(more).toBe(false);
  }
});

test("a packed file that is cut off is told as that", async () => {
  const cut = new Uint8Array(gzipSync("register { write(1) }".repeat(100))).subarray(0, 30);
  await expect(readTask({ bytes: cut, file: "a.json.gz" })).rejects.toThrow(/^a\.json\.gz: .* end too early/);
});

test("what cannot be read says where", async () => {
  const { items } = await readTask({ bytes: bytes('{"operations": [}'), file: "a.json" });
  expect(items.map(({ error }) => error)).toEqual([expect.stringMatching(/^a\.json:1:17: /)]);
});

test("a file of very many histories is read so far", async () => {
  const { items, more } = await readTask({
    bytes: bytes('{"type":"set","operations":[]}\n'.repeat(300)),
    file: "a.ndjson",
  });
  expect([items.length, more]).toEqual([200, true]);
});

test("a history is checked, and says now and then that it goes on", () => {
  const history = parseHistory("register { write(1); read() => 2 }");
  expect(checkTask({ history, criterion: "weak" }, () => {}).verdict).toBe("violated");
  let beats = 0;
  const text = Array.from({ length: 12 }, (_, i) => `{ write(${i}); read() => ${(i + 1) % 12} }`).join(
    " || ",
  );
  checkTask({ history: parseHistory(`register ${text}`), criterion: "causal", seconds: 0.2 }, () => beats++);
  expect(beats).toBeGreaterThan(0);
  expect(printTask(history)).toBe("register { write(1); read() => 2 }");
});

test("states are told step by step, of each object", () => {
  const states = (text: string, order: number[]) => statesTask({ history: parseHistory(text), order });
  expect(states("register(7) { write(1); read() => 1 }", [0, 1])).toEqual(["7", "1", "1"]);
  expect(states("set { add(1) => true; add(2) => true }", [1, 0])).toEqual(["{}", "{2}", "{1, 2}"]);
  expect(states("queue { p.offer(1); q.offer(2) }", [0, 1])).toEqual([
    "p: [], q: []",
    "p: [1], q: []",
    "p: [1], q: [2]",
  ]);
  expect(states("{ f() }", [0])).toEqual([]);
});

test("the catalogue has every type and criterion", () => {
  const { types, criteria } = catalogueTask();
  expect(types).toEqual(expect.arrayContaining(["register", "queue"]));
  expect(criteria["causal"]).toMatch(/^peer, and/);
});
