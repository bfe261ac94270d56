import type { Place } from "../native/locate.js";
import { type Integer, integerPattern, integerValue } from "./integer.js";
import type { Proposition } from "./proposition.js";
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
import type { Constraint, Outcome, Subject } from "./litmus-test.js";

/** How deep a condition may nest. */
const MAX_DEPTH = 100;

/**
 * Takes a condition such as `(0:EAX=0 /\ (1:EAX=0 \/ not (x=1)))`. As in herd, `/\` binds more closely than
 * `\/`, and `\/` more closely than `=>`.
 */
export function parseCondition(scanner: Scanner, depth = 0): Proposition {
  const condition = parseChain(scanner, depth, "or");
  if (take(scanner, /=>/y) === undefined) return condition;
  if (depth === MAX_DEPTH) fail(scanner, `implications may nest ${MAX_DEPTH} deep, no deeper`);
  return { kind: "or", parts: [{ kind: "not", of: condition }, parseCondition(scanner, depth + 1)] };
}

const connectives = { or: /\\\/|\|\|/y, and: /\/\\|&&/y } as const;

/** Takes propositions with one connective between them. */
function parseChain(scanner: Scanner, depth: number, kind: "or" | "and"): Proposition {
  const parseNext = (): Proposition =>
    kind === "or" ? parseChain(scanner, depth, "and") : parseAtom(scanner, depth);
  const parts = [parseNext()];
  while (take(scanner, connectives[kind]) !== undefined) parts.push(parseNext());
  return parts.length === 1 ? parts[0] : { kind, parts };
}

function parseAtom(scanner: Scanner, depth: number): Proposition {
  if (take(scanner, /\(/y) !== undefined) {
    if (depth === MAX_DEPTH) fail(scanner, `parentheses may nest ${MAX_DEPTH} deep, no deeper`);
    const inner = parseCondition(scanner, depth + 1);
    expectNext(scanner, /\)/y, String.raw`"/\", "\/" or ")"`);
    return inner;
  }
  if (take(scanner, /(?:not\b|~)/y) !== undefined) {
    if (depth === MAX_DEPTH) fail(scanner, `negations may nest ${MAX_DEPTH} deep, no deeper`);
    return { kind: "not", of: parseAtom(scanner, depth + 1) };
  }
  if (take(scanner, /true\b/y) !== undefined) return { kind: "constant", holds: true };
  if (take(scanner, /false\b/y) !== undefined) return { kind: "constant", holds: false };
  return parseComparison(scanner);
}

/** Takes `0:EAX=1`, or `0:EAX<>1`. */
function parseComparison(scanner: Scanner): Proposition {
  const subject = parseSubject(scanner);
  if (take(scanner, /<>|!=/y) !== undefined)
    return { kind: "not", of: { kind: "is", constraint: { ...subject, value: parseValue(scanner) } } };
  return { kind: "is", constraint: parseRest(scanner, subject) };
}

/** Takes `0:EAX=1`, `x=1` or `[x]=1`. */
export function parseConstraint(scanner: Scanner): Constraint {
  return parseRest(scanner, parseSubject(scanner));
}

/** Takes `0:EAX`, `x` or `[x]`. */
export function parseSubject(scanner: Scanner): Subject & { readonly place: Place } {
  skipBlanks(scanner);
  const place = placeAt(scanner, scanner.position);
  const thread = take(scanner, /\d+\s*:/y);
  const name = thread === undefined ? parseFinalLocation(scanner) : parseRegister(scanner);
  return { thread: thread === undefined ? undefined : Number.parseInt(thread, 10), name, place };
}

function parseRest(scanner: Scanner, subject: Subject & { readonly place: Place }): Constraint {
  skipBlanks(scanner);
  if (take(scanner, /(?=<>|!=|[<>])/y) !== undefined)
    fail(scanner, `a value must be given by "=", not by ${describeNext(scanner)}`);
  expectNext(scanner, /==?(?!>)/y, '"=" and a value');
  return { ...subject, value: parseValue(scanner) };
}

const parseValue = (scanner: Scanner): Integer =>
  integerValue(expectNext(scanner, integerPattern, "an integer (pointers are not supported)"));

const parseRegister = (scanner: Scanner): string =>
  expectNext(scanner, /%?[A-Za-z_]\w*/y, "a register").replace("%", "");

function parseFinalLocation(scanner: Scanner): string {
  const bracket = take(scanner, /\[/y) !== undefined;
  const name = expectNext(scanner, namePattern, "a value such as 0:EAX=1 or x=1");
  if (bracket) expectNext(scanner, /\]/y, '"]"');
  return name;
}

/** Takes the final values of one run as logs list them: `0:EAX=0; 1:EAX=0; x=1;`. */
export function parseState(scanner: Scanner): Outcome {
  const outcome: Constraint[] = [];
  while (take(scanner, /$/y) === undefined) {
    outcome.push(parseConstraint(scanner));
    if (take(scanner, /$/y) === undefined) expectNext(scanner, /;/y, '";" after a value');
  }
  return outcome;
}
