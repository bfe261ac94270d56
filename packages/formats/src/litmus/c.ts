import type { InitialState } from "./initial.js";
import { integerPattern, integerValue } from "./number.js";
import {
  describeNext,
  expectNext,
  fail,
  namePattern,
  placeAt,
  type Scanner,
  skipBlanks,
  take,
} from "./scanner.js";
import { addLoad, type Operand, registerValue, type Thread } from "./litmus-test.js";

const accesses = /^(?:READ_ONCE|WRITE_ONCE|atomic_load_explicit|atomic_store_explicit)$/u;
const control = /^(?:if|else|while|for|do|switch|goto|return)$/u;

/** Why a call cannot be part of a history of reads and writes. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:smp_mb|smp_rmb|smp_wmb|smp_mb_\w+|mb|rmb|wmb|barrier|atomic_thread_fence|atomic_signal_fence)$/u,
    "is a fence: a history of reads and writes cannot say it",
  ],
  [
    /^(?:\w*xchg\w*|\w*exchange\w*|\w*fetch\w*|atomic\w*_(?:add|sub|inc|dec|and|or|xor)\w*)$/u,
    "is an atomic read-modify-write: a history of reads and writes cannot say it",
  ],
  [
    /^(?:smp_store_release|smp_load_acquire|smp_store_mb|atomic_load|atomic_store|rcu_assign_pointer|rcu_dereference)$/u,
    "orders more than a plain access does: only plain and relaxed accesses can be read",
  ],
  [
    /^(?:\w*lock\w*|s?rcu_\w+|synchronize_\w+|call_rcu)$/u,
    "synchronises: a history of reads and writes cannot say it",
  ],
];

/** Takes the functions `P0(int *x, int *y) { … }`, up to the condition. */
export function parseC(scanner: Scanner, initial: InitialState): Thread[] {
  const threads: Thread[] = [];
  for (;;) {
    skipBlanks(scanner);
    const start = scanner.position;
    const head = take(scanner, /P\d+\s*\(/y);
    if (head === undefined) break;
    const id = Number.parseInt(head.slice(1), 10);
    if (threads.some((thread) => thread.id === id)) fail(scanner, `P${id} stands twice`, start);
    const thread: Thread = { id, accesses: [], registers: new Map() };
    takeParameters(scanner, thread);
    for (const [name, held] of initial.registers.get(id) ?? []) thread.registers.set(name, held);
    expectNext(scanner, /\{/y, '"{"');
    while (take(scanner, /\}/y) === undefined) takeStatement(scanner, thread);
    threads.push(thread);
  }
  if (threads.length === 0)
    fail(scanner, `expected a thread such as "P0 (int* x) {", not ${describeNext(scanner)}`);
  return threads;
}

/** Takes `int *x, atomic_int *y)`: a parameter holds the address of the location of its name. */
function takeParameters(scanner: Scanner, thread: Thread): void {
  if (take(scanner, /\)/y) !== undefined) return;
  do {
    skipBlanks(scanner);
    const start = scanner.position;
    const text = expectNext(scanner, /[^,()]+/y, 'a parameter such as "int* x"');
    const words = text.match(/\w+|\S/gu) ?? [];
    const name = words[words.length - 1];
    if (
      words.filter((word) => word === "*").length !== 1 ||
      !/^[A-Za-z_]\w*$/u.test(name) ||
      words.length < 3
    )
      fail(scanner, `${JSON.stringify(text.trim())} is no pointer to a location, such as "int* x"`, start);
    thread.registers.set(name, { kind: "address", location: name });
  } while (take(scanner, /,/y) !== undefined);
  expectNext(scanner, /\)/y, '"," or ")"');
}

/** Takes a store, an assignment or a declaration of registers. */
function takeStatement(scanner: Scanner, thread: Thread): void {
  if (take(scanner, /;/y) !== undefined) return;
  skipBlanks(scanner);
  const start = scanner.position;
  if (take(scanner, /\*/y) !== undefined) {
    const location = takeLocation(scanner, thread);
    expectNext(scanner, /=(?!=)/y, '"="');
    store(scanner, thread, location, takeValue(scanner, thread), start);
  } else if (take(scanner, /(?=\w+\s*\()/y) !== undefined) takeCall(scanner, thread);
  else takeAssignments(scanner, thread);
  skipBlanks(scanner);
  if (take(scanner, /(?=[-+*/%^&|<>=!?])/y) !== undefined)
    fail(scanner, "arithmetic is not supported: values are integers, registers and reads");
  expectNext(scanner, /;/y, '";"');
}

/** Takes `r0 = value`, or `int r0 = value, r1`. */
function takeAssignments(scanner: Scanner, thread: Thread): void {
  let name = takeName(scanner, "a statement");
  let declared = false;
  for (;;) {
    skipBlanks(scanner);
    const start = scanner.position;
    const next = take(scanner, namePattern);
    if (next === undefined) break;
    refuse(scanner, next, start);
    [name, declared] = [next, true];
  }
  if (take(scanner, /(?=\*)/y) !== undefined) fail(scanner, "pointer variables are not supported");
  for (;;) {
    const assigned = take(scanner, /=(?!=)/y) !== undefined;
    if (assigned) thread.registers.set(name, takeValue(scanner, thread));
    else if (!declared) expectNext(scanner, /=(?!=)/y, '"="');
    if (!declared || take(scanner, /,/y) === undefined) return;
    name = takeName(scanner, "a register");
  }
}

/** Takes a call whose result, if any, is dropped. */
function takeCall(scanner: Scanner, thread: Thread): void {
  skipBlanks(scanner);
  const start = scanner.position;
  const name = takeName(scanner, "a call");
  if (name === "READ_ONCE" || name === "atomic_load_explicit") {
    scanner.position = start;
    takeValue(scanner, thread);
    return;
  }
  expectNext(scanner, /\(/y, '"("');
  if (name === "WRITE_ONCE") expectNext(scanner, /\*/y, '"*" and a location');
  const location = takeLocation(scanner, thread);
  expectNext(scanner, /,/y, '"," and a value');
  const value = takeValue(scanner, thread);
  if (name === "atomic_store_explicit") takeOrder(scanner);
  expectNext(scanner, /\)/y, '")"');
  store(scanner, thread, location, value, start);
}

/** Takes an integer, a register or a load. */
function takeValue(scanner: Scanner, thread: Thread): Operand {
  const literal = take(scanner, integerPattern);
  if (literal !== undefined) return { kind: "constant", value: integerValue(literal) };
  skipBlanks(scanner);
  const place = placeAt(scanner, scanner.position);
  if (take(scanner, /\*/y) !== undefined) return addLoad(thread, takeLocation(scanner, thread), place);
  const start = scanner.position;
  const name = takeName(scanner, "an integer, a register or a read");
  if (take(scanner, /\(/y) === undefined) return registerValue(thread, name);
  if (name === "READ_ONCE") expectNext(scanner, /\*/y, '"*" and a location');
  else if (name !== "atomic_load_explicit") fail(scanner, `${name} returns no value`, start);
  const location = takeLocation(scanner, thread);
  if (name === "atomic_load_explicit") takeOrder(scanner);
  expectNext(scanner, /\)/y, '")"');
  return addLoad(thread, location, place);
}

/** Takes `, memory_order_relaxed`. */
function takeOrder(scanner: Scanner): void {
  expectNext(scanner, /,/y, '"," and a memory order');
  skipBlanks(scanner);
  const start = scanner.position;
  const order = expectNext(scanner, namePattern, "a memory order");
  if (order !== "memory_order_relaxed")
    fail(
      scanner,
      `${order} orders more than a plain access does: only memory_order_relaxed can be read`,
      start,
    );
}

/** Takes the name of a pointer: the location that it points to. */
function takeLocation(scanner: Scanner, thread: Thread): string {
  skipBlanks(scanner);
  const start = scanner.position;
  const name = takeName(scanner, "a location");
  const held = registerValue(thread, name);
  if (held.kind === "address") return held.location;
  return fail(scanner, `${name} does not point to a location here: is it a parameter of the thread?`, start);
}

function takeName(scanner: Scanner, what: string): string {
  skipBlanks(scanner);
  const start = scanner.position;
  const name = expectNext(scanner, namePattern, what);
  refuse(scanner, name, start);
  return name;
}

/** Refuses words of control flow, and calls that do more than to read or write. */
function refuse(scanner: Scanner, name: string, offset: number): void {
  if (control.test(name)) fail(scanner, `only straight-line code can be read: ${name} is none`, offset);
  if (take(scanner, /(?=\()/y) === undefined) return;
  for (const [pattern, why] of refusals) if (pattern.test(name)) fail(scanner, `${name} ${why}`, offset);
  if (!accesses.test(name))
    fail(
      scanner,
      `${name} is not supported: only READ_ONCE, WRITE_ONCE, atomic_load_explicit and atomic_store_explicit are`,
      offset,
    );
}

function store(scanner: Scanner, thread: Thread, location: string, stored: Operand, offset: number): void {
  thread.accesses.push({ location, stored, place: placeAt(scanner, offset) });
}
