import type { Place } from "../native/locate.js";
import { integerValue } from "./integer.js";
import { fail, placeAt, type Scanner } from "./scanner.js";
import { addLoad, type Operand, registerValue, type Thread } from "./litmus-test.js";

/** The two assemblers: `MOV [x],$1` names the target first, `movl $1,(x)` last. */
export type Syntax = "intel" | "att";

/** A piece of the text, blanks around it cut off. */
export interface Piece {
  readonly text: string;
  readonly offset: number;
}

/** The pieces of a text between separators. */
export function split(text: string, separator: string, start: number): Piece[] {
  let offset = start;
  return text.split(separator).map((part) => {
    const piece = { text: part.trim(), offset: offset + part.length - part.trimStart().length };
    offset += part.length + 1;
    return piece;
  });
}

/** Where an instruction stands, and in which assembler it is written. */
export interface Surroundings {
  readonly scanner: Scanner;
  readonly thread: Thread;
  readonly syntax: Syntax;
}

const register = /^%?(?:[er](?:[abcd]x|[sd]i|[bs]p|ip)|r(?:8|9|1[0-5])d?)$/iu;
const partialRegister = /^%?(?:[abcd][xlh]|[sd]il?|[bs]pl?|r(?:8|9|1[0-5])[wb])$/iu;

/** The one name of a register: `EAX` and `rax` are the same, and so are `r8d` and `R8`. */
export const x86RegisterKey = (name: string): string =>
  name
    .replace("%", "")
    .toLowerCase()
    .replace(/^[er](?=[a-ds][xip]$|di$|bp$|ip$)/u, "")
    .replace(/^(r\d+)d$/u, "$1");

/** An operand: a location, a register, or a constant. */
export type X86Operand = { readonly place: Place; readonly piece: Piece } & (
  | { readonly kind: "memory"; readonly location: string }
  | { readonly kind: "register"; readonly key: string }
  | { readonly kind: "value"; readonly value: Operand }
);

/** Reads an operand. Throws a `PlacedError` for what is none. */
export function parseX86Operand(around: Surroundings, piece: Piece): X86Operand {
  const common = { place: placeAt(around.scanner, piece.offset), piece };
  const location = addressOf(around, piece);
  if (location !== undefined) return { ...common, kind: "memory", location };
  if (register.test(piece.text)) return { ...common, kind: "register", key: x86RegisterKey(piece.text) };
  return { ...common, kind: "value", value: constantOf(around, piece) };
}

/** What an operand holds: a load where it is a location. */
export function readOperand({ thread }: Surroundings, operand: X86Operand): Operand {
  switch (operand.kind) {
    case "memory":
      return addLoad(thread, operand.location, operand.place);
    case "register":
      return registerValue(thread, operand.key);
    case "value":
      return operand.value;
  }
}

/** The location that a memory operand means; `undefined` for any other operand. */
function addressOf({ scanner, thread, syntax }: Surroundings, { text, offset }: Piece): string | undefined {
  const found = (syntax === "intel" ? /^\[([^\]]*)\]$/u : /^\(([^)]*)\)$/u).exec(text);
  if (found === null) return undefined;
  const inner = found[1].trim();
  if (register.test(inner)) {
    const held = registerValue(thread, x86RegisterKey(inner));
    if (held.kind === "address") return held.location;
    return fail(scanner, `${inner} does not hold the address of a location here`, offset);
  }
  if (!/^[A-Za-z_]\w*$/u.test(inner))
    fail(
      scanner,
      `${JSON.stringify(text)} is no address that can be read: only a location or a register is`,
      offset,
    );
  return inner;
}

/** The value of a constant: a number, or the address of a location. */
function constantOf({ scanner, syntax }: Surroundings, { text, offset }: Piece): Operand {
  if (partialRegister.test(text))
    fail(scanner, `${text} is a part of a register: only whole registers can be read`, offset);
  const [, sign, number, location] = /^(\$?)(?:(-?(?:0x[0-9a-f]+|\d+))|([a-z_]\w*))$/iu.exec(text) ?? [
    "",
    "",
    undefined,
    undefined,
  ];
  if (number !== undefined && (sign === "$" || syntax === "intel"))
    return { kind: "constant", value: integerValue(number) };
  if (location !== undefined && sign === "$") return { kind: "address", location };
  return fail(
    scanner,
    `${JSON.stringify(text)} is no operand that can be read: constants are $1, locations ${syntax === "intel" ? "[x]" : "(x)"}`,
    offset,
  );
}
