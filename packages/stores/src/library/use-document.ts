import type { Value } from "@sightline/core";
import type { Call, StoreType } from "../workload/workload.js";
import type { CounterPart, Document, ListPart } from "./library.js";

/** The key under which a register is kept. */
export const REGISTER_KEY = "value";

/** The text under which a key of a map, or an element of a set, is kept. */
export const keyText = (key: Value): string => `k${JSON.stringify(key)}`;

/** What a call came to. */
export interface Answer {
  /** What a query returned; updates of documents tell nothing, but those of a sequence the list after them. */
  readonly result?: Value;
  /** An index as it was used, where the one asked for was beyond the end. */
  readonly index?: number;
  /** What the call is recorded as, where that follows only from what the document showed. */
  readonly as?: Call;
}

/** Calls a method of a sequential type on a document. */
export async function callOn(document: Document, type: StoreType, { method, args }: Call): Promise<Answer> {
  const { map } = document;
  switch (`${type}.${method}`) {
    case "register.write":
      await map.set(REGISTER_KEY, args[0]);
      return {};
    case "register.read":
      return { result: (await map.get(REGISTER_KEY)) ?? null };
    case "map.put":
      await map.set(keyText(args[0]), args[1]);
      return {};
    case "set.add":
      await map.set(keyText(args[0]), true);
      return {};
    case "map.remove":
    case "set.remove":
      if ((await map.get(keyText(args[0]))) !== undefined) await map.delete(keyText(args[0]));
      return {};
    case "map.get":
      return { result: (await map.get(keyText(args[0]))) ?? null };
    case "map.containsKey":
    case "set.contains":
      return { result: (await map.get(keyText(args[0]))) !== undefined };
    case "map.size":
    case "set.size":
      return { result: (await map.entries()).length };
    case "counter.add":
      await counterOf(document).add(args[0] as number);
      return {};
    case "counter.read":
      return { result: await counterOf(document).value() };
    case "pn-counter.add":
      await counterOf(document).add(args[0] as number);
      return {};
    case "pn-counter.read":
      return { result: await counterOf(document).value() };
    case "sequence.insert": {
      const index = Math.min(args[0] as number, (await listOf(document).values()).length);
      await listOf(document).insert(index, args[1]);
      return { index, result: [...(await listOf(document).values())] };
    }
    case "sequence.delete":
      return deleteFromSequence(document, args[0] as number);
    case "sequence.read":
      return { result: [...(await listOf(document).values())] };
    case "list.insert": {
      const index = Math.min(args[0] as number, (await listOf(document).values()).length);
      await listOf(document).insert(index, args[1]);
      return { index };
    }
    case "list.delete":
      if ((args[0] as number) < (await listOf(document).values()).length)
        await listOf(document).delete(args[0] as number);
      return {};
    case "list.read":
      return { result: [...(await listOf(document).values())] };
    default:
      throw new Error(`no workload calls ${type}.${method}`);
  }
}

/** Deletes the element at the index, counted round from the beginning beyond the end. Of an empty list that is a read. */
async function deleteFromSequence(document: Document, drawn: number): Promise<Answer> {
  const list = listOf(document);
  const before = await list.values();
  if (before.length === 0) return { as: { method: "read", args: [] }, result: [] };
  const index = drawn % before.length;
  const as = { method: "delete", args: [before[index]] };
  await list.delete(index);
  return { as, index, result: [...(await list.values())] };
}

/** What a document shows when it is used as this type, as a text that equal views share. */
export async function viewOf(document: Document, type: StoreType): Promise<string> {
  if (type === "list" || type === "sequence") return JSON.stringify(await listOf(document).values());
  if (type === "counter" || type === "pn-counter") return JSON.stringify(await counterOf(document).value());
  return JSON.stringify([...(await document.map.entries())].sort(byKey));
}

const byKey = ([a]: readonly [string, Value], [b]: readonly [string, Value]): number =>
  a < b ? -1 : a > b ? 1 : 0;

const listOf = ({ list }: Document): ListPart => list ?? missing("list");
const counterOf = ({ counter }: Document): CounterPart => counter ?? missing("counter");

function missing(part: string): never {
  throw new Error(`the document has no ${part}: the library must not offer that type`);
}
