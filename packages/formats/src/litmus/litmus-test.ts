import type { Place } from "../native/locate.js";
import type { Integer } from "./number.js";

/** What a register holds: a number, the address of a location, or whatever an access of the thread read. */
export type Operand =
  | { readonly kind: "constant"; readonly value: Integer }
  | { readonly kind: "address"; readonly location: string }
  | { readonly kind: "load"; readonly access: Access };

/** A load or, where it has a value, a store of a shared location. */
export interface Access {
  readonly location: string;
  readonly stored: Operand | undefined;
  readonly place: Place;
}

/** A thread of straight-line code, run as far as it can be without knowing what its loads return. */
export interface Thread {
  readonly id: number;
  /** Its loads and stores in program order. */
  readonly accesses: Access[];
  /** What each register holds in the end. Registers that are not here hold 0. */
  readonly registers: Map<string, Operand>;
}

/** `0:EAX=1`, or `[x]=1` where `thread` is undefined: the final value of a register or a location. */
export interface Constraint {
  readonly thread: number | undefined;
  readonly name: string;
  readonly value: Integer;
  readonly place: Place;
}

/** Some final values of one run. */
export type Outcome = readonly Constraint[];

/** A litmus test. */
export interface LitmusTest {
  readonly name: string;
  /** The initial values that the test names; all other locations are 0. */
  readonly initial: ReadonlyMap<string, Integer>;
  readonly threads: readonly Thread[];
  /** The outcomes that satisfy its condition. */
  readonly outcomes: readonly Outcome[];
  /** The one name of a register that has several: `EAX` and `rax`. */
  readonly registerKey: (name: string) => string;
}

/** What a register of a thread holds now. */
export const registerValue = (thread: Thread, key: string): Operand =>
  thread.registers.get(key) ?? { kind: "constant", value: 0 };

/** Adds a load to a thread: the value that it returns. */
export function addLoad(thread: Thread, location: string, place: Place): Operand {
  const access = { location, stored: undefined, place };
  thread.accesses.push(access);
  return { kind: "load", access };
}
