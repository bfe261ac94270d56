import { didYouMean } from "../../text/did-you-mean.js";
import { AxiomError } from "./error.js";
import { type Token, tokenize } from "./tokenize.js";
import { type Axiom, type AxiomModel, type Relation, relations, type Step } from "./model.js";
import { findSchema, instantiate, type MethodSet, type Schema, schemas } from "./schemas.js";

/** A place among the tokens of a text. */
interface Cursor {
  readonly text: string;
  readonly tokens: readonly Token[];
  next: number;
}

/**
 * Reads a model in the axiom language.
 *
 * ```ts
 * parseAxioms("vis ⊇ hb; vis ⊇ vis∘vis"); // the same in ASCII: "vis >= hb; vis >= vis.vis"
 * parseAxioms("ReadPreviousOps([put,remove], *)"); // the same as "vis ⊇ [put,remove]∘hb"
 * ```
 *
 * Statements stand on lines of their own or have `;` between them: `lin ⊇ rel`, `vis ⊇ rel`, `vis = lin`
 * (as much as `vis ⊇ lin`, since `lin ⊇ vis` always holds), `relax lin`, `Ret` (always there), or a schema
 * of POPL'19 Table 4. `rel` is made of `lin`, `vis`, `po`, `hb` and filters `[m1,m2]`, composed by `∘`.
 *
 * Throws an `AxiomError` that points at the offending token.
 */
export function parseAxioms(text: string): AxiomModel {
  const cursor: Cursor = { text, tokens: tokenize(text), next: 0 };
  const axioms: Axiom[] = [];
  let relaxLin = false;
  for (;;) {
    while (peek(cursor).kind === "separator") cursor.next++;
    if (peek(cursor).kind === "end") return { axioms, relaxLin };
    const statement = takeStatement(cursor);
    if (statement === "relax lin") relaxLin = true;
    else if (statement !== "Ret") axioms.push(statement);
    const after = peek(cursor);
    if (after.kind !== "separator" && after.kind !== "end")
      fail(cursor, after, `expected ";" or the end of the line after an axiom, not ${describe(after)}`);
  }
}

function takeStatement(cursor: Cursor): Axiom | "relax lin" | "Ret" {
  const first = peek(cursor);
  if (first.kind !== "word")
    fail(cursor, first, `expected an axiom, such as vis ⊇ hb, not ${describe(first)}`);
  cursor.next++;
  if (first.value === "Ret") return "Ret";
  if (first.value === "relax") {
    const what = peek(cursor);
    if (what.value !== "lin") fail(cursor, what, `expected "lin" after "relax", not ${describe(what)}`);
    cursor.next++;
    return "relax lin";
  }
  const schema = findSchema(first.value);
  if (schema !== undefined) return takeSchema(cursor, schema);
  if (first.value !== "lin" && first.value !== "vis") failLeft(cursor, first);
  const operator = peek(cursor);
  if (operator.value === "=" && operator.kind === "symbol") return takeEquality(cursor, first);
  if (operator.value !== "⊇" && operator.value !== ">=")
    fail(cursor, operator, `expected ⊇ or >= after "${first.value}", not ${describe(operator)}`);
  cursor.next++;
  return { left: first.value, path: takePath(cursor) };
}

/** `vis = lin`: with `lin ⊇ vis`, which always holds, as much as `vis ⊇ lin` (CAV'18 Section 2). */
function takeEquality(cursor: Cursor, left: Token): Axiom {
  const operator = cursor.tokens[cursor.next++];
  skipLines(cursor);
  const right = peek(cursor);
  const both = [left.value, right.value].sort().join();
  if (both !== "lin,vis")
    fail(cursor, operator, 'only "vis = lin" may be written with "="; write ⊇ or >= for other axioms');
  cursor.next++;
  return { left: "vis", path: ["lin"] };
}

/** Parentheses nest no deeper than this, so that the parser does not run out of stack. */
const MAX_DEPTH = 200;

function takePath(cursor: Cursor, depth = 0): Step[] {
  const path = takeFactor(cursor, depth);
  while (isSymbol(peek(cursor), "∘", ".")) {
    cursor.next++;
    for (const step of takeFactor(cursor, depth)) path.push(step);
  }
  return path;
}

function takeFactor(cursor: Cursor, depth: number): Step[] {
  skipLines(cursor);
  const token = peek(cursor);
  if (isSymbol(token, "[")) return [{ methods: takeMethods(cursor) }];
  if (isSymbol(token, "(")) {
    if (depth === MAX_DEPTH) fail(cursor, token, `parentheses may nest ${MAX_DEPTH} deep, no deeper`);
    cursor.next++;
    const inner = takePath(cursor, depth + 1);
    skipLines(cursor);
    takeSymbol(cursor, ")", "after a relation");
    return inner;
  }
  if (token.kind !== "word")
    fail(cursor, token, `expected lin, vis, po, hb or [methods], not ${describe(token)}`);
  if (!isRelation(token.value)) {
    const known = `the relations are ${relations.join(", ")}; a method goes in brackets, as in [${token.value}]`;
    fail(cursor, token, `unknown relation "${token.value}": ${didYouMean(token.value, relations, known)}`);
  }
  cursor.next++;
  return [token.value];
}

const isRelation = (word: string): word is Relation => (relations as readonly string[]).includes(word);

/** `[m1, m2, …]`. */
function takeMethods(cursor: Cursor): string[] {
  const methods: string[] = [];
  cursor.next++;
  skipLines(cursor);
  while (!isSymbol(peek(cursor), "]")) {
    methods.push(takeMethod(cursor));
    skipLines(cursor);
    if (isSymbol(peek(cursor), ",")) {
      cursor.next++;
      skipLines(cursor);
    } else if (!isSymbol(peek(cursor), "]"))
      fail(cursor, peek(cursor), `expected "," or "]" after a method, not ${describe(peek(cursor))}`);
  }
  cursor.next++;
  return methods;
}

function takeMethod(cursor: Cursor): string {
  const token = peek(cursor);
  if (isSymbol(token, "*"))
    fail(cursor, token, "every method passes where there is no filter: leave [*] out");
  if (token.kind !== "word" && token.kind !== "string")
    fail(cursor, token, `expected the name of a method, not ${describe(token)}`);
  cursor.next++;
  return token.value;
}

/** `Name(M1, M2)`; without arguments, both are `*`. */
function takeSchema(cursor: Cursor, schema: Schema): Axiom {
  if (!isSymbol(peek(cursor), "(")) return instantiate(schema, undefined, undefined);
  cursor.next++;
  const first = takeMethodSet(cursor);
  takeSymbol(cursor, ",", `between the two method sets of ${schema.name}`);
  const second = takeMethodSet(cursor);
  takeSymbol(cursor, ")", `after the two method sets of ${schema.name}`);
  return instantiate(schema, first, second);
}

function takeMethodSet(cursor: Cursor): MethodSet {
  skipLines(cursor);
  const token = peek(cursor);
  let methods: MethodSet;
  if (isSymbol(token, "*")) cursor.next++;
  else if (isSymbol(token, "[")) methods = takeMethods(cursor);
  else if (token.kind === "word" || token.kind === "string") methods = [takeMethod(cursor)];
  else fail(cursor, token, `expected * or [methods], not ${describe(token)}`);
  skipLines(cursor);
  return methods;
}

function failLeft(cursor: Cursor, token: Token): never {
  if (token.value === "hb" || token.value === "po")
    fail(
      cursor,
      token,
      `"${token.value}" is given by the history: an axiom constrains lin or vis, as in vis ⊇ ${token.value}`,
    );
  const beginnings = ["lin", "vis", "relax", "Ret", ...schemas.map(({ name }) => name)];
  const known = "an axiom begins with lin ⊇, vis ⊇ or the name of a schema";
  fail(cursor, token, `unknown axiom "${token.value}": ${didYouMean(token.value, beginnings, known)}`);
}

const peek = (cursor: Cursor): Token => cursor.tokens[cursor.next];

const isSymbol = (token: Token, ...symbols: string[]): boolean =>
  token.kind === "symbol" && symbols.includes(token.value);

/** A line may end after an operator and inside brackets. */
function skipLines(cursor: Cursor): void {
  while (peek(cursor).kind === "separator" && peek(cursor).value === "\n") cursor.next++;
}

function takeSymbol(cursor: Cursor, symbol: string, where: string): void {
  if (!isSymbol(peek(cursor), symbol))
    fail(cursor, peek(cursor), `expected "${symbol}" ${where}, not ${describe(peek(cursor))}`);
  cursor.next++;
}

function describe({ kind, value }: Token): string {
  if (kind === "end") return "the end of the text";
  return value === "\n" ? "the end of the line" : `"${value}"`;
}

function fail(cursor: Cursor, token: Token, reason: string): never {
  throw new AxiomError(reason, cursor.text, token.start, token.end);
}
