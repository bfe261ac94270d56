import type { Value } from "@sightline/core";
import type { PlacedObject } from "./bytes/json-objects.js";
import { PlacedError } from "./input-error.js";

/** An operation as Porcupine's Go programs have it: `porcupine.Operation`. */
export interface ClientOperation {
  readonly client: number;
  readonly input: Value;
  readonly call: number | string;
  readonly output: Value;
  /** Absent: it has not returned. */
  readonly end: number | string | undefined;
  /** The error of an operation whose fields are wrong. */
  fail(reason: string): never;
}

/** The fields of an object by their names in small letters. */
export const fieldsInSmallLetters = (value: PlacedObject["value"]): ReadonlyMap<string, Value> =>
  new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]));

/** The fields of a `porcupine.Operation`, in whatever capitals. */
export function clientOperation({ value, line, column }: PlacedObject): ClientOperation {
  const fields = fieldsInSmallLetters(value);
  const fail = (reason: string): never => {
    throw new PlacedError(reason, line, column);
  };
  const call = fields.get("call");
  const end = fields.get("return") ?? undefined;
  if (!isTime(call)) return fail('an operation must have "Call", the time of its call, an integer');
  if (end !== undefined && !isTime(end)) return fail('"Return" must be a time, an integer');
  const client = fields.get("clientid") ?? 0;
  if (typeof client !== "number") return fail('"ClientId" must be a number');
  return {
    client,
    input: fields.get("input") ?? null,
    call,
    output: fields.get("output") ?? null,
    end,
    fail,
  };
}

const isTime = (value: Value | undefined): value is number | string =>
  typeof value === "number" || (typeof value === "string" && /^-?\d+$/u.test(value));
