import type { Invocation } from "../history/history.js";
import { canonical, type Value } from "../history/value.js";
import { noSuchMethod } from "./arguments.js";

/** A read of a key, whose third part is null until it is known what it found; or what changes the key. */
export type Access<Update extends string> = readonly ["read" | Update, Value, Value];

/** The accesses of a transaction of this type, checked. */
export function accesses<Update extends string>(
  { method, args }: Invocation,
  type: string,
  update: Update,
): readonly Access<Update>[] {
  if (method !== "txn") throw noSuchMethod(type, method);
  const [list] = args;
  if (!Array.isArray(list)) throw new TypeError(`txn takes a list of accesses, not ${canonical(list)}`);
  for (const access of list as readonly Value[])
    if (!Array.isArray(access) || access.length !== 3 || (access[0] !== "read" && access[0] !== update))
      throw new TypeError(
        `an access of txn is ["read", key, null] or ["${update}", key, value], not ${canonical(access)}`,
      );
  return list;
}
