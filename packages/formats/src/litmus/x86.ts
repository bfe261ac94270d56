import { describeNext, fail, type Scanner, skipBlanks, take } from "./scanner.js";
import type { InitialState } from "./initial.js";
import type { Thread } from "./litmus-test.js";
import { runInstruction } from "./run-instruction.js";
import { type Piece, split, type Syntax } from "./x86-operand.js";

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
      if (cell.text !== "") runInstruction({ scanner, thread: threads[i], syntax }, cell);
    });
  }
  return threads;
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
