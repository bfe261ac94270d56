import { integerValue } from "./number.js";
import { describeNext, fail, placeAt, type Scanner, skipBlanks, take } from "./scanner.js";
import type { InitialState } from "./initial.js";
import { addLoad, type Operand, registerValue, type Thread } from "./litmus-test.js";

/** The two assemblers: `MOV [x],$1` names the target first, `movl $1,(x)` last. */
export type Syntax = "intel" | "att";

const register = /^%?(?:[er](?:[abcd]x|[sd]i|[bs]p)|r(?:8|9|1[0-5])d?)$/iu;
const partialRegister = /^%?(?:[abcd][xlh]|[sd]il?|[bs]pl?|r(?:8|9|1[0-5])[wb])$/iu;

/** The one name of a register: `EAX` and `rax` are the same, and so are `r8d` and `R8`. */
export const x86RegisterKey = (name: string): string =>
  name
    .replace("%", "")
    .toLowerCase()
    .replace(/^[er](?=[a-ds][xip]$|di$|bp$)/u, "")
    .replace(/^(r\d+)d$/u, "$1");

/** Why an instruction cannot be part of a history of reads and writes. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/^(?:[mls]fence)$/iu, "is a fence: a history of reads and writes cannot say it"],
  [
    /^(?:lock|xchg|cmpxchg|xadd|bt[src])/iu,
    "is an atomic read-modify-write: a history of reads and writes cannot say it",
  ],
  [
    /^(?:j[a-z]+|loop|call|ret|cmp|test|set[a-z]+|cmov[a-z]+)$/iu,
    "is a jump or a test: only straight-line code can be read",
  ],
  [
    /^(?:add|sub|inc|dec|neg|not|and|or|xor|mul|imul|sh[lr]|sa[lr]|lea)[bwlq]?$/iu,
    "is arithmetic: only loads, stores and moves can be read",
  ],
  [/^mov[bw]$/iu, "accesses a part of a location: only whole ones can be read"],
];

/** Takes the columns ` P0 | P1 ;` with a row of instructions each, up to the condition. */
export function parseX86(scanner: Scanner, initial: InitialState, syntax: Syntax): Thread[] {
  const threads: Thread[] = [];
  for (const { text, offset } of takeRow(scanner)) {
    const found = /^P(\d+)$/u.exec(text);
    if (found === null)
      return fail(scanner, `expected a thread such as P0, not ${JSON.stringify(text)}`, offset);
    const id = Number(found[1]);
    if (threads.some((thread) => thread.id === id)) fail(scanner, `${text} stands twice`, offset);
    threads.push({ id, accesses: [], registers: new Map(initial.registers.get(id)) });
  }
  while (
    take(scanner, /(?=[^;]*;)(?!~?\s*exists\b|not\s+exists\b|forall\b|locations\b|filter\b)/y) !== undefined
  ) {
    const start = scanner.position;
    const cells = takeRow(scanner);
    if (cells.length !== threads.length)
      fail(scanner, `${cells.length} columns, but ${threads.length} threads`, start);
    cells.forEach((cell, i) => {
      if (cell.text !== "") runInstruction(scanner, threads[i], cell, syntax);
    });
  }
  return threads;
}

/** A piece of the text, blanks around it cut off. */
interface Piece {
  readonly text: string;
  readonly offset: number;
}

/** Takes `a | b | c ;`. */
function takeRow(scanner: Scanner): Piece[] {
  skipBlanks(scanner);
  const start = scanner.position;
  const row = take(scanner, /[^;{}]*;/y);
  if (row === undefined)
    return fail(
      scanner,
      `expected the threads in columns, such as "P0 | P1 ;", not ${describeNext(scanner)}`,
    );
  return split(row.slice(0, -1), "|", start);
}

function split(text: string, separator: string, start: number): Piece[] {
  let offset = start;
  return text.split(separator).map((part) => {
    const piece = { text: part.trim(), offset: offset + part.length - part.trimStart().length };
    offset += part.length + 1;
    return piece;
  });
}

function runInstruction(scanner: Scanner, thread: Thread, { text, offset }: Piece, syntax: Syntax): void {
  const [, mnemonic, rest] = /^(\S+)\s*([^]*)$/u.exec(text) as unknown as [string, string, string];
  if (mnemonic.endsWith(":"))
    fail(scanner, "labels are not supported: only straight-line code can be read", offset);
  for (const [pattern, why] of refusals)
    if (pattern.test(mnemonic)) fail(scanner, `${mnemonic} ${why}`, offset);
  if (!/^mov[lq]?$/iu.test(mnemonic))
    fail(scanner, `the instruction ${mnemonic} is not supported: only MOV is`, offset);
  const operands = split(rest, ",", offset + text.length - rest.length);
  if (operands.length !== 2 || operands.some((operand) => operand.text === ""))
    fail(scanner, `${mnemonic} must have two operands`, offset);
  const [target, source] = syntax === "intel" ? operands : [operands[1], operands[0]];
  move(scanner, thread, target, source, syntax);
}

/** Runs `MOV target,source`. */
function move(scanner: Scanner, thread: Thread, target: Piece, source: Piece, syntax: Syntax): void {
  const to = addressOf(scanner, thread, target, syntax);
  const from = addressOf(scanner, thread, source, syntax);
  if (to !== undefined && from !== undefined)
    fail(scanner, "a move from memory to memory is no instruction: go through a register", source.offset);
  if (to === undefined && !register.test(target.text))
    fail(
      scanner,
      `${JSON.stringify(target.text)} is no target of a move: X86 names the target first (MOV [x],$1), X86_64 last (movl $1,(x))`,
      target.offset,
    );
  const value =
    from === undefined
      ? valueOf(scanner, thread, source, syntax)
      : addLoad(thread, from, placeAt(scanner, source.offset));
  if (to === undefined) thread.registers.set(x86RegisterKey(target.text), value);
  else thread.accesses.push({ location: to, stored: value, place: placeAt(scanner, target.offset) });
}

/** The location that a memory operand means; `undefined` for any other operand. */
function addressOf(
  scanner: Scanner,
  thread: Thread,
  { text, offset }: Piece,
  syntax: Syntax,
): string | undefined {
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

/** The value of a constant or a register. */
function valueOf(scanner: Scanner, thread: Thread, { text, offset }: Piece, syntax: Syntax): Operand {
  if (register.test(text)) return registerValue(thread, x86RegisterKey(text));
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
