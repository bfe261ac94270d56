import type { Place } from "../native/locate.js";
import { type Integer, toInteger } from "./integer.js";
import type { Proposition } from "./proposition.js";

/**
 * What a register holds: a number, the address of a location (or one that was added to, which is none),
 * whatever an access of the thread read, a sum of such times whole numbers, or one of two values by whether
 * two others are equal (compare-and-exchange).
 */
export type Operand =
  | { readonly kind: "constant"; readonly value: Integer }
  | { readonly kind: "address"; readonly location: string }
  | { readonly kind: "load"; readonly access: Access }
  | { readonly kind: "no address" }
  | { readonly kind: "sum"; readonly constant: bigint; readonly factors: ReadonlyMap<Access, bigint> }
  | {
      readonly kind: "choice";
      readonly left: Operand;
      readonly right: Operand;
      readonly ifEqual: Operand;
      readonly otherwise: Operand;
    };

/** What a thread does to shared memory: a load, a store, both in one atomic step (`update`), or a full fence. */
export interface Access {
  readonly kind: "load" | "store" | "update" | "fence";
  /** Empty for a fence. */
  readonly location: string;
  /** What a store or an update writes; an update's value may depend on what it reads itself. */
  stored: Operand | undefined;
  readonly place: Place;
}

/** A thread of straight-line code, run as far as it can be without knowing what its loads return. */
export interface Thread {
  readonly id: number;
  /** Its accesses in program order. */
  readonly accesses: Access[];
  /** What each register holds in the end. Registers that are not here hold 0. */
  readonly registers: Map<string, Operand>;
}

/** A register of a thread or, where `thread` is undefined, a location: what a condition is about. */
export interface Subject {
  readonly thread: number | undefined;
  readonly name: string;
}

/** `0:EAX=1` or `[x]=1`: the final value of a register or a location. */
export interface Constraint extends Subject {
  readonly value: Integer;
  readonly place: Place;
}

/** Some final values of one run. */
export type Outcome = readonly Constraint[];

/** What a test asks: is there a run whose final state satisfies its condition, is there none, do all? */
export type Quantifier = "exists" | "~exists" | "forall";

/** A litmus test. */
export interface LitmusTest {
  readonly name: string;
  /** The initial values that the test names; all other locations are 0. */
  readonly initial: ReadonlyMap<string, Integer>;
  readonly threads: readonly Thread[];
  readonly quantifier: Quantifier;
  readonly condition: Proposition;
  /** The condition as the test has it, blanks made one, with its quantifier. */
  readonly conditionText: string;
  /** Where the condition stands. */
  readonly conditionPlace: Place;
  /** What the test asks to see besides what its condition names: `locations [x; 0:EAX;]`. */
  readonly shown: readonly (Subject & { readonly place: Place })[];
  /** The one name of a register that has several: `EAX` and `rax`. */
  readonly registerKey: (name: string) => string;
}

/** What a register of a thread holds now. */
export const registerValue = (thread: Thread, key: string): Operand =>
  thread.registers.get(key) ?? { kind: "constant", value: 0 };

type Sum = Extract<Operand, { kind: "sum" }>;

/** A sum, or a difference, of two operands. Sums are kept flat, so that adding a register to itself stays cheap. */
export function sum(left: Operand, right: Operand, sign: 1n | -1n = 1n): Operand {
  const [a, b] = [asSum(left), asSum(right)];
  if (a === undefined || b === undefined) return { kind: "no address" };
  const factors = new Map(a.factors);
  for (const [access, factor] of b.factors) factors.set(access, (factors.get(access) ?? 0n) + sign * factor);
  for (const [access, factor] of factors) if (factor === 0n) factors.delete(access);
  const constant = a.constant + sign * b.constant;
  return factors.size === 0
    ? { kind: "constant", value: toInteger(constant) }
    : { kind: "sum", constant, factors };
}

/** An operand as a sum; `undefined` where it has an address in it. */
function asSum(operand: Operand): Sum | undefined {
  switch (operand.kind) {
    case "constant":
      return { kind: "sum", constant: BigInt(operand.value), factors: new Map() };
    case "load":
      return { kind: "sum", constant: 0n, factors: new Map([[operand.access, 1n]]) };
    case "sum":
      return operand;
    case "address":
    case "no address":
      return undefined;
    case "choice":
      throw new Error("no register holds a choice");
  }
}

/** Adds a load to a thread: the value that it returns. */
export function addLoad(thread: Thread, location: string, place: Place): Operand {
  const access: Access = { kind: "load", location, stored: undefined, place };
  thread.accesses.push(access);
  return { kind: "load", access };
}

/** Adds a store to a thread. */
export function addStore(thread: Thread, location: string, stored: Operand, place: Place): void {
  thread.accesses.push({ kind: "store", location, stored, place });
}

/** Adds an atomic update, whose new value may be made of the old one; answers the old one. */
export function addUpdate(
  thread: Thread,
  location: string,
  newValue: (old: Operand) => Operand,
  place: Place,
): Operand {
  const access: Access = { kind: "update", location, stored: undefined, place };
  const old: Operand = { kind: "load", access };
  access.stored = newValue(old);
  thread.accesses.push(access);
  return old;
}

/** Adds a full fence to a thread. */
export function addFence(thread: Thread, place: Place): void {
  thread.accesses.push({ kind: "fence", location: "", stored: undefined, place });
}

/** The value of an operand, where what it is made of is known; addresses have none. */
export function evaluate(
  operand: Operand,
  valueOf: (access: Access) => Integer | undefined,
): Integer | undefined {
  switch (operand.kind) {
    case "constant":
      return operand.value;
    case "address":
    case "no address":
      return undefined;
    case "load":
      return valueOf(operand.access);
    case "sum": {
      let total = operand.constant;
      for (const [access, factor] of operand.factors) {
        const value = valueOf(access);
        if (value === undefined) return undefined;
        total += factor * BigInt(value);
      }
      return toInteger(total);
    }
    case "choice": {
      const left = evaluate(operand.left, valueOf);
      const right = evaluate(operand.right, valueOf);
      if (left === undefined || right === undefined) return undefined;
      return evaluate(left === right ? operand.ifEqual : operand.otherwise, valueOf);
    }
  }
}

/** Whether an address is among what an operand is made of. */
export function holdsAddress(operand: Operand): boolean {
  switch (operand.kind) {
    case "address":
    case "no address":
      return true;
    case "choice":
      return [operand.left, operand.right, operand.ifEqual, operand.otherwise].some(holdsAddress);
    default:
      return false;
  }
}

/** The accesses whose values an operand is made of. */
export function loadsIn(operand: Operand): readonly Access[] {
  switch (operand.kind) {
    case "load":
      return [operand.access];
    case "sum":
      return [...operand.factors.keys()];
    case "choice":
      return [operand.left, operand.right, operand.ifEqual, operand.otherwise].flatMap(loadsIn);
    default:
      return [];
  }
}
