import type { InitialState } from "./initial.js";
import { integerPattern, integerValue } from "./integer.js";
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
import { type Call, refuseUnknownCall, takeCall } from "./c-call.js";
import { addLoad, addStore, type Operand, registerValue, type Thread } from "./litmus-test.js";

const control = /^(?:if|else|while|for|do|switch|goto|return)$/u;

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
  } else if (take(scanner, /(?=\w+\s*\()/y) !== undefined) takeCallStatement(scanner, thread);
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
function takeCallStatement(scanner: Scanner, thread: Thread): void {
  skipBlanks(scanner);
  const start = scanner.position;
  const name = takeName(scanner, "a call");
  expectNext(scanner, /\(/y, '"("');
  takeCall(callOf(scanner, thread, name, start));
}

const callOf = (scanner: Scanner, thread: Thread, name: string, start: number): Call => ({
  scanner,
  thread,
  name,
  start,
  takeLocation: () => takeLocation(scanner, thread),
  takeValue: () => takeValue(scanner, thread),
});

/** Takes an integer, a register, a load or a call that returns a value. */
function takeValue(scanner: Scanner, thread: Thread): Operand {
  const literal = take(scanner, integerPattern);
  if (literal !== undefined) return { kind: "constant", value: integerValue(literal) };
  skipBlanks(scanner);
  const place = placeAt(scanner, scanner.position);
  if (take(scanner, /\*/y) !== undefined) return addLoad(thread, takeLocation(scanner, thread), place);
  const start = scanner.position;
  const name = takeName(scanner, "an integer, a register or a read");
  if (take(scanner, /\(/y) === undefined) return registerValue(thread, name);
  return takeCall(callOf(scanner, thread, name, start)) ?? fail(scanner, `${name} returns no value`, start);
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

/** Refuses words of control flow, and calls that are not known. */
function refuse(scanner: Scanner, name: string, offset: number): void {
  if (control.test(name)) fail(scanner, `only straight-line code can be read: ${name} is none`, offset);
  if (take(scanner, /(?=\()/y) !== undefined) refuseUnknownCall(scanner, name, offset);
}

function store(scanner: Scanner, thread: Thread, location: string, stored: Operand, offset: number): void {
  addStore(thread, location, stored, placeAt(scanner, offset));
}
