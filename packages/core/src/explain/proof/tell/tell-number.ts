import { labelOf } from "../../../history/history.js";
import { closeFacts } from "../../../witness/proof/close-facts.js";
import { isPair, opposite, type Pair } from "../../../witness/proof/facts.js";
import { impossibleNumber } from "../../../witness/scene/impossible-number.js";
import type { Scene } from "../../../witness/scene/scene.js";
import type { Reason } from "./tell-clash.js";
import type { Names, Told } from "./told.js";

/** Why a number that an operation told cannot be; nothing where none is spoken of. */
export function tellNumber(
  scene: Scene,
  { full, short }: Names,
  tellPair: (told: Told<Pair>) => string,
  premises: readonly Told[],
): Reason | undefined {
  const { counts } = scene.type;
  const facts = premises.map(({ fact }) => fact);
  const ops = facts.flatMap((fact) => (fact.kind === "answered" ? [fact.op] : []));
  if (counts === undefined || ops.length === 0) return undefined;
  const found = impossibleNumber(scene, ops, closeFacts(scene, facts));
  if (found === undefined) return undefined;
  const { op, since, possible, told, between, isWhole, byKeys } = found;
  const [sure, more] = between;
  const own = counts.told(labelOf(scene.history, op)) ?? [0, 0];
  const start = counts.of(scene.type.init(scene.initial));
  const isLess = told[1] < possible[0];
  const what = own[0] === own[1] ? `${counts.name} is ${own[0]}` : `${counts.name} is at least ${own[0]}`;
  const pairs = premises.filter((one): one is Told<Pair> => isPair(one.fact) && one.fact.given !== true);
  const surely = `${count(sure, "operation")} that may change it`;
  const perhaps = `${count(more, "operation")} that may change it`;
  const who = scene.oneLine
    ? sure === 0
      ? `${perhaps} can come before ${short(op)}`
      : `${surely} ${sure === 1 ? "comes" : "come"} before ${short(op)} in any case, and ${more} more can`
    : sure === 0
      ? `${short(op)} can see ${perhaps}`
      : `${short(op)} surely sees ${surely}, and can see ${more} more`;
  const whole = isWhole && !scene.oneLine ? [`of each session ${short(op)} sees all up to some place`] : [];
  if (since === undefined) {
    const keys = isLess
      ? `so many keys must be there: ${scene.oneLine ? `an operation that puts it comes before ${short(op)}` : `${short(op)} surely sees an operation that puts it`}, and none that removes it can come after that`
      : `of so many keys there is an operation that puts it and that ${scene.oneLine ? `can come before ${short(op)}` : `${short(op)} can see`}`;
    const bound = isLess ? `at least ${start + possible[0]}` : `at most ${start + possible[1]}`;
    return {
      lead: `${full(op)} can only happen ${scene.oneLine ? "while" : "if, by what it sees,"} ${what}. But ${scene.oneLine ? "then" : "whatever it sees,"} ${counts.name} is ${bound}`,
      because: byKeys ? [keys, ...pairs.map(tellPair)] : [who, ...whole, ...pairs.map(tellPair)],
    };
  }
  const earlier = counts.told(labelOf(scene.history, since)) ?? [0, 0];
  const by = isLess ? `falls by ${-told[1]}` : `rises by ${told[0]}`;
  const from = earlier[0] === earlier[1] ? `${earlier[0]}` : `at least ${earlier[0]}`;
  const limit = isLess ? Math.max(0, -possible[0]) : Math.max(0, possible[1]);
  const seen = scene.oneLine
    ? `${full(since)} comes before ${full(op)}, and between them ${counts.name} ${by}, from ${from} to ${own[0]}`
    : `${full(op)} sees all that ${full(since)} saw, and by what it sees besides ${counts.name} ${by}, from ${from} to ${own[0]}`;
  const may = `may ${isLess ? "lower" : "raise"} it`;
  const besides = scene.oneLine
    ? `${count(sure, "operation")} that ${may} ${sure === 1 ? "lies" : "lie"} between them in any case, and ${more} more can`
    : `of the operations that ${may}, ${sure} ${sure === 1 ? "is" : "are"} surely seen by ${short(op)} and not by ${short(since)}, and ${more} more can be`;
  const keys = scene.oneLine
    ? `for each key that ${isLess ? "goes" : "comes"}, an operation that ${isLess ? "removes" : "puts"} it must lie between them: of ${count(limit, "key")} there can be one`
    : `for each key that ${isLess ? "goes" : "comes"}, ${short(op)} must see an operation that ${isLess ? "removes" : "puts"} it and that ${short(since)} did not see: of ${count(limit, "key")} there can be one`;
  return {
    lead: `${seen}. But it can ${isLess ? "fall" : "rise"} by ${limit} at most`,
    because: byKeys ? [keys, ...pairs.map(tellPair)] : [besides, ...whole, ...pairs.map(tellPair)],
  };
}

/** Why a fact follows since a number could not be without it. */
export function tellNumberStep(
  scene: Scene,
  names: Names,
  tellPair: (told: Told<Pair>) => string,
  pair: Pair,
  premises: readonly Told[],
): string | undefined {
  const supposed: Told<Pair> = { fact: opposite(pair) };
  const told = tellNumber(scene, names, tellPair, [...premises, supposed]);
  if (told === undefined) return undefined;
  const because = told.because.filter((text) => text !== tellPair(supposed)).map((text) => `\n- ${text}`);
  return `Suppose that ${tellPair(supposed)}. ${told.lead}. So ${tellPair({ fact: pair })}.${because.join("")}`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
