import type { Invocation } from "../history/history.js";
import type { Value } from "../history/value.js";
import { typeFromClass } from "./type-from-class.js";
import { isPlain, stateText } from "./state-text.js";
import { toValue } from "./to-value.js";
import type { Outcome, SequentialType } from "./type.js";
import { typeFailure } from "./type-failure.js";

type Fields = Readonly<Record<string, unknown>>;

const howTo =
  "export init() and step(state, { method, args }), or a class whose methods are the specification";

const hints = ["pure", "partition", "commute", "relevant", "quotient"] as const;

/**
 * A sequential type from what a user's module exports: functions `init` and `step` (each by name, or
 * both in the default export), or a class (the default export, or the only one exported).
 *
 * `step(state, { method, args })` returns `{ state, result }`, or the pair `[state, result]`; an array
 * of several `{ state, result }` where the operation may go several ways; nothing (`undefined`,
 * `null`, `false` or `[]`) where it cannot happen in this state. It must not change the state that
 * it is given: plain states are frozen, so that trying to is an error.
 *
 * The module may also export `name`, `doc`, `methods`, `key` and any of the hints of `SequentialType`.
 */
export function typeFromModule(module: unknown, name: string): SequentialType {
  if (module === null || (typeof module !== "object" && typeof module !== "function"))
    throw new TypeError(`${name} exports nothing: ${howTo}`);
  const exported = module as Fields;
  const main = exported.default;
  if (isClass(main)) return classType(main, exported, name);
  const parts = isRecord(main) && ("step" in main || "init" in main) ? main : exported;
  if ("step" in parts || "init" in parts) return stepType(parts, name);
  const classes = Object.values(exported).filter(isClass);
  if (classes.length === 1) return classType(classes[0], exported, name);
  throw new TypeError(
    classes.length > 1
      ? `${name} exports ${classes.length} classes (${classes.map((c) => c.name).join(", ")}): make one of them the default export`
      : `${name} exports neither a step function nor a class: ${howTo}`,
  );
}

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null;

const isListOfNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === "string");

/** Whether the value is a class: by its text, or as a constructor function with methods. */
function isClass(value: unknown): value is new () => object {
  if (typeof value !== "function") return false;
  if (Function.prototype.toString.call(value).startsWith("class")) return true;
  const prototype: unknown = value.prototype;
  return isRecord(prototype) && Object.getOwnPropertyNames(prototype).length > 1;
}

function classType(Class: new () => object, exported: Fields, name: string): SequentialType {
  const { readOnly } = exported;
  if (readOnly !== undefined && !isListOfNames(readOnly))
    throw new TypeError(`${name}: readOnly must be an array of method names`);
  return typeFromClass(Class, {
    ...((Class.name === "" || Class.name === "default") && { name }),
    ...(readOnly !== undefined && { readOnly }),
  });
}

function stepType(parts: Fields, fileName: string): SequentialType {
  for (const part of ["init", "step"])
    if (typeof parts[part] !== "function")
      throw new TypeError(`${fileName}: ${part} must be a function: ${howTo}`);
  for (const part of ["key", ...hints])
    if (parts[part] !== undefined && typeof parts[part] !== "function")
      throw new TypeError(`${fileName}: ${part} must be a function, or left out`);
  for (const [method, signature] of Object.entries(isRecord(parts.methods) ? parts.methods : {}))
    if (!isRecord(signature) || !isListOfNames(signature.params))
      throw new TypeError(
        `${fileName}: methods.${method} must be such as { params: ["key", "value?"], doc: "…" }`,
      );
  const given = parts as unknown as SequentialType<unknown>;
  const name = typeof parts.name === "string" ? parts.name : fileName;
  const type: SequentialType<unknown> = {
    name,
    ofUser: true,
    ...(typeof given.doc === "string" && { doc: given.doc }),
    ...(isRecord(given.methods) && { methods: given.methods }),
    init: guarded(`${name}: init`, (initial?: Value) => freeze(given.init(initial))),
    step(state: unknown, invocation: Invocation) {
      try {
        return outcomesOf(given.step(state, invocation));
      } catch (error) {
        throw typeFailure(`${name}: step on ${invocation.method}`, explainFrozen(error));
      }
    },
    key: guarded(`${name}: the key of a state`, (state: unknown) =>
      given.key === undefined ? stateText(state) : given.key(state),
    ),
  };
  for (const hint of hints) {
    const run = given[hint]?.bind(given) as ((...args: unknown[]) => unknown) | undefined;
    if (run !== undefined) Object.assign(type, { [hint]: guarded(`${name}: ${hint}`, run) });
  }
  return type;
}

/** The function, whose failures, and those of a function that it returns, are the type's. */
function guarded<Args extends unknown[], Result>(
  where: string,
  run: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    try {
      const returned = run(...args);
      return typeof returned === "function" ? (guarded(where, returned as never) as Result) : returned;
    } catch (error) {
      throw typeFailure(where, error);
    }
  };
}

const isOutcome = (value: unknown): value is Outcome<unknown> =>
  isRecord(value) && !Array.isArray(value) && "state" in value;

/** What `step` returned, in the one form that engines take. */
function outcomesOf(returned: unknown): readonly Outcome<unknown>[] {
  const outcome = (state: unknown, result: unknown) => ({ state: freeze(state), result: toValue(result) });
  if (returned === undefined || returned === null || returned === false) return [];
  if (isOutcome(returned)) return [outcome(returned.state, returned.result)];
  if (Array.isArray(returned)) {
    if (returned.every(isOutcome)) return returned.map(({ state, result }) => outcome(state, result));
    if (returned.length === 2) return [outcome(returned[0], returned[1])];
  }
  throw new TypeError(
    `it must return { state, result }, [state, result], an array of several { state, result }, ` +
      "or nothing where the operation cannot happen",
  );
}

/** Freezes plain arrays and objects through and through. */
function freeze<State>(state: State): State {
  if (typeof state !== "object" || state === null || Object.isFrozen(state)) return state;
  if (!Array.isArray(state) && !isPlain(state)) return state;
  Object.freeze(state);
  for (const part of Object.values(state)) freeze(part as unknown);
  return state;
}

/** What JavaScript says when code changes a frozen object, with a word on what to do. */
function explainFrozen(error: unknown): unknown {
  if (
    !(error instanceof TypeError) ||
    !/read[- ]only|not extensible|Cannot (add|delete|assign|define)/i.test(error.message)
  )
    return error;
  return new TypeError(
    `it changed the state that it was given (${error.message}): return a new state instead, such as [...state, x]`,
  );
}
