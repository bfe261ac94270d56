import type { Numbers } from "../../history/numbers.js";
import { printValue } from "../../history/print.js";
import type { Value } from "../../history/value.js";
import type { Found } from "../../linearize/engine.js";
import type { Part } from "../../linearize/part.js";
import { words } from "../monitor.js";
import { answers, type Token, tokenOf, type TransactionAccess } from "./access.js";
import { foundWrong } from "./found-wrong.js";

/** What a transaction appended to a key, and what it found there before that. */
export interface ListAccess {
  readonly appended: Token[];
  /** Absent: it did not look. */
  found: readonly Token[] | undefined;
}

/** Runs through a transaction by itself: what it appended stands at the end of what it finds. By the key's number. */
export function listAccesses(
  part: Part,
  row: number,
  keys: Numbers<Value>,
): ReadonlyMap<number, ListAccess> | Found {
  const { args, result } = part.labels[part.label[row]];
  const asked = args[0] as readonly TransactionAccess[];
  if (result !== undefined && !answers(asked, result))
    return foundWrong(part, [row], `${words(part, row)} does not return the accesses that it was asked for`);
  const told = result as readonly TransactionAccess[] | undefined;
  const accesses = new Map<number, ListAccess>();
  for (let i = 0; i < asked.length; i++) {
    const [kind, key, value] = asked[i];
    const number = keys.of(key);
    const access = accesses.get(number) ?? { appended: [], found: undefined };
    accesses.set(number, access);
    if (kind !== "read") access.appended.push(tokenOf(value));
    else if (told !== undefined) {
      const before = beforeOwn(told[i][2], access);
      if (before === undefined)
        return foundWrong(
          part,
          [row],
          `${words(part, row)} found ${printValue(told[i][2])} in ${printValue(key)}, which does not go with what it read and appended there before`,
        );
      access.found = before;
    }
  }
  return accesses;
}

/** A list that was found without what the transaction itself had appended; `undefined` where that does not fit. */
function beforeOwn(list: Value, { appended, found }: ListAccess): readonly Token[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const elements = (list as readonly Value[]).map(tokenOf);
  const before = elements.length - appended.length;
  if (before < 0 || appended.some((element, i) => elements[before + i] !== element)) return undefined;
  if (found !== undefined && (found.length !== before || found.some((element, i) => elements[i] !== element)))
    return undefined;
  return elements.slice(0, before);
}
