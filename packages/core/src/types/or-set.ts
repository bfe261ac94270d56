import { equal, type Value } from "../history/value.js";
import { initialElements, noSuchMethod } from "./arguments.js";
import { type Demands, onlyListed, type Replicated } from "./replicated.js";
import { set } from "./set.js";
import type { SequentialType } from "./type.js";

const has = (values: readonly Value[], value: Value): boolean => values.some((one) => equal(one, value));

const addWins: Replicated = {
  initial: (initial) => initialElements(initial, "or-set"),
  puts: ({ method, args }) => (method === "add" ? args[0] : undefined),
  takes: ({ method, args }, value) => method === "clear" || (method === "remove" && equal(args[0], value)),
  answers({ method, args }, before) {
    switch (method) {
      case "add":
        return [!has(before, args[0])];
      case "remove":
      case "contains":
        return [has(before, args[0])];
      case "size":
        return [before.length];
      case "isEmpty":
        return [before.length === 0];
      case "toArray":
        return [before];
      case "clear":
        return [null];
      default:
        throw noSuchMethod("or-set", method);
    }
  },
  demands({ method, args, result }) {
    const element = (isThere: Value): Demands | undefined =>
      typeof isThere !== "boolean" ? undefined : isThere ? { there: [args[0]] } : { gone: [args[0]] };
    if (result === undefined) return {};
    switch (method) {
      case "add":
        return element(typeof result === "boolean" ? !result : result);
      case "remove":
      case "contains":
        return element(result);
      case "size":
        return typeof result === "number" ? { least: result, most: result } : undefined;
      case "isEmpty":
        return result === true ? { only: [] } : result === false ? { least: 1 } : undefined;
      case "toArray":
        return onlyListed(result);
      default:
        return result === null ? {} : undefined;
    }
  },
};

/**
 * A set that several replicas change: the observed-remove set. A remove takes away what it saw being added and
 * nothing else, so that an add which is concurrent with it wins. `initial` is an array of its elements.
 *
 * Where all see all before them it is a `set`.
 */
export const orSet: SequentialType = {
  ...set,
  name: "or-set",
  doc: "A replicated set in which a concurrent add wins over a remove.",
  replicated: addWins,
};
