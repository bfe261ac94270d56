import { check, printHistory } from "@sightline/core";
import { readAll, readError, readOne } from "@sightline/testing/formats/read-all.js";
import { describe, expect, test } from "vitest";

describe("porcupine.Operation in JSON", () => {
  const operation = (client: number, input: unknown, output: unknown, call: number, end?: number) => ({
    ClientId: client,
    Input: input,
    Call: call,
    Output: output,
    ...(end !== undefined && { Return: end }),
  });

  test("is understood by the names of its fields, in whatever capitals", async () => {
    const text = JSON.stringify([
      operation(0, { Op: "put", Key: "x", Value: "1" }, {}, 0, 10),
      operation(1, { op: "get", key: "x", value: "" }, { value: "1" }, 5, 15),
      operation(2, { method: "append", args: ["x", "2"] }, null, 6),
    ]);
    const history = await readOne(text);
    expect(printHistory(history)).toBe(
      'kv { put(x,"1") @0-3 } || { get(x) => "1" @1-4 } || { append(x,"2") @2- }',
    );
    expect(check(history).verdict).toBe("satisfied");
  });

  test("by the numbers of Porcupine's models, where the type is given", async () => {
    const text = JSON.stringify([
      operation(0, { op: 1, value: 3 }, 0, 0, 10),
      operation(1, { op: 0, value: 0 }, 3, 5, 15),
      operation(1, { op: 2, old: 3, new: 4 }, { ok: true }, 16, 17),
    ]);
    const history = await readOne(text, { type: "register" });
    expect(printHistory(history)).toBe(
      "register { write(3) @0-2 } || { read() => 3 @1-3; cas(3,4) => true @4-5 }",
    );
    expect(await readError(text)).toMatch(/^in:1:2: "Input" has the method as a number, 1: what it means/);
  });

  test("events are paired by their ids, in the order in which they stand", async () => {
    const event = (ClientId: number, Kind: boolean, Value: unknown, Id: number) => ({
      ClientId,
      Kind,
      Value,
      Id,
    });
    const put = { op: "put", key: "x", value: "1" };
    const events = [
      event(0, false, put, 0),
      event(1, false, { op: "get", key: "x" }, 1),
      event(0, true, null, 0),
    ];
    const text = JSON.stringify([...events, event(1, true, { value: "1" }, 1), event(0, false, put, 2)]);
    expect(printHistory(await readOne(text))).toBe(
      'kv { put(x,"1") @0-2; put(x,"1") @4- } || { get(x) => "1" @1-3 }',
    );
    expect(await readError(JSON.stringify([...events, event(1, true, null, 7)]))).toMatch(
      /^in:1:\d+: there is no call with the Id 7 before this return/,
    );
    expect(await readError(JSON.stringify([...events, events[0]]))).toMatch(
      /the call with the Id 0 stands twice/,
    );
  });

  test("is refused where its fields say nothing", async () => {
    expect(await readError('[{"ClientId":0,"Input":{},"Call":1,"Output":{},"Return":2}]')).toMatch(
      /a field that Go does not export is not written/,
    );
    expect(
      await readError('[{"ClientId":0,"Input":{"op":"get"},"Call":"now","Output":{},"Return":2}]'),
    ).toMatch(/^in:1:2: an operation must have "Call"/);
  });
});

describe("operations of etcd's robustness tests", () => {
  const range = (key: string, found: string | undefined, more: object = {}) => ({
    ClientId: 1,
    Input: {
      Type: "range",
      Range: { Start: key, End: "", Limit: 0, KeysOnly: false, Revision: 0, ...more },
      Txn: null,
    },
    Call: 1_000_000,
    Output: {
      Range: { KVs: found === undefined ? null : [{ Key: key, Value: { Value: found } }], Count: 1 },
      ClientError: "",
      Error: "",
    },
    Return: 2_000_000,
    Metadata: null,
  });
  const put = (key: string, value: string, error = "") => ({
    ClientId: 2,
    Input: {
      Type: "txn",
      Txn: {
        Conditions: null,
        OperationsOnSuccess: [{ Type: "put-operation", Put: { Key: key, Value: { Value: value, Hash: 0 } } }],
      },
    },
    Call: 100,
    Output: { Txn: { Results: [{}] }, ClientError: "", Error: error },
    Return: 200,
  });
  const pretty = (...all: object[]) => all.map((one) => JSON.stringify(one, null, 2)).join("\n");

  test("are a map, from objects that stand one after another", async () => {
    const text = pretty(put("a", "7"), range("a", "7"), {
      ...range("b", undefined),
      Call: 3_000_000,
      Return: 4_000_000,
    });
    for (const size of [1, 100, 10_000]) {
      const [item] = await readAll(text, {}, size);
      if (item.error !== undefined) throw item.error;
      expect(printHistory(item.history)).toBe(
        'map 2 { put(a,"7") @0-1 } || { get(a) => "7" @2-3; get(b) => null @4-5 }',
      );
    }
  });

  test("an update that failed is pending, a read that failed is left out", async () => {
    const history = await readOne(
      pretty(put("a", "7", "timeout"), { ...range("a", undefined), Output: { Error: "unavailable" } }),
    );
    expect(printHistory(history)).toBe('map "2 1" { put(a,"7") @0- }');
  });

  test("what is no operation of a map is refused", async () => {
    expect(await readError(pretty(range("a", undefined, { End: "z" })))).toMatch(
      /several keys is not supported/,
    );
    expect(await readError(pretty(range("a", undefined, { Revision: 7 })))).toMatch(/it reads the past/);
  });
});

test("times that cannot be are told with their place", async () => {
  const etcd =
    '{"ClientId":1,"Input":{"Type":"range","Range":{"Start":"a"}},"Call":2,"Output":{},"Return":1}';
  expect(await readError(etcd)).toBe('in:1:1: "return" is before "call"');
  const porcupine = '[\n {"ClientId":1,"Input":{"op":"get","key":"a"},"Call":2,"Output":{},"Return":1}]';
  expect(await readError(porcupine)).toBe('in:2:2: "return" is before "call"');
});

describe("spans of OpenTelemetry", () => {
  const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });
  const span = (
    name: string,
    args: string,
    result: string | undefined,
    start: string,
    more: object = {},
  ) => ({
    name: "call",
    startTimeUnixNano: start,
    endTimeUnixNano: `${start}5`,
    attributes: [
      attribute("sightline.method", name),
      attribute("sightline.args", args),
      ...(result === undefined ? [] : [attribute("sightline.result", result)]),
    ],
    ...more,
  });
  const exported = (service: string, spans: object[], more: object[] = []) => ({
    resourceSpans: [
      {
        resource: {
          attributes: [attribute("service.name", service), attribute("sightline.type", "map"), ...more],
        },
        scopeSpans: [{ scope: {}, spans }],
      },
    ],
  });

  test("are operations by their attributes, in the order of their starts in each session", async () => {
    const lines = [
      exported("alice", [
        span("get", '["x"]', "1", "1581452772000000400"),
        span("put", '["x",1]', "null", "1581452772000000321"),
      ]),
      exported("bob", [
        { name: "other", startTimeUnixNano: "1", endTimeUnixNano: "2" },
        span("put", '["x",2]', "null", "1581452772000000322", { status: { code: 2 } }),
      ]),
    ];
    const text = lines.map((line) => JSON.stringify(line)).join("\n");
    expect(printHistory(await readOne(text))).toBe(
      "map alice { put(x,1) => null; get(x) => 1 } || bob { ?put(x,2) }",
    );
  });

  test("have real time only where their clock is shared", async () => {
    const shared = [attribute("sightline.clock", "shared")];
    const text = JSON.stringify(exported("alice", [span("get", '["x"]', "1", "15")], shared));
    expect(printHistory(await readOne(text))).toBe("map alice { get(x) => 1 @0-1 }");
  });

  test("without a method hold no history; what is wrong is told", async () => {
    expect(await readError(JSON.stringify(exported("a", [])))).toMatch(/no span has the attribute/);
    expect(await readError(JSON.stringify(exported("a", [span("get", "x", "1", "15")])))).toMatch(
      /"sightline.args" must be JSON, not x/,
    );
  });
});
