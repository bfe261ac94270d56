import { type Integer, integerPattern, integerValue } from "./integer.js";
import { describeNext, expectNext, fail, namePattern, type Scanner, skipBlanks, take } from "./scanner.js";
import type { Operand } from "./litmus-test.js";

/** The initial state of a test. */
export interface InitialState {
  readonly locations: Map<string, Integer>;
  /** Thread → register → what it holds. */
  readonly registers: Map<number, Map<string, Operand>>;
}

/**
 * Takes `{ x=0; int y=1; [z]=2; 0:EAX=1; 1:rax=x; uint64_t 0:rbx; }`: initial values of locations and
 * registers. A declaration without a value may stand before the value, or alone: then it is 0.
 */
export function parseInitial(scanner: Scanner, registerKey: (name: string) => string): InitialState {
  const state: InitialState = { locations: new Map(), registers: new Map() };
  expectNext(scanner, /\{/y, 'the initial state, "{ … }"');
  const valued = new Set<string>(); // what has a value, not just a declaration
  for (;;) {
    while (take(scanner, /;/y) !== undefined);
    if (take(scanner, /\}/y) !== undefined) return state;
    skipBlanks(scanner);
    const start = scanner.position;
    take(scanner, /(?:[A-Za-z_]\w*\s+)+(?=\d+\s*:)/y); // the type of a register
    const thread = take(scanner, /\d+\s*:/y);
    if (thread !== undefined) {
      const id = Number.parseInt(thread, 10);
      const key = registerKey(expectNext(scanner, /%?[A-Za-z_]\w*/y, "a register"));
      const registers = state.registers.get(id) ?? new Map<string, Operand>();
      state.registers.set(id, registers);
      if (take(scanner, /=/y) !== undefined) {
        if (valued.has(`${id}:${key}`)) fail(scanner, "this register has an initial value already", start);
        valued.add(`${id}:${key}`);
        registers.set(key, parseOperand(scanner));
      }
    } else {
      const name = parseLocation(scanner);
      if (take(scanner, /=/y) === undefined) state.locations.set(name, state.locations.get(name) ?? 0);
      else {
        if (valued.has(name)) fail(scanner, `${name} has an initial value already`, start);
        valued.add(name);
        state.locations.set(name, parseInteger(scanner));
      }
    }
    if (take(scanner, /(?=\})/y) === undefined) expectNext(scanner, /;/y, '";" or "}"');
  }
}

/** Takes `[x]`, or `x` with the words of its type in front. */
function parseLocation(scanner: Scanner): string {
  if (take(scanner, /\[/y) !== undefined) {
    const name = expectNext(scanner, namePattern, "a location");
    expectNext(scanner, /\]/y, '"]"');
    return name;
  }
  let name = expectNext(scanner, namePattern, "a location");
  for (;;) {
    const next = take(scanner, namePattern);
    if (next !== undefined) {
      name = next;
      continue;
    }
    skipBlanks(scanner);
    if (take(scanner, /(?=\*)/y) !== undefined)
      fail(scanner, "a location that holds a pointer is not supported: only integers are");
    if (take(scanner, /(?=\[)/y) !== undefined) fail(scanner, "arrays are not supported");
    return name;
  }
}

/** Takes an integer, or Linux's `ATOMIC_INIT(0)`. */
function parseInteger(scanner: Scanner): Integer {
  if (take(scanner, /ATOMIC(?:64)?_INIT\s*\(/y) !== undefined) {
    const value = parseInteger(scanner);
    expectNext(scanner, /\)/y, '")"');
    return value;
  }
  const literal = take(scanner, integerPattern);
  if (literal !== undefined) return integerValue(literal);
  skipBlanks(scanner);
  if (take(scanner, /(?=[&A-Za-z_])/y) !== undefined)
    fail(scanner, "a location that holds a pointer is not supported: only integers are");
  return fail(scanner, `expected an integer, not ${describeNext(scanner)}`);
}

/** Takes an integer, or `x` or `&x`: the address of a location. */
function parseOperand(scanner: Scanner): Operand {
  const literal = take(scanner, integerPattern);
  if (literal !== undefined) return { kind: "constant", value: integerValue(literal) };
  take(scanner, /&/y);
  return { kind: "address", location: expectNext(scanner, namePattern, "an integer or a location") };
}
