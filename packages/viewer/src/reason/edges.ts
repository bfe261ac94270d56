/** An arrow between two operations, and why it is there. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  /** `so rt hb wr ww rw vis cf`, `blind` for what is not seen, `lin` for an order that a step of the proof found. */
  readonly kind: string;
  readonly because: string;
}

/** Each kind of edge in words. */
export const kindWords: Readonly<Record<string, string>> = {
  so: "session order",
  po: "program order",
  rt: "real time",
  hb: "happens-before",
  given: "declared",
  wr: "reads from",
  ww: "overwrites",
  rw: "reads before",
  cf: "conflict",
  vis: "is seen by",
  blind: "is not seen by",
  lin: "comes before",
};

/** Reasons that the words of a proof give in brackets. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^same session$/u, "so"],
  [/^it returned\b.*\bthat was called\b/u, "rt"],
  [/^(?:declared|by happens-before|by way of #\d+)$/u, "hb"],
];

const madeSo = /#(\d+)[^#]*? (?:can have|has) made it so: (?:#(\d+) sees it, )?it comes before #(\d+)/gu;
const onlyOne = /#(\d+)[^#]*? can only happen [^#]*?Only #(\d+)[^#]*? can have made it so\./gu;
const related =
  /(?:#(\d+)[^#]*?|which )(comes? before|is seen by|are seen by|sees|does not see) #(\d+)(?: \(([^)]*)\))?/gu;

/** The numbers of the operations that words name, in order, each once. Texts in quotes are data and name nothing. */
export function operationsNamed(words: string, size: number): readonly number[] {
  const ids = [...withoutTexts(words).matchAll(/#(\d+)/gu)].map(([, digits]) => Number(digits));
  return [...new Set(ids)].filter((id) => id < size);
}

/** What a line of a proof's words says about pairs of operations, as edges. */
export function edgesNamed(words: string, size: number): readonly Edge[] {
  const text = withoutTexts(words).replaceAll(/ cannot (?:come before|lie between)[^:]*:/gu, ":");
  const edges: Edge[] = [];
  const add = (from: number, to: number, kind: string): void => {
    if (from >= size || to >= size || from === to) return;
    if (edges.some((edge) => edge.from === from && edge.to === to)) return;
    edges.push({ from, to, kind, because: words });
  };
  for (const [, by, seer, op] of text.matchAll(madeSo)) {
    add(Number(by), Number(op), "wr");
    if (seer !== undefined) add(Number(by), Number(seer), "vis");
  }
  for (const [, op, by] of text.matchAll(onlyOne)) add(Number(by), Number(op), "wr");
  const refutes = /\bAfter #\d/u.test(text);
  let last = 0;
  for (const { 0: whole, 1: who, 2: verb, 3: whom, 4: why, index } of text.matchAll(related)) {
    const a = who === undefined ? last : Number(who);
    const b = Number(whom);
    last = b;
    const given = why === undefined ? undefined : reasons.find(([pattern]) => pattern.test(why))?.[1];
    const hence = /\b(?:so |it: )$/u.test(text.slice(0, index));
    if (verb === "sees") add(b, a, "vis");
    else if (verb === "does not see") add(b, a, "blind");
    else if (verb.endsWith("seen by")) add(a, b, "vis");
    else if (!whole.includes(" made it so")) add(a, b, given ?? (hence && refutes ? "rw" : "lin"));
  }
  return edges;
}

const withoutTexts = (words: string): string => words.replaceAll(/"(?:[^"\\]|\\.)*"/gu, '""');
