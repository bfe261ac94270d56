import { createHistoryBuilder, type OperationRecord, type Value } from "@sightline/core";
import { addOperation } from "./add-operation.js";
import { jsonObjects, type PlacedObject } from "./bytes/json-objects.js";
import type { ByteWindow } from "./bytes/window.js";
import { NoHistory, PlacedError } from "./input-error.js";
import type { Found } from "./item.js";

/** Whether JSON text is of OpenTelemetry's spans. */
export const isOtelJson = (text: string): boolean => /^\[?\s*\{\s*"resourceSpans"\s*:/u.test(text);

type Attributes = ReadonlyMap<string, string | number>;

/** A span that is an operation. */
interface Operation {
  readonly record: OperationRecord;
  readonly start: bigint;
  readonly times: { readonly call: string; readonly return: string };
  readonly line: number;
}

/**
 * Reads spans of OpenTelemetry's JSON: one history. A span with the attribute `sightline.method` is an operation;
 * `sightline.args` (a JSON array) and `sightline.result` (JSON) say the rest, `sightline.session` whose it is (else the
 * service instance, or the service), `sightline.object` on which object, `sightline.type` of which type. Sessions are in the
 * order of start times. Clocks of different machines do not agree, so there is no real time, unless the resource says
 * `sightline.clock: "shared"`. A span that ended with an error may have taken effect: it is optional.
 */
export async function* readOtel(window: ByteWindow, type: string | undefined): AsyncGenerator<Found> {
  const operations: Operation[] = [];
  let named = type;
  let shared = true;
  for await (const object of jsonObjects(window))
    for (const { span, resource, fail } of spansOf(object)) {
      const own = attributesOf(span["attributes"]);
      const method = own.get("sightline.method");
      if (method === undefined) continue;
      if (typeof method !== "string") fail('"sightline.method" must be a string');
      const about = own.get("sightline.type") ?? resource.get("sightline.type");
      if (named === undefined && typeof about === "string") named = about;
      shared &&= resource.get("sightline.clock") === "shared";
      operations.push(operationOf(span, own, resource, object.line, fail));
    }
  if (operations.length === 0)
    throw new NoHistory(
      'no span has the attribute "sightline.method": it holds no history, 0 operations',
      0,
      0,
    );
  operations.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  const builder = createHistoryBuilder(named === undefined ? {} : { type: named });
  for (const { record, times, line } of operations)
    addOperation(builder, { ...record, ...(shared && times) }, line);
  yield { history: builder.finish() };
}

/** The spans of an export, with the attributes of who made them. */
function* spansOf({ value, line, column }: PlacedObject): Generator<{
  span: Readonly<Record<string, Value>>;
  resource: Attributes;
  fail: (reason: string) => never;
}> {
  const fail = (reason: string): never => {
    throw new PlacedError(reason, line, column);
  };
  for (const one of list(value["resourceSpans"])) {
    const resource = attributesOf((one["resource"] as Record<string, Value> | undefined)?.["attributes"]);
    for (const scope of list(one["scopeSpans"]))
      for (const span of list(scope["spans"])) yield { span, resource, fail };
  }
}

const list = (value: Value | undefined): readonly Readonly<Record<string, Value>>[] =>
  Array.isArray(value) ? (value as readonly Readonly<Record<string, Value>>[]) : [];

/** Attributes by name; the values are `{"stringValue": …}` and the like. */
function attributesOf(attributes: Value | undefined): Attributes {
  return new Map(
    list(attributes).flatMap(({ key, value }): [string, string | number][] => {
      const [held] = Object.values((value ?? {}) as object) as Value[];
      if (typeof key !== "string" || held === undefined) return [];
      return [[key, typeof held === "string" || typeof held === "number" ? held : JSON.stringify(held)]];
    }),
  );
}

function operationOf(
  span: Readonly<Record<string, Value>>,
  own: Attributes,
  resource: Attributes,
  line: number,
  fail: (reason: string) => never,
): Operation {
  const json = (name: string): Value | undefined => {
    const text = own.get(name);
    if (text === undefined) return undefined;
    try {
      return JSON.parse(String(text)) as Value;
    } catch {
      return fail(`"${name}" must be JSON, not ${String(text)}`);
    }
  };
  const instant = (name: string): string => {
    const time = span[name];
    if (typeof time !== "string" && typeof time !== "number") return fail(`a span must have "${name}"`);
    if (!/^\d+$/u.test(String(time))) return fail(`"${name}" must be nanoseconds`);
    return String(time);
  };
  const args = json("sightline.args") ?? [];
  if (!Array.isArray(args)) return fail('"sightline.args" must be a JSON array');
  const session =
    own.get("sightline.session") ?? resource.get("service.instance.id") ?? resource.get("service.name");
  if (session === undefined)
    return fail('nobody made this span: it needs "sightline.session", or its resource "service.instance.id"');
  const result = json("sightline.result");
  const object = own.get("sightline.object");
  const { code } = (span["status"] ?? {}) as { readonly code?: Value };
  const failed = code === 2 || code === "STATUS_CODE_ERROR";
  const call = instant("startTimeUnixNano");
  return {
    record: {
      session,
      method: String(own.get("sightline.method")),
      args,
      ...(result !== undefined && !failed && { result }),
      ...(object !== undefined && { object }),
      ...(failed && { optional: true }),
    },
    times: { call, return: instant("endTimeUnixNano") },
    start: BigInt(call),
    line,
  };
}
