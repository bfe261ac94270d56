import * as fc from "fast-check";

/** One use that a command made of the real object, and what came of it. */
interface Exchange {
  /** The method or property, with its path: `push`, `store.get`. */
  readonly name: string;
  /** The arguments as text; `undefined` where a property was read. */
  readonly args: string | undefined;
  outcome: { readonly how: "returned" | "threw" | "kept" | "rejected"; readonly value: unknown } | undefined;
}

/** All uses that one run of a command made of the real object, in their order. */
export type Transcript = Exchange[];

type Access = (name: string, value: unknown, owner: object) => unknown;

/** A view of an object, and of the objects that it holds: every use of a method or a property goes to `access`. */
function viewOf<T extends object>(object: T, access: Access, path = ""): T {
  return new Proxy(object, {
    get(_, property) {
      const value: unknown = Reflect.get(object, property, object);
      if (typeof property === "symbol" || property === "constructor") return value;
      if (typeof value === "object" && value !== null) return viewOf(value, access, `${path}${property}.`);
      return access(`${path}${property}`, value, object);
    },
    set: (_, property, value) => Reflect.set(object, property, value, object),
  });
}

type Method = (...args: unknown[]) => unknown;

/** The real object, whose uses are written into the transcript. */
export function recording<Real extends object>(real: Real, transcript: Transcript): Real {
  return viewOf(real, (name, value, owner) => {
    if (typeof value !== "function") {
      transcript.push({ name, args: undefined, outcome: { how: "returned", value } });
      return value;
    }
    return (...args: unknown[]) => {
      const exchange: Exchange = { name, args: fc.stringify(args), outcome: undefined };
      transcript.push(exchange);
      const ended =
        (how: "returned" | "threw" | "kept" | "rejected") =>
        (came: unknown): void => {
          exchange.outcome = { how, value: copied(came) };
        };
      let answer: unknown;
      try {
        answer = (value as Method).apply(owner, args);
      } catch (error) {
        ended("threw")(error);
        throw error;
      }
      if (!(answer instanceof Promise)) {
        ended("returned")(answer);
        return answer;
      }
      answer.then(ended("kept"), ended("rejected"));
      return answer;
    };
  });
}

/**
 * An object that answers as the transcript has it, and does nothing. `strayed` tells whether anything else was asked:
 * then the transcript says nothing of this order; `isOver`, whether all was asked for.
 */
export function replaying<Real extends object>(
  real: Real,
  transcript: Transcript,
): { readonly real: Real; readonly isOver: () => boolean; readonly strayed: () => boolean } {
  let next = 0;
  let strayed = false;
  const answer = (name: string, args: string | undefined): unknown => {
    const exchange = transcript[next++];
    if (exchange?.outcome === undefined || exchange.name !== name || exchange.args !== args) {
      strayed = true;
      throw new Error(`the command would have called ${name}${args ?? ""} here`);
    }
    const { how, value } = exchange.outcome;
    if (how === "threw") throw value;
    if (how === "rejected") return Promise.reject(value);
    return how === "kept" ? Promise.resolve(copied(value)) : copied(value);
  };
  return {
    real: viewOf(real, (name, value) =>
      typeof value === "function"
        ? (...args: unknown[]) => answer(name, fc.stringify(args))
        : answer(name, undefined),
    ),
    isOver: () => next === transcript.length,
    strayed: () => strayed,
  };
}

/** What the real object's methods gave (its properties, where no method was called): the one result, or all of them. */
export function resultOf(transcript: Transcript): unknown {
  const calls = transcript.filter(({ args }) => args !== undefined);
  const given = (calls.length > 0 ? calls : transcript).map(({ outcome }) =>
    outcome?.how === "threw" || outcome?.how === "rejected"
      ? { throws: outcome.value instanceof Error ? outcome.value.message : fc.stringify(outcome.value) }
      : outcome?.value,
  );
  return given.length > 1 ? given : given[0];
}

/** A value as it is now; what cannot be copied is itself. */
function copied(value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Error) return value;
  try {
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null || Array.isArray(value)
      ? structuredClone(value)
      : value;
  } catch {
    return value;
  }
}
