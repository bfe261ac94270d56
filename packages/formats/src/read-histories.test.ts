// @module-tag slow
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "./input-error.js";
import { readHistories } from "./read-histories.js";
import { formatNames } from "./sniff.js";
import { readAll, readError, readOne, testData } from "@sightline/testing/formats/read-all.js";

const samples: Readonly<Record<string, Buffer>> = {
  json: Buffer.from(
    '{\n "type": "set",\n "operations": [{"session": 0, "method": "add", "args": [1], "call": 1, "return": 2}]\n}',
  ),
  ndjson: Buffer.from(
    '{"type":"set"}\n{"session":0,"method":"add","args":["é\\n"]}\n{"operations":[],"happensBefore":[]}\n',
  ),
  notation: Buffer.from("set { add(1) => true; size() } || { contains([1,{a: 2}]) => false }"),
  jepsen: testData("knossos/bad-analysis.edn"),
  porcupine: testData("porcupine/etcd_002.log").subarray(0, 1500),
  keyValue: testData("porcupine/c01-ok.txt").subarray(0, 700),
  visearch: testData("rpq.trc"),
  threads: Buffer.from(
    '{"name":"é","threads":[[["w","x",1],["r","y"]],[["r","x",[0]]]],"initial":{"x":[0]}}\n',
  ),
  litmus: Buffer.from(
    'X86 SB\n"Fre"\n{ x=1; 0:EBX=x; }\n P0 | P1 ;\n MOV [EBX],$1 | MOV [y],$1 ;\n MOV EAX,[y] | MOV EAX,[x] ;\n' +
      "exists (0:EAX=0 /\\ (1:EAX=0 \\/ x=1))\nTest SB Allowed\nHistogram (2 states)\n4 *>0:EAX=0; 1:EAX=0;\n9:>x=1;\nOk\n",
  ),
  litmusC: Buffer.from(
    "C SB\n(* é *) {}\nP0 (int* x, int* y) { // a\n  WRITE_ONCE(*x, 1); int r0 = *y; /* b */\n}\n" +
      "P1 (atomic_int* x) {\n  r1 = atomic_load_explicit(x, memory_order_relaxed);\n}\nforall (0:r0=0 /\\ 1:r1=1)\n",
  ),
};

describe("readHistories", () => {
  test("recognises formats by content", async () => {
    expect((await readOne(samples.json)).type).toBe("set");
    expect((await readAll(samples.ndjson)).map(({ history }) => history?.size)).toEqual([1, 0]);
    expect((await readOne(samples.notation)).size).toBe(3);
    expect((await readOne(samples.jepsen)).type).toBe("register");
    expect((await readOne(testData("porcupine/etcd_002.log"))).type).toBe("register");
    expect((await readOne(testData("porcupine/c01-ok.txt"))).type).toBe("kv");
    expect((await readOne(samples.visearch)).type).toBe("rpq");
    expect((await readOne(samples.threads)).type).toBe("memory");
    expect((await readAll(samples.litmus)).map(({ history }) => history?.type)).toEqual(["memory", "memory"]);
    expect((await readOne(samples.litmusC)).name).toBe("SB: 0:r0=0; 1:r1=1");
  });

  test("takes the format it is told", async () => {
    expect((await readOne(samples.jepsen, { format: "jepsen" })).size).toBe(9);
    expect((await readOne(testData("porcupine/c01-ok.txt"), { format: "porcupine" })).size).toBe(58);
    expect(await readError(samples.jepsen, { format: "json" })).toContain(
      "in:1:3: expected a key in double quotes",
    );
    expect(await readError(samples.json, { format: "jepson" })).toBe(
      'in: unknown format "jepson": did you mean "jepsen"?',
    );
    expect(await readError(samples.json, { format: "xyzzy" })).toContain("these are known: json, ndjson");
  });

  test.each([
    ["", "in: the input is empty"],
    ["\ufeff \r\n\n", "in: the input is empty"],
    ["hello, world", "in:1:1: cannot tell the format"],
    ["\u001f\u008b\b", "in:1:1: the compressed data end too early, after 3 bytes"],
    ["PK\u0003\u0004", "in:1:1: the input is compressed: unpack it with unzip first"],
    ["JEPSEN\u0000", "in:1:1: this is Jepsen's binary"],
  ])("says what is wrong with %j", async (text, expected) => {
    expect(await readError(Buffer.from(text, text.startsWith("\ufeff") ? "utf8" : "latin1"))).toContain(
      expected,
    );
  });

  test("memory that runs out is no fault of the input", async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from('{"operations":['));
      throw new RangeError("Array buffer allocation failed");
    }
    const items = readHistories(failing(), { file: "in" });
    await expect(items.next()).rejects.toThrow(RangeError);
  });

  test("a source that fails is an input error", async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from('{"operations":['));
      throw new Error("disk on fire");
    }
    const items = [];
    for await (const item of readHistories(failing(), { file: "f" })) items.push(item.error?.message);
    expect(items).toEqual(["f: cannot be read: disk on fire"]);
  });

  test("random bytes are refused, never a crash (600 inputs)", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom(undefined, ...formatNames),
        async (bytes, format) => {
          for (const { error } of await readAll(bytes, { format }))
            if (error !== undefined) expect(error).toBeInstanceOf(InputError);
        },
      ),
      { numRuns: 600, seed: 19 },
    );
  });

  test("mutations of valid files are read or refused with a place, never a crash (1,500 inputs)", async () => {
    const edit = fc.tuple(fc.nat(1500), fc.nat(3), fc.uint8Array({ maxLength: 3 }));
    const pieces = fc.constantFrom(
      ...Array.from('{}[]()"\\:,;#|\n\r 0-9eN'),
      ":info",
      "null",
      "nil",
      "0,0",
      "||",
      "=>",
      "é",
      "(*",
      "exists",
      "P0",
      '["r",',
    );
    const typed = fc.tuple(
      fc.nat(1500),
      fc.nat(3),
      pieces.map((piece) => new Uint8Array(Buffer.from(piece))),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(samples)),
        fc.array(fc.oneof(edit, typed), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(1, 5, 1 << 16),
        async (name, edits, chunkSize) => {
          let bytes: Uint8Array = samples[name];
          for (const [at, dropped, inserted] of edits) {
            const place = at % (bytes.length + 1);
            bytes = Buffer.concat([bytes.subarray(0, place), inserted, bytes.subarray(place + dropped)]);
          }
          const items = await readAll(bytes, {}, chunkSize);
          expect(items.length).toBeGreaterThan(0);
          items.forEach(({ index, history, error }, i) => {
            expect(index).toBe(i);
            if (error === undefined) expect(history.size).toBeGreaterThanOrEqual(0);
            else {
              expect(error).toBeInstanceOf(InputError);
              expect(error.line).toBeLessThanOrEqual(Buffer.from(bytes).toString().split("\n").length);
            }
          });
        },
      ),
      { numRuns: 1500, seed: 23 },
    );
  });
});

test("an option that is unknown is refused", async () => {
  const read = async (): Promise<void> => {
    const options = { file: "in", fromat: "json" } as { file: string };
    for await (const item of readHistories(new Blob(["{}"]).stream(), options))
      expect.fail(String(item.index));
  };
  await expect(read()).rejects.toThrow('unknown option "fromat": did you mean "format"?');
});
