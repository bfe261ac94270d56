import { labelOf } from "../../../history/history.js";
import { printValue } from "../../../history/print.js";
import { canonical, equal, type Value } from "../../../history/value.js";
import type { Demands } from "../../../types/replicated.js";
import { valuesOf } from "../../../witness/scene/values-there.js";
import { opposite, type Pair } from "../../../witness/proof/facts.js";
import { closeFacts } from "../../../witness/proof/close-facts.js";
import type { Scene } from "../../../witness/scene/scene.js";
import type { Reason } from "./tell-clash.js";
import { listed, type Names, type Told } from "./told.js";

/** How sights are told: why one operation sees another, and that it does not. */
interface SightTeller {
  sees(premises: readonly Told[], a: number, b: number): string;
  blind(premises: readonly Told[], a: number, b: number): string;
}

/** Why operations of a replicated type cannot have answered as they did; nothing where they are not spoken of. */
export function tellAnswers(
  scene: Scene,
  { full, short }: Names,
  tell: SightTeller,
  premises: readonly Told[],
): Reason | undefined {
  const { history, replicated, initial, work } = scene;
  const ops = premises.flatMap(({ fact }) => (fact.kind === "answered" ? [fact.op] : []));
  if (replicated === undefined || ops.length === 0) return undefined;
  if (ops.length > 1)
    return {
      lead: `there is no order of the elements that fits ${listed(ops.map(full))}`,
      because: premises.flatMap(({ fact }) =>
        fact.kind === "sees" ? [tell.sees(premises, fact.a, fact.b)] : [],
      ),
    };
  const [op] = ops;
  const demands = replicated.demands(labelOf(history, op));
  if (demands === undefined) return { lead: `${full(op)} cannot happen, whatever it sees`, because: [] };
  const facts = premises.map(({ fact }) => fact);
  const closure = closeFacts(scene, facts);
  const { before } = closure;
  const sees = scene.oneLine ? (a: number, b: number) => before(b, a) && closure.tookEffect(b) : closure.sees;
  const unseen = (a: number, b: number): boolean =>
    facts.some((fact) => fact.kind === "blind" && fact.a === a && fact.b === b);
  const blind = (a: number, b: number): boolean =>
    unseen(a, b) || before(a, b) || (scene.ordered && scene.before(a, b));
  const { puts, takes, there } = valuesOf({ history, replicated, initial, work }, history.object[op], {
    sees,
    blind,
  });
  const [possible, certain] = [there(op, false), there(op, true)];
  const needs = (what: string): string => `${full(op)} can only happen ${whenOf(scene)} ${what}`;

  const missing = (demands.only ?? demands.there ?? []).find((value) => !possible.includes(canonical(value)));
  if (missing !== undefined) {
    const by = (puts.get(canonical(missing)) ?? []).filter((id) => id !== op);
    const need = needs(`${printValue(missing)} is there`);
    if (by.length === 0) return { lead: `${need}. But nothing puts it there`, because: [] };
    const because = by.flatMap((put) => {
      const taker = takes
        .get(canonical(missing))
        ?.find((id) => id !== put && sees(op, id) && (put < 0 || sees(id, put)));
      if (taker === undefined)
        return put < 0 ? [] : [`${full(put)} puts it there, but ${tell.blind(premises, op, put)}`];
      const saw =
        put < 0
          ? "which was there at the start"
          : `which ${short(taker)} saw: ${tell.sees(premises, taker, put)}`;
      return [
        `${full(taker)} took away what ${put < 0 ? "was there" : `${full(put)} put`}, ${saw}`,
        tell.sees(premises, op, taker),
      ];
    });
    return { lead: `${need}. But it is not`, because };
  }
  const isExtra = (key: string): boolean =>
    demands.only?.some((value) => canonical(value) === key) === false ||
    demands.gone?.some((value) => canonical(value) === key) === true;
  const extra = certain.find(isExtra);
  if (extra !== undefined) {
    const by = puts.get(extra)?.find((put) => put < 0 || sees(op, put)) ?? -1;
    const blinds = facts.flatMap((fact) =>
      fact.kind === "blind" ? [tell.blind(premises, fact.a, fact.b)] : [],
    );
    const seen = (): string =>
      scene.oneLine ? `${full(by)} comes before ${short(op)}` : `${short(op)} sees ${full(by)}`;
    const who = by < 0 ? `${extra} was there at the start` : seen();
    return {
      lead: `${needs(`${extra} is not there`)}. But ${who}, and nothing ${scene.oneLine ? "before it" : "that it sees"} can have taken it away`,
      because: [...(by < 0 ? [] : [tell.sees(premises, op, by)]), ...blinds],
    };
  }
  const because = [...puts.values()]
    .flat()
    .filter((put) => put >= 0 && sees(op, put))
    .map((put) => tell.sees(premises, op, put));
  const count =
    possible.length < (demands.least ?? 0)
      ? `no more than ${possible.length} can be there`
      : certain.length < 2
        ? "something is there"
        : `at least ${certain.length} are there`;
  const elements = (demands.least ?? demands.most ?? demands.only) === undefined;
  return {
    lead: elements
      ? `there is no order of the elements that fits ${full(op)}`
      : `${needs(tellDemands(demands))}. But ${count}`,
    because,
  };
}

const whenOf = ({ oneLine }: Scene): string => (oneLine ? "while" : "if, by what it sees,");

/** What must be there, as a clause. */
function tellDemands({ only, there = [], gone = [], least, most }: Demands): string {
  const values = (some: readonly Value[]): string => listed(some.map(printValue));
  if (only !== undefined)
    return only.length === 0
      ? "nothing is there"
      : `just ${values(only)} ${only.length === 1 ? "is" : "are"} there`;
  const clauses = [
    ...(there.length > 0 ? [`${values(there)} is there`] : []),
    ...(gone.length > 0 ? [`${values(gone)} is not there`] : []),
    ...(least !== undefined && least === most
      ? [
          `${least === 0 ? "nothing is" : `exactly ${least} ${least === 1 ? "value is" : "values are"}`} there`,
        ]
      : least !== undefined
        ? ["something is there"]
        : []),
  ];
  return clauses.length === 0 ? "it has a place" : clauses.join(" and ");
}

/** Why an operation must see, or cannot see, one that puts a value: in one sentence where that is all there is to say. */
export function tellAnswerStep(
  scene: Scene,
  names: Names,
  tell: SightTeller,
  pair: Pair,
  premises: readonly Told[],
): string | undefined {
  const { history, replicated } = scene;
  const { full, short } = names;
  const told = tellAnswers(scene, names, tell, [...premises, { fact: opposite(pair) }]);
  if (told === undefined || replicated === undefined) return undefined;
  const { a, b, kind } = pair;
  if (scene.oneLine) {
    const because = told.because.map((text) => `\n- ${text}`);
    return `Suppose that ${short(b)} comes before ${short(a)}. ${told.lead}. So ${short(a)} comes before ${short(b)}.${because.join("")}`;
  }
  const supposed = `${short(a)} ${kind === "sees" ? "does not see" : "sees"} ${short(b)}`;
  const because = told.because.filter((text) => text !== supposed).map((text) => `\n- ${text}`);
  const own = premises.some(({ fact }) => fact.kind === "answered" && fact.op === a);
  const demands = replicated.demands(labelOf(history, a));
  const value = replicated.puts(labelOf(history, b));
  const isOneReason = own && premises.length === 1 && demands !== undefined && value !== undefined;
  const hence = `${short(a)} ${kind === "sees" ? "sees" : "does not see"} ${short(b)}`;
  const { only, there = only ?? [], gone = [] } = demands ?? {};
  const isAmong = (some: readonly Value[]): boolean => some.some((one) => equal(one, value ?? null));
  const named = kind === "sees" ? isAmong(there) : only === undefined ? isAmong(gone) : !isAmong(only);
  if (isOneReason && kind === "sees")
    return `${full(a)} can only happen if, by what it sees, ${named ? `${printValue(value)} is there` : tellDemands(demands)}. Only ${full(b)} can have put ${named ? "it" : printValue(value)} there: so ${hence}.`;
  if (isOneReason)
    return `${full(a)} can only happen if, by what it sees, ${named ? `${printValue(value)} is not there` : tellDemands(demands)}. If it saw ${full(b)}, ${named ? "it would be" : `${printValue(value)} would be there`}: nothing that it sees can have taken it away. So ${hence}.`;
  return `Suppose that ${supposed}. ${told.lead}. So ${hence}.${because.join("")}`;
}
