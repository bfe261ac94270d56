import { expectNext, fail, namePattern, placeAt, type Scanner, skipBlanks, take } from "./scanner.js";
import {
  addFence,
  addLoad,
  addStore,
  addUpdate,
  type Operand,
  registerValue,
  sum,
  type Thread,
} from "./litmus-test.js";

/** A call whose name and opening parenthesis have been taken. */
export interface Call {
  readonly scanner: Scanner;
  readonly thread: Thread;
  readonly name: string;
  /** Where its name stands. */
  readonly start: number;
  /** Takes a pointer: the location that it points to. */
  takeLocation(): string;
  /** Takes a value, which may be a call itself. */
  takeValue(): Operand;
}

/** Reads the rest of a call and runs it: what it returns, if anything. */
type CallReader = (call: Call) => Operand | undefined;

/** Reads the rest of a call that `refuseUnknownCall` let pass, and runs it: what it returns, if anything. */
export function takeCall(call: Call): Operand | undefined {
  const found = calls.find(([pattern]) => pattern.test(call.name));
  return found?.[1](call);
}

/** Why some calls cannot be part of a history. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/^(?:\w*lock\w*|s?rcu_\w+|synchronize_\w+|call_rcu)$/u, "synchronises: a history of memory cannot say it"],
  [
    /^(?:\w*compare_exchange\w*|\w*try_cmpxchg\w*|\w*(?:and|or|xor|test)\w*)$/u,
    "is a read-modify-write that cannot be read: exchanges, additions and cmpxchg can",
  ],
];

/** Refuses a call that is not known. */
export function refuseUnknownCall(scanner: Scanner, name: string, offset: number): void {
  if (calls.some(([pattern]) => pattern.test(name))) return;
  for (const [pattern, why] of refusals) if (pattern.test(name)) fail(scanner, `${name} ${why}`, offset);
  fail(
    scanner,
    `${name} is not supported: only READ_ONCE, WRITE_ONCE, the loads, stores, exchanges and additions of C11 and Linux, and fences are`,
    offset,
  );
}

const orders = /^memory_order_(?:relaxed|consume|acquire|release|acq_rel|seq_cst)$/u;

/** Takes `, memory_order_relaxed`: whether it is seq_cst. */
function takeOrder({ scanner }: Call): boolean {
  expectNext(scanner, /,/y, '"," and a memory order');
  return takeOrderName(scanner);
}

function takeOrderName(scanner: Scanner): boolean {
  skipBlanks(scanner);
  const start = scanner.position;
  const order = expectNext(scanner, namePattern, "a memory order");
  if (!orders.test(order)) fail(scanner, `${order} is no memory order such as memory_order_relaxed`, start);
  return order === "memory_order_seq_cst";
}

const close = ({ scanner }: Call): void => void expectNext(scanner, /\)/y, '")"');
const comma = ({ scanner }: Call): void => void expectNext(scanner, /,/y, '"," and a value');
const placeOf = ({ scanner, start }: Call) => placeAt(scanner, start);

/** `READ_ONCE(*x)`, `smp_load_acquire(x)`, `atomic_load_explicit(x, memory_order_acquire)`: on x86 all of them are plain. */
const load =
  (star: boolean, ordered: boolean): CallReader =>
  (call) => {
    if (star) expectNext(call.scanner, /\*/y, '"*" and a location');
    const location = call.takeLocation();
    if (ordered) takeOrder(call);
    close(call);
    return addLoad(call.thread, location, placeOf(call));
  };

/** A store; one that is sequentially consistent is followed by a fence, as compilers for x86 have it. */
const store =
  (star: boolean, order: "plain" | "seq_cst" | "told"): CallReader =>
  (call) => {
    if (star) expectNext(call.scanner, /\*/y, '"*" and a location');
    const location = call.takeLocation();
    comma(call);
    const value = call.takeValue();
    const fenced = order === "told" ? takeOrder(call) : order === "seq_cst";
    close(call);
    addStore(call.thread, location, value, placeOf(call));
    if (fenced) addFence(call.thread, placeOf(call));
    return undefined;
  };

/** `smp_mb()`. */
const fence: CallReader = (call) => {
  close(call);
  addFence(call.thread, placeOf(call));
  return undefined;
};

/** `smp_rmb()`: what store buffers keep anyway. */
const noFence: CallReader = (call) => {
  close(call);
  return undefined;
};

/** `atomic_thread_fence(memory_order_seq_cst)`; others ask for what store buffers keep anyway. */
const orderedFence: CallReader = (call) => {
  const full = takeOrderName(call.scanner);
  close(call);
  if (full && call.name === "atomic_thread_fence") addFence(call.thread, placeOf(call));
  return undefined;
};

/** What an update makes of the old value and its argument, and whether the call returns the old value, the new, or none. */
type Update = readonly [newValue: (old: Operand, by: Operand) => Operand, returns: "old" | "new" | "nothing"];

const exchange: Update = [(_, by) => by, "old"];
const add = (sign: 1n | -1n, returns: Update[1]): Update => [(old, by) => sum(old, by, sign), returns];

/** An atomic read-modify-write; its location and its argument may stand in either order, as in C11 and in Linux. */
const update =
  ([newValue, returns]: Update, ordered: boolean, argument: "given" | 1 = "given"): CallReader =>
  (call) => {
    const { scanner, thread } = call;
    const first = takeLocationOrValue(call);
    let location = typeof first === "string" ? first : undefined;
    let by: Operand = typeof first === "string" ? { kind: "constant", value: 1 } : first;
    if (argument === "given") {
      comma(call);
      if (location === undefined) location = call.takeLocation();
      else by = call.takeValue();
    }
    if (ordered) takeOrder(call);
    close(call);
    if (location === undefined) return fail(scanner, `${call.name} must have a location`, call.start);
    const old = addUpdate(thread, location, (value) => newValue(value, by), placeOf(call));
    return returns === "old" ? old : returns === "new" ? newValue(old, by) : undefined;
  };

/** `cmpxchg(x, old, new)`, which returns what it found. */
const compareExchange: CallReader = (call) => {
  const location = call.takeLocation();
  comma(call);
  const right = call.takeValue();
  comma(call);
  const ifEqual = call.takeValue();
  close(call);
  const newValue = (old: Operand): Operand => ({ kind: "choice", left: old, right, ifEqual, otherwise: old });
  return addUpdate(call.thread, location, newValue, placeOf(call));
};

/** A pointer's location, or a value. */
function takeLocationOrValue(call: Call): string | Operand {
  const { scanner, thread } = call;
  const start = scanner.position;
  const name = take(scanner, namePattern);
  const held = name === undefined ? undefined : registerValue(thread, name);
  if (held?.kind === "address") return held.location;
  scanner.position = start;
  return call.takeValue();
}

/** On x86 every read-modify-write is a full fence, whatever order it asks for. */
const suffix = "(?:_relaxed|_acquire|_release)?";
const named = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, "u");

const calls: readonly (readonly [RegExp, CallReader])[] = [
  [named("READ_ONCE"), load(true, false)],
  [named("WRITE_ONCE"), store(true, "plain")],
  [named("smp_load_acquire|atomic_load|atomic_read|atomic_read_acquire"), load(false, false)],
  [named("atomic_load_explicit"), load(false, true)],
  [named("smp_store_release|atomic_set|atomic_set_release"), store(false, "plain")],
  [named("smp_store_mb|atomic_store"), store(false, "seq_cst")],
  [named("atomic_store_explicit"), store(false, "told")],
  [named("smp_mb|mb|smp_mb__\\w+"), fence],
  [named("smp_rmb|smp_wmb|rmb|wmb|barrier"), noFence],
  [named("atomic_thread_fence|atomic_signal_fence"), orderedFence],
  [named(`xchg${suffix}|atomic_xchg${suffix}|atomic_exchange`), update(exchange, false)],
  [named("atomic_exchange_explicit"), update(exchange, true)],
  [named(`cmpxchg${suffix}|atomic_cmpxchg${suffix}`), compareExchange],
  [named(`atomic_fetch_add${suffix}`), update(add(1n, "old"), false)],
  [named(`atomic_fetch_sub${suffix}`), update(add(-1n, "old"), false)],
  [named("atomic_fetch_add_explicit"), update(add(1n, "old"), true)],
  [named("atomic_fetch_sub_explicit"), update(add(-1n, "old"), true)],
  [named("atomic_add"), update(add(1n, "nothing"), false)],
  [named("atomic_sub"), update(add(-1n, "nothing"), false)],
  [named(`atomic_add_return${suffix}`), update(add(1n, "new"), false)],
  [named(`atomic_sub_return${suffix}`), update(add(-1n, "new"), false)],
  [named("atomic_inc"), update(add(1n, "nothing"), false, 1)],
  [named("atomic_dec"), update(add(-1n, "nothing"), false, 1)],
  [named(`atomic_inc_return${suffix}`), update(add(1n, "new"), false, 1)],
  [named(`atomic_dec_return${suffix}`), update(add(-1n, "new"), false, 1)],
  [named(`atomic_fetch_inc${suffix}`), update(add(1n, "old"), false, 1)],
  [named(`atomic_fetch_dec${suffix}`), update(add(-1n, "old"), false, 1)],
];
