import type { History, LevelName, OrderName } from "@sightline/core";
import type { Delivery } from "./workload/generate-script.js";
import type { StoreType, Workload } from "./workload/workload.js";

/** How a store is used; what is left out has a default that `OpenStore.facts` tells. */
export interface StoreOptions {
  readonly workload?: Partial<Omit<Workload, "type">>;
  /** Default: 3. */
  readonly replicas?: number;
  /** In process: how updates travel. */
  readonly delivery?: Partial<Delivery>;
  /** In process: whether live documents are compared with the same saved and loaded. Default: true. */
  readonly reload?: boolean;
  /**
   * Servers: how late the proxies between nodes let pass, in milliseconds, at least and at most; a pair for each link
   * in turn. Default: 2 to 8.
   */
  readonly milliseconds?: readonly (readonly [number, number])[];
  /** Servers: what the store calls the consistency that is asked of it. */
  readonly consistency?: string;
  /**
   * Servers that run already, by their addresses, the one that is written at first: they are used instead of a
   * cluster that is started here. What was written is deleted in the end.
   */
  readonly addresses?: readonly string[];
  /**
   * Servers: how many histories may be recorded at the same time, each with clients of its own: those whose numbers
   * differ modulo this. Default: 1.
   */
  readonly atOnce?: number;
  /**
   * Whether each history ends with reads of all that it changed, at every replica, made when all is delivered and
   * marked as final. Default: false.
   */
  readonly finalReads?: boolean;
  /**
   * Whether histories are windows of one long run: each goes on with the object of the one before, and begins with the
   * state that all replicas had then. Default: false, each has an object of its own.
   */
  readonly windows?: boolean;
  /**
   * Whether operations say what their replica had applied (`saw`, `sees`): libraries in process know it, and stores of
   * one's own may (`LiveStore.saw`). Default: false.
   */
  readonly sights?: boolean;
  /** Default: 1. */
  readonly seed?: number;
  /** The project whose packages are used. Default: the working directory. */
  readonly folder?: string;
  /** Loads a user's module, for `js:` targets. */
  readonly loadModule?: (path: string) => Promise<unknown>;
}

/** What can be wrong with one history of a store. */
export type Claim =
  /** It violates a level. */
  | { readonly kind: "level"; readonly level: LevelName; readonly order: OrderName }
  /** Replicas that have got everything differ. */
  | { readonly kind: "diverged" }
  /** A live document shows something else than the same document saved and loaded. */
  | { readonly kind: "stale" }
  /** The library threw. */
  | { readonly kind: "thrown" };

/** A history that was recorded, and what else was seen. */
export interface RecordedRun {
  readonly number: number;
  readonly history: History;
  /** Whether replicas differ although all have got everything; `undefined` where that cannot be asked. */
  readonly diverged?: boolean;
  /** Whether some live document differs from the same saved and loaded; `undefined` where that cannot be asked. */
  readonly stale?: boolean;
  /** What the library threw. */
  readonly thrown?: string;
  /** Faults that it suffered, over a network. */
  readonly faults?: readonly string[];
  /** Calls that failed, over a network: queries are left out, updates are pending. */
  readonly errors?: readonly string[];
  /** What happened, step by step, where all of it is known. */
  readonly steps?: readonly string[];
}

/** A failure, made as short as it gets, as a program that uses the library alone. */
export interface Finding {
  readonly claim: Claim;
  readonly run: number;
  readonly history: History;
  readonly operations: number;
  /** Operations, deliveries and restarts. */
  readonly steps: readonly string[];
  readonly program: string;
  /** What the program prints. */
  readonly prints: string;
  /** Whether the program was run and printed just that: else the fault may be our own. */
  readonly confirmed: boolean;
  /** What it did instead, where it is not confirmed. */
  readonly instead?: string;
}

/** What was in force while a history was recorded over a network. */
export interface Evidence {
  /** Bytes that went through each proxy. */
  readonly bytes: readonly number[];
  /** The longest that was seen between a write and its arrival at another node, in milliseconds. */
  readonly lag: number;
  /** Why the delays cannot have been in force, where that is so: then the levels say nothing about them. */
  readonly missing?: string;
}

/** What is known of a store before anything is recorded. */
export interface StoreFacts {
  readonly store: string;
  readonly version: string;
  readonly type: StoreType;
  readonly replicas: number;
  readonly seed: number;
  readonly consistency?: string;
  readonly workload: string;
  readonly delivery: string;
}

/** A step of a run, and what each replica holds after it. */
export interface ReplayedStep {
  readonly step: string;
  readonly replicas: readonly string[];
}

/** A store that is open. */
export interface OpenStore {
  readonly facts: StoreFacts;
  /** Records the history with this number. In process the same number gives the same history. */
  record(run: number): Promise<RecordedRun>;
  /** Runs the history with this number once more, and looks at every replica after each step; only in process. */
  replay?(run: number): Promise<readonly ReplayedStep[]>;
  /** Makes a failure of that history short; only in process. */
  shrink?(run: number, claim: Claim): Promise<Finding>;
  /** Servers: what was in force so far. */
  evidence?(): Promise<Evidence>;
  close(): Promise<void>;
}
