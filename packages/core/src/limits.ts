import type { Bounds } from "./budget.js";
import { HistoryError } from "./history/error.js";
import { refuseUnknown } from "./text/refuse-unknown.js";

/** What a search may use, counted from the call. Every limit is optional; beyond one the verdict is `unknown`. */
export interface Limits {
  /** The most seconds. Default: no end. */
  readonly seconds?: number;
  /** The most megabytes (of 2^20 bytes) that its tables may take. Default: no end. */
  readonly megabytes?: number;
  /** The most configurations that one search may visit, the same on any machine. Default: no end. */
  readonly states?: number;
  /** An `AbortSignal`, asked before the search and now and then during it: the reason is then `cancelled`. */
  readonly signal?: Signal;
}

/** As much of an `AbortSignal` as a search asks for. */
export interface Signal {
  readonly aborted: boolean;
}

const known = ["seconds", "megabytes", "states", "signal"] as const satisfies readonly (keyof Limits)[];

/** The limits, checked. Throws a `HistoryError` at one that is unknown or no limit. */
export function checkLimits(limits: Limits, names: readonly (keyof Limits)[] = known): Limits {
  if (limits === null || typeof limits !== "object")
    throw new HistoryError("SL1302", `"limits" must be an object such as { seconds: 2 }`, ["limits"]);
  refuseUnknown("limit", limits, names, ["limits"]);
  for (const name of ["seconds", "megabytes", "states"] as const) {
    const given: unknown = limits[name];
    if (given !== undefined && !(typeof given === "number" && given >= 0))
      throw new HistoryError("SL1302", `"${name}" must be a number, at least 0`, ["limits", name]);
  }
  const { signal } = limits;
  if (signal !== undefined && typeof (signal as Signal | null)?.aborted !== "boolean")
    throw new HistoryError("SL1302", `"signal" must be an AbortSignal`, ["limits", "signal"]);
  return limits;
}

/** The limits as engines ask for them, from now on. Throws a `HistoryError`. */
export function boundsOf(limits: Limits = {}): Bounds {
  const { seconds, megabytes, states, signal } = checkLimits(limits);
  return {
    ...(seconds !== undefined && { deadline: performance.now() + 1000 * seconds }),
    ...(megabytes !== undefined && { memory: megabytes * 2 ** 20 }),
    ...(states !== undefined && { states }),
    ...(signal !== undefined && { cancelled: () => signal.aborted }),
  };
}
