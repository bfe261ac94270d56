import { map } from "./map.js";
import { register } from "./register.js";
import type { MethodSignature, SequentialType } from "./type.js";

/** The methods of these names. */
const only = (
  methods: Readonly<Record<string, MethodSignature>> | undefined,
  ...names: readonly string[]
): Readonly<Record<string, MethodSignature>> =>
  Object.fromEntries(Object.entries(methods ?? {}).filter(([name]) => names.includes(name)));

/**
 * A register of which the last write wins: to an operation the value is what the last write wrote of those that
 * it sees, in the order of the linearization, whichever replica made it. That is what `register` says there,
 * too; `cas` is left out, for a replica decides it by what it sees and others do not.
 */
export const lwwRegister: SequentialType = {
  ...register,
  name: "lww-register",
  doc: "A replicated register: the last write of those that are seen wins.",
  methods: only(register.methods, "read", "write"),
};

/**
 * A map of which the last update of each key wins, in the order of the linearization. The methods of `map` whose
 * effect does not depend on what the replica saw.
 */
export const lwwMap: SequentialType = {
  ...map,
  name: "lww-map",
  doc: "A replicated map: of each key the last update of those that are seen wins.",
  methods: only(
    map.methods,
    "put",
    "get",
    "remove",
    "containsKey",
    "containsValue",
    "size",
    "isEmpty",
    "keys",
    "values",
    "entries",
  ),
};
