import type { Invocation } from "../history/history.js";
import { canonical, type Value } from "../history/value.js";
import { noSuchMethod } from "./arguments.js";
import { stateText } from "./state-text.js";
import { toValue } from "./to-value.js";
import type { MethodSignature, SequentialType } from "./type.js";
import { TypeFailure, typeFailure } from "./type-failure.js";

/** Options of `typeFromClass`. */
export interface ClassTypeOptions {
  /** The type's name. Default: the class's. */
  readonly name?: string;
  /**
   * Methods that never change the object. Naming them makes checking much faster.
   * Default: the class's static `readOnly`, or none.
   */
  readonly readOnly?: readonly string[];
}

/** The calls made so far, the last first; `undefined` is a fresh object. */
interface Calls {
  readonly before: Calls | undefined;
  readonly invocation: Invocation | undefined;
  readonly initial: Value | undefined;
  /** What tells this state from others. */
  readonly text: string;
}

type Constructor = new (...args: never[]) => object;
type Callable = Record<string, (...args: unknown[]) => unknown>;

/**
 * Any class as a sequential type: its methods, run one after another on one object, say what each
 * returns. The object starts as `new Class()`, or as `new Class(initial)` where the history has
 * `initial`.
 *
 * A state is the sequence of calls made so far; a step makes these calls on a new object. Two states
 * are the same where the calls were the same or, if the class has a `toJSON` method, where that gives
 * the same: it must then tell everything that later results depend on. Results become values as
 * `toValue` says; a method that throws returns `{"throws": NAME}`, with the name of the error.
 */
export function typeFromClass(Class: Constructor, options: ClassTypeOptions = {}): SequentialType<Calls> {
  const name = options.name ?? Class.name;
  const readOnly = new Set(options.readOnly ?? (Class as { readOnly?: readonly string[] }).readOnly ?? []);
  const methods = methodsOf(Class, name);
  for (const method of readOnly)
    if (!Object.hasOwn(methods, method))
      throw new TypeError(`readOnly of class ${name} names '${method}', which it has no method for`);
  const hasJSON = typeof (Class.prototype as { toJSON?: unknown }).toJSON === "function";

  const create = (initial: Value | undefined): object => {
    try {
      return Reflect.construct(Class, initial === undefined ? [] : [structuredClone(initial)]) as object;
    } catch (error) {
      throw typeFailure(`class ${name}: its constructor`, error);
    }
  };

  /** What `toJSON` tells of the object's state. */
  const tell = (object: object): string => {
    try {
      return stateText((object as { toJSON(): unknown }).toJSON());
    } catch (error) {
      throw typeFailure(`class ${name}: toJSON`, error);
    }
  };

  /** The object as the calls leave it. */
  const replay = (calls: Calls): object => {
    const all: Invocation[] = [];
    for (let at: Calls = calls; at.invocation !== undefined; at = at.before as Calls) all.push(at.invocation);
    const object = create(calls.initial);
    for (const invocation of all.reverse()) call(object, invocation, name);
    return object;
  };

  // The object of the state reached last, so that a run straight ahead makes each call only once.
  let latest: { readonly calls: Calls; readonly object: object } | undefined;

  return {
    ofUser: true,
    name,
    methods,
    init(initial) {
      const object = create(initial);
      const text = hasJSON ? tell(object) : initial === undefined ? "" : canonical(initial);
      return { before: undefined, invocation: undefined, initial, text };
    },
    step(calls, { method, args }) {
      if (!Object.hasOwn(methods, method)) throw noSuchMethod(name, method);
      const object = latest?.calls === calls ? latest.object : replay(calls);
      latest = undefined; // should the call fail, the object is lost
      const result = call(object, { method, args }, name);
      if (readOnly.has(method)) {
        latest = { calls, object };
        return { state: calls, result };
      }
      const text = hasJSON ? tell(object) : `${calls.text};${method}${canonical(args)}`;
      const next: Calls = { before: calls, invocation: { method, args }, initial: calls.initial, text };
      latest = { calls: next, object };
      return { state: next, result };
    },
    key: ({ text }) => text,
    pure: ({ method }) => readOnly.has(method),
    commute: (a, b) => readOnly.has(a.method) || readOnly.has(b.method),
    relevant: (_, update) => !readOnly.has(update.method),
  };
}

/** Makes the call; the object never gets hold of the history's own values. */
function call(object: object, { method, args }: Invocation, name: string): Value {
  try {
    return toValue(callOrThrows(object as Callable, method, args));
  } catch (error) {
    throw typeFailure(`class ${name}: ${method}`, error);
  }
}

/** What the method returns; what it throws is a result too, unless it is the failure of the whole type. */
function callOrThrows(object: Callable, method: string, args: readonly Value[]): unknown {
  try {
    return object[method](...args.map((arg) => structuredClone(arg)));
  } catch (error) {
    if (error instanceof TypeFailure) throw error;
    return { throws: error instanceof Error ? error.name : String(error) };
  }
}

/** The methods of the class and of those that it extends. */
function methodsOf(Class: Constructor, name: string): Record<string, MethodSignature> {
  const methods = new Map<string, MethodSignature>();
  for (
    let prototype = Class.prototype as object | null;
    prototype !== null && prototype !== Object.prototype && Object.getPrototypeOf(prototype) !== null;
    prototype = Object.getPrototypeOf(prototype) as object | null
  )
    for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
      if (
        typeof value === "function" &&
        method !== "constructor" &&
        method !== "toJSON" &&
        !methods.has(method)
      )
        methods.set(method, { params: ["...args"], doc: `As class ${name} does.` });
  if (methods.size === 0) throw new TypeError(`class ${name} has no methods, so it specifies nothing`);
  return Object.fromEntries(methods);
}
