import type { Random, Value } from "@sightline/core";
import type { MethodSpec, ParameterSpec } from "./object-spec.js";

/** The values to take, by the name of their type, with its package or without. */
export type ValuesByType = Readonly<Record<string, readonly Value[]>>;

/** The values that arguments are drawn from. */
export interface ArgumentValues {
  /** How many values of a type are taken, of types that have as many as one likes. */
  readonly count: number;
  /** What is taken instead, for some types. */
  readonly byType: ValuesByType;
}

/** Random arguments for a method, by the types of its parameters (POPL'19 §5). */
export function drawArguments(
  { parameters }: Pick<MethodSpec, "parameters">,
  values: ArgumentValues,
  random: Random,
): readonly Value[] {
  return parameters.map((parameter) => {
    const value = draw(parameter, values, random);
    return parameter.cast === true ? { [simpleName(kindOf(parameter))]: value } : value;
  });
}

/** The type that arguments for a parameter are of. */
const kindOf = ({ type, as }: ParameterSpec): string => as ?? type;

/** A type without its package, the class that it is in, and what it is made of. */
export const simpleName = (type: string): string => type.replace(/<.*>/, "").replace(/^.*[.$]/, "");

function draw(parameter: ParameterSpec, values: ArgumentValues, random: Random): Value {
  const type = kindOf(parameter);
  const simple = simpleName(type);
  const given = values.byType[type] ?? values.byType[simple] ?? parameter.values;
  if (given !== undefined) return given[random.int(given.length)];
  const [first = partOf(type), second = anything] = parameter.of ?? [];
  const elements = (): Value[] =>
    Array.from({ length: 1 + random.int(2) }, () => draw(first, values, random));
  if (/^boolean$/i.test(simple)) return random.chance(0.5);
  if (simple.endsWith("Map")) return elements().map((key) => [key, draw(second, values, random)]);
  if (/(Collection|Iterable|List|Set|Queue|Deque|Vector|Stack)$|\[\]$/.test(simple)) return elements();
  if (simple === "Optional") return random.chance(0.5) ? [draw(first, values, random)] : [];
  return scalar(simple, random.int(values.count));
}

const anything: ParameterSpec = { type: "java.lang.Object" };

/** What an array is made of, where nothing else is said. */
const partOf = (type: string): ParameterSpec =>
  type.endsWith("[]") ? { type: type.slice(0, -"[]".length) } : anything;

/** The values of a type in their order: a, b, …; ½, 1½, …; 0, 1, … */
function scalar(type: string, number: number): Value {
  if (/^(string|CharSequence)$/i.test(type)) return letter(number) + (number < LETTERS ? "" : number);
  if (/^(char|Character)$/.test(type)) return letter(number);
  // So that they are not taken for whole ones.
  if (/^(float|double|BigDecimal)$/i.test(type)) return number + 0.5;
  return number;
}

const LETTERS = 26;

const letter = (number: number): string => String.fromCharCode("a".charCodeAt(0) + (number % LETTERS));

/** The types that arguments of these methods are of, and those that they are made of, each once. */
export function argumentTypes(methods: readonly MethodSpec[]): readonly string[] {
  const types = new Set<string>();
  const visit = (parameter: ParameterSpec): void => {
    types.add(kindOf(parameter));
    parameter.of?.forEach(visit);
    if (parameter.of === undefined && parameter.type.endsWith("[]")) visit(partOf(parameter.type));
  };
  for (const { parameters } of methods) parameters.forEach(visit);
  return [...types];
}
