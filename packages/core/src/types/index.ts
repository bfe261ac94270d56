import { HistoryError } from "../history/error.js";
import { findName } from "../text/find-name.js";
import { didYouMean } from "../text/did-you-mean.js";
import { counter } from "./counter.js";
import { deque } from "./deque.js";
import { kv } from "./kv.js";
import { lwwMap, lwwRegister } from "./last-writer-wins.js";
import { list } from "./list.js";
import { map } from "./map.js";
import { memory } from "./memory.js";
import { multiList } from "./multi-list.js";
import { multiRegister } from "./multi-register.js";
import { mutex } from "./mutex.js";
import { mvRegister } from "./mv-register.js";
import { orSet } from "./or-set.js";
import { pnCounter } from "./pn-counter.js";
import { priorityQueue } from "./priority-queue.js";
import { queue } from "./queue.js";
import { register } from "./register.js";
import { rpq } from "./rpq.js";
import { sequence } from "./sequence.js";
import { set } from "./set.js";
import { stack } from "./stack.js";
import type { SequentialType } from "./type.js";

export { checkLabel } from "./check-label.js";
export { type ClassTypeOptions, typeFromClass } from "./type-from-class.js";
export { TypeFailure } from "./type-failure.js";
export { typeFromModule } from "./type-from-module.js";

/** The names under which `types` lists the built-in types. */
export type TypeName =
  | "register"
  | "memory"
  | "counter"
  | "set"
  | "map"
  | "queue"
  | "stack"
  | "deque"
  | "priority-queue"
  | "priorityQueue"
  | "rpq"
  | "list"
  | "kv"
  | "mutex"
  | "multi-register"
  | "multiRegister"
  | "multi-list"
  | "multiList"
  | "sequence"
  | "or-set"
  | "orSet"
  | "lww-register"
  | "lwwRegister"
  | "lww-map"
  | "lwwMap"
  | "mv-register"
  | "mvRegister"
  | "pn-counter"
  | "pnCounter";

/** The built-in sequential types by name: `types.map`, `types["priority-queue"]` or `types.priorityQueue`. */
export const types: Readonly<Record<TypeName, SequentialType>> = {
  register,
  memory,
  counter,
  set,
  map,
  queue,
  stack,
  deque,
  "priority-queue": priorityQueue,
  priorityQueue,
  rpq,
  list,
  kv,
  mutex,
  "multi-register": multiRegister,
  multiRegister,
  "multi-list": multiList,
  multiList,
  sequence,
  "or-set": orSet,
  orSet,
  "lww-register": lwwRegister,
  lwwRegister,
  "lww-map": lwwMap,
  lwwMap,
  "mv-register": mvRegister,
  mvRegister,
  "pn-counter": pnCounter,
  pnCounter,
};

/** The names of the built-in types, as histories and `--type` give them. */
export const typeNames: readonly string[] = [...new Set(Object.values(types).map(({ name }) => name))];

/** The built-in type of that name, in whatever capitals. Throws a `HistoryError` where there is none. */
export function findType(name: string): SequentialType {
  const known = findName(name, Object.keys(types) as TypeName[]);
  if (known !== undefined) return types[known];
  const hint = didYouMean(name, typeNames, `the types are ${typeNames.join(", ")}`, "'");
  throw new HistoryError("SL1007", `unknown type '${name}': ${hint}`, ["type"]);
}
