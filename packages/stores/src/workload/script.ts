import type { Call } from "./workload.js";

/** A client calls a method at its replica. */
export interface CallStep extends Call {
  readonly kind: "call";
  /** Names the call, also when steps before it are taken out. */
  readonly id: number;
  readonly session: number;
  readonly replica: number;
}

/** A replica gets the updates of these calls, all at once. */
export interface DeliverStep {
  readonly kind: "deliver";
  readonly to: number;
  readonly of: readonly number[];
}

/** A replica stops, and comes back from the state that it saved. */
export interface RestartStep {
  readonly kind: "restart";
  readonly replica: number;
}

/** One step of a run. */
export type Step = CallStep | DeliverStep | RestartStep;

/** Some replicas hear nothing of the others, nor these of them, from one call on and up to another. */
export interface Parted {
  readonly replicas: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** All that happens in a run, step by step; a library that is given it twice does the same twice. */
export interface Script {
  readonly replicas: number;
  readonly steps: readonly Step[];
  /** Why deliveries come late, where that is so: it tells, and does nothing. */
  readonly parted?: Parted;
}
