import { HistoryError, pathed } from "./error.js";
import type { Clock } from "./history.js";
import { type Positions, rankBigTimes, rankTimes } from "./times.js";

/** The instants of calls and returns as they are read, to be ranked at the end. */
export interface Instants {
  /**
   * Stores the call of operation `index`: an integer or a decimal string; in code also a fraction or a
   * bigint. Throws a `HistoryError` without a path.
   */
  call(index: number, given: unknown): void;
  /** Stores its return; says whether that is no earlier than its call. */
  return(index: number, given: unknown): boolean;
  /** The positions of the first `size` operations. */
  rank(size: number): Positions;
  /** The moments of the first `size` operations, to be drawn. */
  clock(size: number): Clock;
  /**
   * Where stretches of the same clock stand among the calls and returns of the first `size` operations. Throws a
   * `HistoryError` whose path leads to the annotation that is wrong.
   */
  place(size: number, stretches: readonly Stretch<unknown>[]): readonly Placed[];
  /** Forgets all of them. */
  clear(): void;
}

/** From an instant to another, or an instant alone. */
export interface Stretch<Instant> {
  readonly at: Instant;
  readonly until?: Instant;
}

/** A stretch by how many events came before it, and by its moments as `clock` tells them. */
export interface Placed {
  readonly position: Stretch<number>;
  readonly moment: Stretch<number>;
}

/** An instant beyond 2^53 in two halves: `high` × 10^9 + `low`. */
interface Halves {
  readonly high: number;
  readonly low: number;
}

const BILLION = 1e9;

/** The halves of a decimal string, or `undefined` where it is negative or exceeds 63 bits. */
function halves(digits: string): Halves | undefined {
  if (digits.length > 19 || digits.startsWith("-")) return undefined;
  const high = Number(digits.slice(0, -9));
  const low = Number(digits.slice(-9));
  const exceeds = high > 9_223_372_036 || (high === 9_223_372_036 && low > 854_775_807);
  return exceeds ? undefined : { high, low };
}

/** How many operations there is room for at first, and for how many it is kept when all is forgotten. */
const [FIRST_CAPACITY, MOST_KEPT] = [1 << 3, 1 << 12];

/**
 * Keeps instants as plain numbers wherever differences between them are exact: as they are up to
 * 2^53; beyond (nanoseconds since 1970, say) relative to the first. Where even the differences
 * exceed 2^53, all become 64-bit integers. Fractions are kept, and compared, as they are.
 *
 * @param form `json`: integers and decimal strings alone
 */
export function createInstants(form: "code" | "json" = "code"): Instants {
  let capacity = FIRST_CAPACITY;
  let calls = new Float64Array(capacity);
  let returns = new Float64Array(capacity);
  let returned = new Uint8Array(capacity);
  let stored = 0; // instants so far
  let bigints = false; // whether those are bigints
  let strings = false; // whether some are strings
  let fractions = false; // whether some are fractions
  let base: Halves | undefined;
  let big: { calls: BigInt64Array; returns: BigInt64Array } | undefined;

  const wider = <A extends Float64Array | Uint8Array | BigInt64Array>(old: A): A => {
    const next = new (old.constructor as new (n: number) => A)(capacity);
    next.set(old as never);
    return next;
  };
  const reserve = (index: number): void => {
    if (index < capacity) return;
    capacity = Math.max(2 * capacity, index + 1);
    [calls, returns, returned] = [wider(calls), wider(returns), wider(returned)];
    if (big !== undefined) big = { calls: wider(big.calls), returns: wider(big.returns) };
  };

  /** The instant as a number relative to `base`, or `undefined` where that is not exact. */
  const relative = (given: unknown, field: string): number | undefined => {
    if (typeof given === "number") {
      if (Number.isSafeInteger(given)) return base === undefined ? given : undefined;
      if (Number.isInteger(given))
        throw new HistoryError("SL1005", `"${field}" exceeds 2^53: write it as a decimal string`);
      if (form === "json") throw new HistoryError("SL1005", `"${field}" must be an integer`);
      if (!Number.isFinite(given))
        throw new HistoryError("SL1005", `"${field}" must be a moment, not ${given}`);
      if (strings) throw mixed(field, "a fraction", "decimal strings");
      fractions = true;
      return given;
    }
    if (typeof given !== "string" || !/^-?\d+$/.test(given))
      throw new HistoryError("SL1005", `"${field}" must be an integer or a decimal string`);
    if (fractions) throw mixed(field, "a decimal string", "fractions");
    strings = true;
    if (base === undefined) {
      const plain = Number(given);
      if (Number.isSafeInteger(plain)) return plain;
      if (stored === 0) base = halves(given);
      return base === undefined ? undefined : 0;
    }
    const instant = halves(given);
    if (instant === undefined) return undefined;
    const difference = (instant.high - base.high) * BILLION + (instant.low - base.low);
    return Number.isSafeInteger(difference) ? difference : undefined;
  };

  const exact = (given: unknown, field: string): bigint => {
    const instant = BigInt(given as string | number);
    if (BigInt.asIntN(64, instant) !== instant)
      throw new HistoryError("SL1005", `"${field}" exceeds 64 bits`);
    return instant;
  };
  const becomeBig = (): { calls: BigInt64Array; returns: BigInt64Array } => {
    const zero = base === undefined ? 0n : BigInt(base.high) * BigInt(BILLION) + BigInt(base.low);
    const convert = (column: Float64Array): BigInt64Array => {
      const converted = new BigInt64Array(capacity);
      column.forEach((instant, i) => {
        converted[i] = zero + BigInt(instant);
      });
      return converted;
    };
    return { calls: convert(calls), returns: convert(returns) };
  };

  const store = (
    index: number,
    instant: unknown,
    isReturn: boolean,
    field = isReturn ? "return" : "call",
  ): void => {
    reserve(index);
    if (!bigints && base === undefined && big === undefined && Number.isSafeInteger(instant)) {
      (isReturn ? returns : calls)[index] = instant as number; // most are
      stored++;
      return;
    }
    const isBigint = typeof instant === "bigint" && form === "code";
    if (isBigint !== bigints) {
      if (stored > 0)
        throw isBigint ? mixed(field, "a bigint", "none") : mixed(field, "no bigint", "bigints");
      bigints = isBigint;
    }
    const given = isBigint ? String(instant) : instant;
    const plain = big === undefined ? relative(given, field) : undefined;
    if (plain !== undefined) (isReturn ? returns : calls)[index] = plain;
    else {
      if (typeof given === "number" || big !== undefined) relative(given, field); // for its errors
      const whole = exact(given, field);
      big ??= becomeBig();
      (isReturn ? big.returns : big.calls)[index] = whole;
    }
    stored++;
  };

  return {
    call: (index, given) => store(index, given, false),
    return(index, given) {
      store(index, given, true);
      returned[index] = 1;
      return big === undefined ? returns[index] >= calls[index] : big.returns[index] >= big.calls[index];
    },
    rank: (size) =>
      big === undefined
        ? rankTimes(calls.subarray(0, size), returns.subarray(0, size), returned, !fractions)
        : rankBigTimes(big.calls.subarray(0, size), big.returns.subarray(0, size), returned),
    clock(size) {
      const zero = big?.calls[0] ?? 0n;
      const column = (plain: Float64Array, exactly: BigInt64Array | undefined): Float64Array =>
        exactly === undefined
          ? plain.slice(0, size)
          : Float64Array.from({ length: size }, (_, i) => Number(exactly[i] - zero));
      const ret = column(returns, big?.returns);
      for (let i = 0; i < size; i++) if (returned[i] === 0) ret[i] = Number.NaN;
      const moments = { call: column(calls, big?.calls), ret };
      return base === undefined && big === undefined ? moments : { ...moments, relative: true };
    },
    place(size, stretches) {
      // They stand behind the operations while they are compared with them, and are forgotten then.
      stretches.forEach(({ at, until }, index) => {
        const check = (field: "at" | "until", given: unknown): void =>
          pathed(() => store(size + index, given, field === "until", field), ["annotations", index, field]);
        check("at", at);
        if (until !== undefined) check("until", until);
      });
      const columns = big ?? { calls, returns };
      const zero = big?.calls[0] ?? 0n;
      const events = [...columns.calls.subarray(0, size)];
      for (let i = 0; i < size; i++) if (returned[i] === 1) events.push(columns.returns[i]);
      events.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      return stretches.map(({ until }, index) => {
        const [from, to] = [columns.calls[size + index], columns.returns[size + index]];
        const span = (tell: (instant: number | bigint) => number): Stretch<number> =>
          until === undefined ? { at: tell(from) } : { at: tell(from), until: tell(to) };
        if (until !== undefined && to < from)
          throw new HistoryError("SL1005", `"until" is before "at"`, ["annotations", index, "until"]);
        return {
          position: span((instant) => countBefore(events, instant)),
          moment: span((instant) => (typeof instant === "bigint" ? Number(instant - zero) : instant)),
        };
      });
    },
    clear() {
      stored = 0;
      bigints = strings = fractions = false;
      base = big = undefined;
      if (capacity > MOST_KEPT) {
        capacity = FIRST_CAPACITY;
        [calls, returns] = [new Float64Array(capacity), new Float64Array(capacity)];
        returned = new Uint8Array(capacity);
        return;
      }
      calls.fill(0);
      returns.fill(0);
      returned.fill(0);
    },
  };
}

/** How many of some events, in order, came before an instant. */
function countBefore(events: readonly (number | bigint)[], instant: number | bigint): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle] < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Times of two kinds come from two clocks, and cannot be compared. */
function mixed(field: string, kind: string, others: string): HistoryError {
  return new HistoryError(
    "SL1005",
    `"${field}" is ${kind}, and other times are ${others}: take all from one clock`,
  );
}
