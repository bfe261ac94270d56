import type { Value } from "@sightline/core";
import type { PlacedObject } from "./bytes/json-objects.js";
import { type ClientOperation, fieldsInSmallLetters } from "./client-operation.js";
import { PlacedError } from "./input-error.js";

/** Whether an object is a `porcupine.Event` rather than an `Operation`. */
export function isPorcupineEvent({ value }: PlacedObject): boolean {
  const fields = fieldsInSmallLetters(value);
  return fields.has("kind") && fields.has("id") && !fields.has("call");
}

/** An operation that is put together from its events. */
interface Open {
  readonly object: PlacedObject;
  readonly client: number;
  readonly input: Value;
  readonly call: number;
  output: Value;
  end: number | undefined;
}

/** Pairs the events of a Go program: they stand in the order of time, and are told apart by their ids. */
export function createEventPairs() {
  const open = new Map<Value, Open>();
  const all: Open[] = [];
  let position = 0;
  return {
    add(object: PlacedObject): void {
      const fields = fieldsInSmallLetters(object.value);
      const fail = (reason: string): never => {
        throw new PlacedError(reason, object.line, object.column);
      };
      const [id, kind, value = null] = [fields.get("id") ?? null, fields.get("kind"), fields.get("value")];
      const client = fields.get("clientid") ?? 0;
      if (typeof id !== "number") return fail('an event must have an "Id", a number');
      if (typeof client !== "number") return fail('"ClientId" must be a number');
      const known = open.get(id);
      if (kind === false || kind === 0) {
        if (known !== undefined) return fail(`the call with the Id ${id} stands twice`);
        const operation = { object, client, input: value, call: position++, output: null, end: undefined };
        open.set(id, operation);
        all.push(operation);
      } else if (kind === true || kind === 1) {
        if (known === undefined) return fail(`there is no call with the Id ${id} before this return`);
        if (known.end !== undefined) return fail(`the return with the Id ${id} stands twice`);
        known.output = value;
        known.end = position++;
      } else return fail('"Kind" must be false or 0 for a call, true or 1 for a return');
    },
    /** The operations in the order of their calls; those without a return are pending. */
    operations(): readonly (ClientOperation & { readonly object: PlacedObject })[] {
      return all.map((operation) => ({
        ...operation,
        fail(reason: string): never {
          throw new PlacedError(reason, operation.object.line, operation.object.column);
        },
      }));
    },
  };
}
