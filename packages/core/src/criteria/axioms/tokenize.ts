import { AxiomError } from "./error.js";

/** A piece of a text in the axiom language. A `name` is a word or a quoted string; its value has no quotes. */
export interface Token {
  readonly kind: "word" | "string" | "symbol" | "separator" | "end";
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const blank = /(?:[^\S\n]|#[^\n]*)+/uy;
const word = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
const quoted = /"(?:[^"\\\n]|\\.)*"/y;
const symbol = />=|[⊇∘.=[\](),*]/uy;

/** What people write instead, and what to write. */
const slips: readonly (readonly [RegExp, string])[] = [
  [/<=|[⊆⊂<]/uy, "write the larger relation first: vis ⊇ …"],
  [/[⊃>]/uy, "write ⊇ or >="],
  [/[∪|+∨]|\/\\/uy, "there is no union here: write one axiom for each part, with ; between them"],
  [/[∩&∧]|\\\//uy, "there is no intersection here: filter by methods, as in [get,put]∘hb"],
  [/[?⁺^~¬!]/uy, "there are no closures or complements here: compose relations with ∘"],
];

/** The text as tokens; `;` and line ends are separators, comments run from `#` to the end of the line. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position;
    return pattern.exec(text)?.[0];
  };
  const push = (kind: Token["kind"], source: string, value = source): void => {
    tokens.push({ kind, value, start: position, end: position + source.length });
    position += source.length;
  };
  while (position < text.length) {
    const skipped = match(blank);
    if (skipped !== undefined) {
      position += skipped.length;
      continue;
    }
    const next = text[position];
    if (next === "\n" || next === ";") {
      push("separator", next);
      continue;
    }
    const name = match(word);
    const string = match(quoted);
    const mark = match(symbol);
    if (name !== undefined) push("word", name);
    else if (string !== undefined) push("string", string, unquote(text, string, position));
    else if (mark !== undefined) push("symbol", mark);
    else failAtCharacter(text, position);
  }
  push("end", "");
  return tokens;
}

function unquote(text: string, literal: string, start: number): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    throw new AxiomError("a method name with a wrong escape in it", text, start, start + literal.length);
  }
}

function failAtCharacter(text: string, position: number): never {
  const character = String.fromCodePoint(text.codePointAt(position) ?? 0);
  for (const [pattern, advice] of slips) {
    pattern.lastIndex = position;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined)
      throw new AxiomError(`unexpected "${found}": ${advice}`, text, position, position + found.length);
  }
  const reason =
    character === '"'
      ? "a method name that does not end on its line"
      : `unexpected ${JSON.stringify(character)}`;
  throw new AxiomError(reason, text, position, position + character.length);
}
