import { AsyncLocalStorage } from "node:async_hooks";
import {
  canonical,
  findType,
  fingerprint,
  type History,
  refuseUnknown,
  type SequentialType,
  type UpdatesSeen,
  type Value,
} from "@sightline/core";
import { createClock } from "./clock.js";
import { methodNames } from "./method-names.js";
import { snapshot } from "./snapshot.js";
import { type Call, createTape } from "./tape.js";

/** What a call that failed is taken for. */
export type Failure = "pending" | "failed" | { readonly result: Value };

/** Options of `recorder`. */
export interface RecorderOptions {
  /**
   * The type that the history will be checked against: its name goes into the history, and its methods are those that
   * are recorded. Default: none is named, and every method is recorded.
   */
  readonly type?: string | SequentialType;
  /** What the history is called. */
  readonly name?: string;
  /** The state that the object starts from. Default: the type's own, empty. */
  readonly initial?: Value;
  /**
   * The methods to record, and under which name of the type: `["put", "get"]` or `{ store: "put", load: "get" }`.
   * Default: the type's methods, and JavaScript's names for them (`Map.set` is `put`). Others are passed on.
   */
  readonly methods?: readonly string[] | Readonly<Record<string, string>>;
  /**
   * What a call that throws or rejects is taken for. `"pending"`, the default: it may have taken effect, now or later,
   * or never. `"failed"`: it has not, and is left out. `{ result }`: that is its result.
   */
  readonly failure?: Failure | ((error: unknown, method: string) => Failure);
  /** A clock, in milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
  /** Keep only about this many of the last operations. Needs `state`. Default: all are kept. */
  readonly last?: number;
  /** What the object holds now, as `initial` would give it. Asked now and then, when no call is under way. */
  readonly state?: () => Value;
  /**
   * Record only a part of the keys (or elements), this share of them, for long runs: 0.01 is one in a hundred. Calls
   * that touch more than one key are not recorded. The type must fall into keys. Default: 1.
   */
  readonly sample?: number;
}

/** A session of a recorder: a client, whose calls follow each other. */
export interface RecordedSession {
  /** The object, with the same methods, whose calls are recorded in this session. */
  wrap<T extends object>(object: T, where?: WrapOptions): T;
  /** Makes a call of what is no object, and records it: `alice.call("put", ["x", 1], () => post("x", 1))`. */
  call<Answer>(method: string, args: readonly unknown[], action: () => Answer, sight?: SightOptions): Answer;
}

/** What is known of the replica that calls go to. */
export interface SightOptions {
  /**
   * Tells what the replica had applied when a call was made there: of each session, how many of its updates, the first
   * ones (`{ alice: 3, bob: 1 }`; of sessions that are not named, none; `undefined`: it is not known). Updates are all
   * calls of methods that may change the object, whether they did or not; whether the call itself is counted does not
   * matter. Asked as soon as a call has returned. Levels and axioms are then asked of that visibility.
   */
  readonly saw?: () => UpdatesSeen | undefined;
}

/** Options of `wrap`. */
export interface WrapOptions extends SightOptions {
  /** Which of several objects it is. Default: there is only one. */
  readonly object?: string | number;
}

/** Records what is called, by whom, when, and what came of it. */
export interface Recorder {
  /** The session of that name. */
  session(name: string | number): RecordedSession;
  /** Runs the action, and all that it waits for, in a session: what `wrap` gave is recorded there. */
  run<Answer>(session: string | number, action: () => Answer): Answer;
  /** The object, whose calls are recorded in the session that they are `run` in. Elsewhere they are refused. */
  wrap<T extends object>(object: T, where?: WrapOptions): T;
  /** As the session's `call`. */
  call<Answer>(
    session: string | number,
    method: string,
    args: readonly unknown[],
    action: () => Answer,
    sight?: SightOptions,
  ): Answer;
  /** How many operations there are. */
  readonly size: number;
  /** The names of methods that were called and are not recorded, for they are none of the type's. */
  readonly unrecorded: ReadonlySet<string>;
  /** What has been recorded until now; calls under way are pending. Throws a `HistoryError` where a value is no data. */
  history(): History;
}

const optionNames = ["type", "name", "initial", "methods", "failure", "now", "last", "state", "sample"];

/**
 * Records the calls of objects as a history, to be checked.
 *
 * ```ts
 * const rec = recorder({ type: "map" });
 * const alice = rec.session("alice").wrap(store);
 * const bob = rec.session("bob").wrap(store);
 * await Promise.all([alice.put("x", 1), bob.get("x")]);
 * const result = check(rec.history());
 * ```
 *
 * Methods may be synchronous or return promises. Times are those of the recorder's own clock, by which no two events
 * are at the same instant. Calls of one session that overlap have no order, and get sessions of their own (`alice+2`).
 */
export function recorder(options: RecorderOptions = {}): Recorder {
  refuseUnknown("option", options, optionNames);
  const type = typeof options.type === "string" ? findType(options.type) : options.type;
  const recordedAs = methodNames(type, options.methods);
  const isSampled = sampler(type, options.sample);
  if (options.last !== undefined && options.state === undefined)
    throw new TypeError(
      "`last` needs `state`, a function that tells what the object holds: a part of a run starts from it",
    );
  const clock = createClock(options.now);
  const tape = createTape({
    type: type?.name,
    name: options.name,
    initial: options.initial,
    last: options.last,
    state: options.state,
    isUpdate: ({ method, args }) => type?.pure?.({ method, args, result: undefined }) !== true,
  });
  const unrecorded = new Set<string>();
  const context = new AsyncLocalStorage<string | number>();

  const failed = (call: Call, error: unknown): void => {
    const { failure = "pending" } = options;
    const how = typeof failure === "function" ? failure(error, call.method) : failure;
    if (how === "pending") return tape.end(call, "in doubt");
    if (how === "failed") return tape.end(call, "did not happen");
    call.return = clock();
    call.result = snapshot(how.result);
    tape.end(call, "returned");
  };

  /** Makes the call; `seen` tells its result as the type would, `undefined` where it does not tell. */
  const record = <Answer>(
    session: string | number,
    object: string | number | undefined,
    method: string,
    args: readonly unknown[],
    action: () => Answer,
    seen: (result: unknown) => Value | undefined,
    saw: SightOptions["saw"],
  ): Answer => {
    const copied = args.map(snapshot);
    if (!isSampled(method, copied)) return action();
    const call = tape.begin(session, { object, method, args: copied, call: clock() });
    const returned = (result: unknown): void => {
      const sight = saw?.();
      call.return = clock();
      call.result = seen(result);
      if (sight !== undefined) call.saw = { ...sight };
      tape.end(call, "returned");
    };
    let answer: Answer;
    try {
      answer = action();
    } catch (error) {
      failed(call, error);
      throw error;
    }
    if (!isThenable(answer)) {
      returned(answer);
      return answer;
    }
    return answer.then(
      (result) => {
        returned(result);
        return result;
      },
      (error: unknown) => {
        failed(call, error);
        throw error;
      },
    ) as Answer;
  };

  /** Refuses what leaves updates out that `saw` would count. */
  const checkCountable = (): void => {
    if (type === undefined)
      throw new TypeError("`saw` counts updates: give the recorder the `type`, which knows what they are");
    if (options.sample !== undefined || options.last !== undefined)
      throw new TypeError("`saw` counts all updates from the first: leave `sample` and `last` out");
  };

  const wrap = <T extends object>(target: T, session: () => string | number, where: WrapOptions = {}): T => {
    refuseUnknown("option", where, ["object", "saw"]);
    const { saw } = where;
    if (saw !== undefined) checkCountable();
    const made = new Map<string, { readonly of: unknown; readonly method: unknown }>();
    /** Chained calls go on being recorded. */
    const passOn = (result: unknown): unknown => (result === target ? proxy : result);
    const methodFor = (name: string, method: Method): Method => {
      const how = recordedAs(name);
      if (how === undefined)
        return (...args) => {
          unrecorded.add(name);
          return passOn(method.apply(target, args));
        };
      const seen = (result: unknown) =>
        how.observed && result !== target && !isIterator(result) ? snapshot(result) : undefined;
      return (...args) =>
        passOn(
          record(session(), where.object, how.method, args, () => method.apply(target, args), seen, saw),
        );
    };
    const proxy: T = new Proxy(target, {
      get(_, property) {
        const read = (): unknown => Reflect.get(target, property, target);
        const value = read();
        if (typeof property === "symbol" || passedOn.has(property)) return bound(value, target);
        if (typeof value === "function") {
          const known = made.get(property);
          if (known?.of === value) return known.method;
          const method = methodFor(property, value as Method);
          made.set(property, { of: value, method });
          return method;
        }
        // What is a method of the type may be a property of the object, such as `size`.
        const how = type?.methods === undefined || value === undefined ? undefined : recordedAs(property);
        return how === undefined
          ? value
          : record(session(), where.object, how.method, [], read, snapshot, saw);
      },
      set: (_, property, value) => Reflect.set(target, property, value, target),
    });
    return proxy;
  };

  const inContext = (): string | number => {
    const session = context.getStore();
    if (session === undefined)
      throw new TypeError(
        "this call is in no session: make it inside of recorder.run(session, …), or wrap the object with recorder.session(name).wrap(object)",
      );
    return session;
  };

  const call: Recorder["call"] = (session, method, args, action, sight = {}) => {
    refuseUnknown("option", sight, ["saw"]);
    if (sight.saw !== undefined) checkCountable();
    return record(session, undefined, method, args, action, snapshot, sight.saw);
  };

  return {
    session: (name) => ({
      wrap: (object, where) => wrap(object, () => name, where),
      call: (method, args, action, sight) => call(name, method, args, action, sight),
    }),
    run: (session, action) => context.run(session, action),
    wrap: (object, where) => wrap(object, inContext, where),
    call,
    get size() {
      return tape.size;
    },
    unrecorded,
    history: () => tape.history(),
  };
}

type Method = (...args: unknown[]) => unknown;

/** Properties that are no calls of the object. */
const passedOn = new Set(["constructor", "then"]);

/** A method as the object itself would call it: private fields are there. */
const bound = (value: unknown, target: object): unknown =>
  typeof value === "function" && value !== target.constructor ? value.bind(target) : value;

/** What can be gone through but once, as `Map.keys` gives it: who called it will, so its elements are not seen. */
const isIterator = (value: unknown): boolean =>
  typeof (value as { readonly next?: unknown } | null | undefined)?.next === "function";

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}

/** Whether a call is recorded, where only a share of the keys is: always the same keys. */
function sampler(
  type: SequentialType | undefined,
  share: number | undefined,
): (method: string, args: readonly Value[]) => boolean {
  if (share === undefined) return () => true;
  if (!(share > 0 && share <= 1))
    throw new RangeError(`\`sample\` is a share, above 0 and at most 1; ${share} is not`);
  const partition = type?.partition;
  if (partition === undefined)
    throw new TypeError(
      `\`sample\` needs a type that falls into keys, such as map, set or kv; ${type?.name ?? "no type"} does not`,
    );
  return (method, args) => {
    const key = partition({ method, args });
    return (
      key !== undefined && Number.parseInt(fingerprint(canonical(key)).slice(0, 8), 16) < share * 2 ** 32
    );
  };
}
