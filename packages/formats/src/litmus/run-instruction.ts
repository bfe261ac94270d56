import { fail, placeAt } from "./scanner.js";
import { addFence, addStore, addUpdate, type Operand, registerValue, sum } from "./litmus-test.js";
import {
  parseX86Operand,
  type Piece,
  readOperand,
  split,
  type Surroundings,
  type X86Operand,
} from "./x86-operand.js";

/** Why an instruction cannot be part of a history. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:j[a-z]+|loop|call|ret|cmp|test|set[a-z]+|cmov[a-z]+)[bwlq]?$/iu,
    "is a jump or a test: only straight-line code can be read",
  ],
  [
    /^(?:neg|not|and|or|xor|mul|imul|sh[lr]|sa[lr]|lea|bt[src]?)[bwlq]?$/iu,
    "is arithmetic other than addition: it cannot be read",
  ],
  [
    /^(?:mov|xchg|xadd|cmpxchg|add|sub|inc|dec)[bw]$/iu,
    "accesses a part of a location: only whole ones can be read",
  ],
];

/** What does nothing to memory. On x86 loads and stores keep the order that `lfence` and `sfence` ask for. */
const ignored = /^(?:nop[wl]?|endbr(?:32|64)|lfence|sfence|pause)$/iu;

/** Runs one instruction of a thread. Throws a `PlacedError` for what a history cannot say. */
export function runInstruction(around: Surroundings, piece: Piece): void {
  const { scanner, thread } = around;
  const { text, offset } = piece;
  const [, lock, mnemonic, rest] = /^(lock\s+)?(\S+)\s*([^]*)$/iu.exec(text) as unknown as [
    string,
    string | undefined,
    string,
    string,
  ];
  if (mnemonic.endsWith(":"))
    fail(scanner, "labels are not supported: only straight-line code can be read", offset);
  const operands = (count: number): readonly X86Operand[] => {
    const pieces = rest === "" ? [] : split(rest, ",", offset + text.length - rest.length);
    if (pieces.length !== count || pieces.some((one) => one.text === ""))
      fail(scanner, `${mnemonic} must have ${["no operands", "one operand", "two operands"][count]}`, offset);
    return pieces.map((one) => parseX86Operand(around, one));
  };
  /** Target and source. */
  const pair = (): readonly [X86Operand, X86Operand] => {
    const [first, second] = operands(2);
    return around.syntax === "intel" ? [first, second] : [second, first];
  };
  if (ignored.test(mnemonic)) return void operands(0);
  if (/^mfence$/iu.test(mnemonic)) {
    operands(0);
    return addFence(thread, placeAt(scanner, offset));
  }
  for (const [pattern, why] of refusals)
    if (pattern.test(mnemonic) && !isClearing(mnemonic, rest)) fail(scanner, `${mnemonic} ${why}`, offset);
  const name = mnemonic.toLowerCase().replace(/[lq]$/u, "");
  switch (name) {
    case "mov":
      return move(around, ...pair());
    case "xor":
      return write(around, pair()[0], { kind: "constant", value: 0 }); // with itself: see `isClearing`
    case "xchg":
      return exchange(around, ...pair(), offset);
    case "xadd":
    case "cmpxchg":
      return updateWithRegister(around, name, operands(2), lock !== undefined, offset);
    case "inc":
    case "dec": {
      const one: Operand = { kind: "constant", value: 1 };
      change(around, operands(1)[0], (old) => sum(old, one, name === "inc" ? 1n : -1n), lock !== undefined);
      return;
    }
    case "add":
    case "sub": {
      const [target, source] = pair();
      if (target.kind === "memory" && source.kind === "memory") refuseBothInMemory(around, source);
      const other = readOperand(around, source);
      change(around, target, (old) => sum(old, other, name === "add" ? 1n : -1n), lock !== undefined);
      return;
    }
    default:
      fail(
        scanner,
        `the instruction ${mnemonic} is not supported: only MOV, XCHG, XADD, CMPXCHG, ADD, SUB, INC, DEC and MFENCE are`,
        offset,
      );
  }
}

/** `XOR EAX,EAX`, which sets a register to 0. */
function isClearing(mnemonic: string, rest: string): boolean {
  const [first, second, ...others] = rest.split(",").map((operand) => operand.trim().toLowerCase());
  return /^xor[lq]?$/iu.test(mnemonic) && others.length === 0 && first === second && /^%?[a-z]/u.test(first);
}

const refuseBothInMemory = ({ scanner }: Surroundings, { piece }: X86Operand): never =>
  fail(scanner, "a move from memory to memory is no instruction: go through a register", piece.offset);

/** Runs `MOV target,source`. */
function move(around: Surroundings, target: X86Operand, source: X86Operand): void {
  if (target.kind === "memory" && source.kind === "memory") refuseBothInMemory(around, source);
  write(around, target, readOperand(around, source));
}

/** Puts a value into a register or a location. */
function write({ scanner, thread }: Surroundings, target: X86Operand, value: Operand): void {
  switch (target.kind) {
    case "memory":
      return addStore(thread, target.location, value, target.place);
    case "register":
      return void thread.registers.set(target.key, value);
    case "value":
      fail(
        scanner,
        `${JSON.stringify(target.piece.text)} is no target of a move: X86 names the target first (MOV [x],$1), X86_64 last (movl $1,(x))`,
        target.piece.offset,
      );
  }
}

/** Changes a register or a location by its old value; answers that. A location is changed in one step where it is locked. */
function change(
  around: Surroundings,
  target: X86Operand,
  newValue: (old: Operand) => Operand,
  locked: boolean,
): Operand {
  if (target.kind === "memory" && locked)
    return addUpdate(around.thread, target.location, newValue, target.place);
  const old = readOperand(around, target);
  write(around, target, newValue(old));
  return old;
}

/** Runs XCHG, which needs no LOCK to be atomic; its operands may stand in either order. */
function exchange(around: Surroundings, first: X86Operand, second: X86Operand, offset: number): void {
  const [target, other] = first.kind === "memory" ? [first, second] : [second, first];
  if (other.kind !== "register" || target.kind === "value")
    fail(around.scanner, "XCHG must have a register and a location, or two registers", offset);
  const value = registerValue(around.thread, other.key);
  around.thread.registers.set(
    other.key,
    change(around, target, () => value, true),
  );
}

/** Runs XADD and CMPXCHG, whose operands may stand in either order where one is a location. */
function updateWithRegister(
  around: Surroundings,
  name: "xadd" | "cmpxchg",
  operands: readonly X86Operand[],
  locked: boolean,
  offset: number,
): void {
  const { scanner, thread } = around;
  const target = operands.find(({ kind }) => kind === "memory");
  const other = operands.find(({ kind }) => kind === "register");
  if (target === undefined || other?.kind !== "register")
    return fail(scanner, `${name.toUpperCase()} must have a location and a register`, offset);
  const value = registerValue(thread, other.key);
  if (name === "xadd") {
    thread.registers.set(
      other.key,
      change(around, target, (old) => sum(old, value), locked),
    );
    return;
  }
  const expected = registerValue(thread, "ax");
  const newValue = (old: Operand): Operand => ({
    kind: "choice",
    left: old,
    right: expected,
    ifEqual: value,
    otherwise: old,
  });
  thread.registers.set("ax", change(around, target, newValue, locked));
}
