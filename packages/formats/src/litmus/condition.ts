import { integerPattern, integerValue } from "./number.js";
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
import type { Constraint, Outcome } from "./litmus-test.js";

/** A condition may have as many outcomes, and nest as deep. */
const MOST_OUTCOMES = 1000;
const MAX_DEPTH = 100;

/**
 * Takes a condition such as `(0:EAX=0 /\ (1:EAX=0 \/ x=1))`: the outcomes that satisfy it, one for each
 * disjunct. A condition that does not fix values (`not`, `=>`, `!=`) is refused.
 */
export function parseCondition(scanner: Scanner): readonly Outcome[] {
  skipBlanks(scanner);
  const start = scanner.position;
  const outcomes = parseDisjunction(scanner, 0);
  if (take(scanner, /=>/y) !== undefined)
    fail(scanner, `"=>" fixes no values: only /\\ and \\/ of values can be read`, scanner.position - 2);
  if (outcomes.length === 0) fail(scanner, "no outcome satisfies this condition", start);
  return outcomes;
}

function parseDisjunction(scanner: Scanner, depth: number): Outcome[] {
  const outcomes = parseConjunction(scanner, depth);
  while (take(scanner, /\\\//y) !== undefined) {
    outcomes.push(...parseConjunction(scanner, depth));
    checkCount(scanner, outcomes.length);
  }
  return outcomes;
}

function parseConjunction(scanner: Scanner, depth: number): Outcome[] {
  let outcomes = parseAtom(scanner, depth);
  while (take(scanner, /\/\\/y) !== undefined) {
    const more = parseAtom(scanner, depth);
    checkCount(scanner, outcomes.length * more.length);
    outcomes = outcomes.flatMap((outcome) => more.map((other) => [...outcome, ...other]));
  }
  return outcomes;
}

function checkCount(scanner: Scanner, count: number): void {
  if (count > MOST_OUTCOMES)
    fail(scanner, `more than ${MOST_OUTCOMES} outcomes satisfy this condition: split it into several tests`);
}

function parseAtom(scanner: Scanner, depth: number): Outcome[] {
  if (take(scanner, /\(/y) !== undefined) {
    if (depth === MAX_DEPTH) fail(scanner, `parentheses may nest ${MAX_DEPTH} deep, no deeper`);
    const inner = parseDisjunction(scanner, depth + 1);
    expectNext(scanner, /\)/y, String.raw`"/\", "\/" or ")"`);
    return inner;
  }
  skipBlanks(scanner);
  const start = scanner.position;
  if (take(scanner, /(?:not\b|~)/y) !== undefined)
    fail(scanner, "a negation fixes no values: say which values the registers have instead", start);
  if (take(scanner, /true\b/y) !== undefined) return [[]];
  if (take(scanner, /false\b/y) !== undefined) return [];
  return [[parseConstraint(scanner)]];
}

/** Takes `0:EAX=1`, `x=1` or `[x]=1`. */
export function parseConstraint(scanner: Scanner): Constraint {
  skipBlanks(scanner);
  const place = placeAt(scanner, scanner.position);
  const thread = take(scanner, /\d+\s*:/y);
  const name = thread === undefined ? parseFinalLocation(scanner) : parseRegister(scanner);
  skipBlanks(scanner);
  if (take(scanner, /(?=<>|!=|[<>]|=>)/y) !== undefined)
    fail(scanner, `only "=" fixes a value, not ${describeNext(scanner)}`);
  expectNext(scanner, /==?/y, '"=" and a value');
  const literal = expectNext(scanner, integerPattern, "an integer (pointers are not supported)");
  return {
    thread: thread === undefined ? undefined : Number.parseInt(thread, 10),
    name,
    value: integerValue(literal),
    place,
  };
}

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
