import { constraintsOf } from "./proposition.js";
import { parseC } from "./c.js";
import { blankComments } from "./comments.js";
import { parseCondition, parseSubject } from "./condition.js";
import { parseInitial } from "./initial.js";
import {
  describeNext,
  expectNext,
  fail,
  failAtPlace,
  placeAt,
  type Scanner,
  skipBlanks,
  take,
} from "./scanner.js";
import { holdsAddress, type LitmusTest, type Thread } from "./litmus-test.js";
import { parseX86 } from "./x86.js";
import { x86RegisterKey } from "./x86-operand.js";

/** The architectures of herd; only X86, X86_64 and C can be read. */
export const architectures = [
  "X86",
  "X86_64",
  "C",
  "AArch64",
  "ARM",
  "ASL",
  "Bell",
  "BPF",
  "CPP",
  "Het",
  "JAVA",
  "LISA",
  "MIPS",
  "PPC",
  "PTX",
  "RISCV",
];

/** Tests are a page long; a place in one is found by counting its lines. */
const MAX_LENGTH = 1 << 18;

/** Reads the source of a litmus test, which begins with its architecture and its name. */
export function parseTest(source: Scanner): LitmusTest {
  if (source.text.length > MAX_LENGTH)
    fail(source, `this test is longer than ${MAX_LENGTH} characters: is there another file in it?`, 0);
  const architecture = expectNext(source, /\w+/y, "an architecture");
  if (!["X86", "X86_64", "C"].includes(architecture))
    fail(source, `tests for ${architecture} are not supported: only X86, X86_64 and C are`, 0);
  const isC = architecture === "C";
  const scanner = blankComments(source, isC);
  take(scanner, /\w+/y);
  const name = expectNext(scanner, /[^\s{}"]+/y, "the name of the test");
  take(scanner, /\([^()\n]*\)/y); // some repeat the name
  skipRemarks(scanner);
  const registerKey = isC ? (register: string) => register : x86RegisterKey;
  const initial = parseInitial(scanner, registerKey);
  const threads = isC
    ? parseC(scanner, initial)
    : parseX86(scanner, initial, architecture === "X86" ? "intel" : "att");
  for (const id of initial.registers.keys())
    if (!threads.some((thread) => thread.id === id))
      fail(scanner, `the initial state names thread ${id}, but there is no P${id}`);
  const final = parseFinal(scanner);
  skipBlanks(scanner);
  if (scanner.position < scanner.text.length)
    fail(scanner, `expected nothing after the condition, not ${describeNext(scanner)}`);
  checkAddresses(threads);
  for (const { thread: id, place } of [...final.shown, ...constraintsOf(final.condition)])
    if (id !== undefined && !threads.some((thread) => thread.id === id))
      failAtPlace(place, `the test ${name} has no thread P${id}`);
  return { name, initial: initial.locations, threads, registerKey, ...final };
}

/** Skips what stands between the name and the initial state: a string, and lines such as `Com=Rf Fr`. */
function skipRemarks(scanner: Scanner): void {
  while (take(scanner, /"[^"]*"|[A-Za-z][\w-]*\s*=[^\n]*/y) !== undefined);
}

/** Takes what stands after the code: what to print besides, and the condition. */
function parseFinal(
  scanner: Scanner,
): Pick<LitmusTest, "quantifier" | "condition" | "conditionText" | "conditionPlace" | "shown"> {
  const shown = parseShown(scanner);
  skipBlanks(scanner);
  if (take(scanner, /(?=filter\b)/y) !== undefined)
    fail(scanner, "filter is not supported: add its terms to the condition");
  const word = take(scanner, /(?:~\s*exists|not\s+exists|exists|forall)\b/y);
  if (word === undefined) {
    skipBlanks(scanner);
    return fail(
      scanner,
      `expected a condition such as exists (0:EAX=0), not ${describeNext(scanner)}: its values are the history's results`,
    );
  }
  skipBlanks(scanner);
  const start = scanner.position;
  const condition = parseCondition(scanner);
  const text = scanner.text.slice(start, scanner.position).replace(/\s+/gu, " ");
  const quantifier = word === "exists" || word === "forall" ? word : "~exists";
  const conditionPlace = placeAt(scanner, start);
  return { quantifier, condition, conditionText: `${quantifier} ${text}`, conditionPlace, shown };
}

/** Takes `locations [x; 0:EAX; y;]`, or nothing. */
function parseShown(scanner: Scanner): LitmusTest["shown"] {
  const shown: LitmusTest["shown"][number][] = [];
  if (take(scanner, /locations\s*\[/y) === undefined) return shown;
  while (take(scanner, /\]\s*;?/y) === undefined) {
    shown.push(parseSubject(scanner));
    if (take(scanner, /(?=\])/y) === undefined) expectNext(scanner, /;/y, '";" or "]"');
  }
  return shown;
}

/** Memory holds integers: an address may be in a register, but not be stored. */
function checkAddresses(threads: readonly Thread[]): void {
  for (const { accesses } of threads)
    for (const { stored, place } of accesses)
      if (stored !== undefined && holdsAddress(stored))
        failAtPlace(place, "storing an address is not supported: only integers can be stored");
}
