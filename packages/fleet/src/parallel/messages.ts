import type { ErrorCode, History, LevelMap, OrderName, SearchTask, Value, Witness } from "@sightline/core";

/** Whether each operation's visibility is any that is allowed, or only a minimal one. */
export type ParallelAlgorithm = "visearch" | "minimal-visibility";

/** What a crew decides together: plain data, given to each of its workers. */
export interface ParallelJob {
  readonly history: History;
  /** The name of the criterion, as results carry it. */
  readonly criterion: string;
  readonly levels: LevelMap;
  readonly order: OrderName;
  /** The name of a built-in type, or with `typeLoader` whatever that module's `loadType` takes. */
  readonly type?: string;
  /** URL of a module that exports `loadType(spec): Promise<SequentialType>`. */
  readonly typeLoader?: string;
  readonly initial?: Value;
  readonly pruning?: boolean;
  /** The most bytes that the whole process may take. */
  readonly memory?: number;
  readonly algorithm: ParallelAlgorithm;
}

/** A command of the coordinator to a worker. */
export type Command =
  /** Go on to the next choice of the pending operations that took effect. */
  | { readonly kind: "choice" }
  /** Search this; without a task, everything. */
  | { readonly kind: "take"; readonly task?: SearchTask }
  /** Others are idle: give a task away as soon as there is one to spare. */
  | { readonly kind: "share" };

/** A message of a worker to the coordinator. */
export type Message =
  /** Everything taken has been searched, without success. `states`: visited by this worker so far. */
  | { readonly kind: "idle"; readonly states: number }
  | { readonly kind: "given"; readonly task: SearchTask }
  | { readonly kind: "found"; readonly witness: Witness; readonly states: number }
  /** The process takes all the memory that it may. */
  | { readonly kind: "full"; readonly states: number }
  /** There is no further choice of pending operations. */
  | { readonly kind: "over" }
  /** History, type and levels do not fit together, or the type could not be loaded. */
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly reason: string };
