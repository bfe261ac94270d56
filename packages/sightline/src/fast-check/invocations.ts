import { didYouMean, type Invocation, type SequentialType, type Value } from "@sightline/core";
import * as fc from "fast-check";

/** What the calls are made of. */
export interface InvocationOptions {
  /** The methods to call. Default: all of the type. */
  readonly methods?: readonly string[];
  /** How many different keys, elements and values there are. Few, so that calls meet. Default: 3. */
  readonly values?: number;
}

/** Calls of a type's methods, with small arguments; they shrink to the first method and to zeros. */
export function invocations(type: SequentialType, options: InvocationOptions = {}): fc.Arbitrary<Invocation> {
  const signatures = type.methods;
  if (signatures === undefined)
    throw new TypeError(
      `type ${type.name} does not tell its methods: give the calls as an arbitrary of your own`,
    );
  const { methods = Object.keys(signatures), values = 3 } = options;
  return fc.oneof(
    ...methods.map((method) => {
      if (!Object.hasOwn(signatures, method)) {
        const known = Object.keys(signatures);
        const hint = didYouMean(method, known, `its methods are ${known.join(", ")}`);
        throw new TypeError(`type ${type.name} has no method "${method}": ${hint}`);
      }
      const { params } = signatures[method];
      if (params.some((param) => param.startsWith("...")))
        throw new TypeError(
          `type ${type.name} does not tell the arguments of ${method}: give the calls as an arbitrary of your own`,
        );
      const args = params.map((param) => argument(type, param.replace("?", ""), values));
      return fc.tuple(...args).map((drawn): Invocation => ({ method, args: drawn }));
    }),
  );
}

/** An argument by the name of its parameter. */
function argument(type: SequentialType, param: string, values: number): fc.Arbitrary<Value> {
  const small = fc.nat(values - 1);
  if (type.name === "kv") return param === "key" ? small.map((i) => `k${i}`) : fc.constantFrom("a", "b");
  switch (param) {
    case "amount":
    case "delta":
      return fc.integer({ min: 1, max: values });
    case "accesses":
      return fc.array(access(type.name === "multi-list" ? "append" : "write", values), {
        minLength: 1,
        maxLength: 2,
      });
    case "expected":
      return fc.oneof(fc.constant(null), small);
    default:
      return small;
  }
}

/** One access of a transaction. */
function access(write: string, values: number): fc.Arbitrary<Value[]> {
  const key = fc.nat(1);
  return fc.oneof(
    key.map((x): Value[] => ["read", x, null]),
    fc.tuple(key, fc.nat(values - 1)).map(([x, value]): Value[] => [write, x, value]),
  );
}
