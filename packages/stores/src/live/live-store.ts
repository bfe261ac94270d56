import type { Random, Value } from "@sightline/core";
import type { Maybe } from "../library/library.js";
import type { Evidence } from "../store.js";
import type { Call } from "../workload/workload.js";

/**
 * A client of a store, bound to one replica: the methods of the type. What a method returns is its result;
 * `undefined` says that it was not observed. An error leaves an update in doubt, unless it has `definite: true`:
 * then it did not happen.
 */
export type Session = Readonly<Record<string, (...args: Value[]) => Maybe<Value | undefined>>>;

/** `partition`: nodes do not hear of each other. `restart`: a node crashes, and is started again. */
export type FaultName = "partition" | "restart";

/** Begins a fault; `random` chooses where. What it returns ends it. */
export type Fault = (random: Random) => Maybe<() => Maybe<unknown>>;

/** A store that runs by itself: what Sightline needs to record it. A module's default export, for `js:` targets. */
export interface LiveStore {
  /** The built-in type that its clients use it as. */
  readonly type: string;
  /** What is measured, for the report. */
  readonly version?: string;
  /**
   * What clients ask of it: the names of the methods that may be called, or a function that draws a call (`value`
   * gives a value that was not written before). Default: the workload of the type.
   */
  readonly operations?: readonly string[] | ((random: Random, value: () => number) => Call);
  /** Clients of an object that is new and empty; called for each history, which has this number. */
  sessions(count: number, history: number): Maybe<readonly Session[]>;
  /**
   * What the replica of a client had applied when its last call was made there: of each client, in order, how many of
   * its updates, the first ones; `undefined` where that is not known. Asked as soon as a call has returned, where
   * `--sights` asks for it. Whether the call itself is counted does not matter; an update that failed counts for none.
   */
  saw?(client: number): readonly number[] | undefined;
  /** Comes back when every replica of the last history's object has got every update. */
  settle?(): Maybe<unknown>;
  close?(): Maybe<unknown>;
  /** Faults that it can be made to suffer: each begins when called, and what it returns ends it. */
  readonly faults?: Readonly<Partial<Record<FaultName, Fault>>>;
  /** What was in force so far, where proxies stand between nodes. */
  evidence?(): Maybe<Evidence>;
}
