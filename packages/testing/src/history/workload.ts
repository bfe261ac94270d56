import type { Invocation } from "@sightline/core/history/history.js";
import type { Value } from "@sightline/core/history/value.js";
import { outcomes, type SequentialType } from "@sightline/core/types/type.js";
import type { Random } from "@sightline/core/random.js";

/**
 * A random invocation of a type, made from the signatures of its methods, so that a new method
 * takes part in every test from the day it is declared.
 * @param values how many different keys and elements there are
 * @param only the methods to choose from; default: all
 */
export function randomInvocation(
  type: SequentialType,
  random: Random,
  values: number,
  only?: readonly string[],
): Invocation {
  const methods = type.methods ?? {};
  const method = random.pick(only ?? Object.keys(methods));
  const args: Value[] = [];
  for (const param of methods[method].params) {
    if (param.endsWith("?") && random.chance(0.5)) break;
    args.push(randomArgument(type, param.replace("?", ""), random, values));
  }
  return { method, args };
}

function randomArgument(type: SequentialType, param: string, random: Random, values: number): Value {
  if (type.name === "kv") return param === "key" ? `k${random.int(values)}` : random.pick(["a", "b"]);
  switch (param) {
    case "amount":
    case "delta":
      return random.int(4) - 1;
    case "accesses":
      return Array.from({ length: 1 + random.int(2) }, () =>
        random.chance(0.5)
          ? ["read", random.int(2), null]
          : [type.name === "multi-list" ? "append" : "write", random.int(2), random.int(values)],
      );
    case "element":
      return type.name === "sequence" && random.chance(0.3) ? null : random.int(values);
    case "expected":
      return random.chance(0.3) ? null : random.int(values);
    default:
      return random.int(values);
  }
}

/**
 * A function that gives each insertion into a list of unique elements an element of its own: 10, 11, 12, … and
 * takes what is to be deleted or inserted after from those, or leaves it. Other types stay as they are.
 */
export function createFreshness(type: SequentialType): (invocation: Invocation) => Invocation {
  let count = 0;
  const known = (element: Value): Value =>
    typeof element === "number" && element < count ? 10 + element : element;
  return ({ method, args }) => {
    if (type.replicated?.ordered === undefined) return { method, args };
    if (type.replicated.puts({ method, args }) === undefined) return { method, args: args.map(known) };
    return { method, args: [method === "insertAfter" ? known(args[0]) : args[0], 10 + count++] };
  };
}

/** What the invocation might return in some state near the initial one; `undefined` where nothing was found. */
export function plausibleResult(
  type: SequentialType,
  invocation: Invocation,
  random: Random,
  values: number,
): Value | undefined {
  let state: unknown = type.init(undefined);
  for (let steps = random.int(6); steps > 0; steps--) {
    const possible = outcomes(type, state, randomInvocation(type, random, values));
    if (possible.length > 0) state = random.pick(possible).state;
  }
  const possible = outcomes(type, state, invocation);
  return possible.length === 0 ? undefined : random.pick(possible).result;
}

/** A state to start from in the form that each type takes, other than its default one. */
export function randomInitial(type: SequentialType, random: Random): Value | undefined {
  const one = random.int(2);
  if (type.name === "multi-list") return [[one, [1]]];
  const forms: readonly Value[] = [
    one,
    random.chance(0.5) ? [one] : [one, 1 - one],
    [[one, 1]],
    [[`k${one}`, "a"]],
    true,
  ];
  const fitting = forms.filter((form) => fits(type, form));
  return fitting.length === 0 ? undefined : random.pick(fitting);
}

function fits(type: SequentialType, initial: Value): boolean {
  try {
    type.init(initial);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
