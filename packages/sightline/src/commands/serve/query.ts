import type { CheckJob, Job, MeasureJob } from "@sightline/fleet";
import { UsageError } from "../../errors/usage-error.js";
import { criteriaOf, isGradual, orderOf, orUsageError } from "../shared/criterion-options.js";
import { algorithms } from "../shared/names.js";
import { positive } from "../shared/numbers.js";
import { oneOf } from "../shared/one-of.js";
import { readingOf } from "../shared/reading-options.js";
import { isModule } from "../shared/type-option.js";
import type { RequestLimits } from "./options.js";
import { Problem } from "./problem.js";

/** What a parameter of a request means: the description has it, and requests are read by it. */
export interface Parameter {
  readonly about: string;
  readonly kind: "text" | "texts" | "number" | "flag";
  readonly for: "check" | "both";
}

/** The parameters of `/check` and `/measure`: options of the commands, under the same names. */
export const parameters = {
  criterion: { about: "a criterion; may be given more than once", kind: "texts", for: "check" },
  levels: { about: "a level per method: put=complete,*=weak", kind: "text", for: "check" },
  axioms: { about: "a model in the axiom language: vis >= hb", kind: "text", for: "check" },
  algorithm: { about: "the algorithm (default: auto)", kind: "text", for: "check" },
  partition: { about: "whether to decide object by object and key by key", kind: "flag", for: "check" },
  explain: { about: "whether to look for reasons and proofs of violations", kind: "flag", for: "check" },
  witness: { about: "whether a verdict carries its witness", kind: "flag", for: "check" },
  order: { about: "session or realtime: what levels and axioms keep to", kind: "text", for: "both" },
  type: { about: "a built-in type, over the histories' own", kind: "text", for: "both" },
  initial: { about: "the state to start from, in JSON", kind: "text", for: "both" },
  format: { about: "the format of the body, where it is not recognised", kind: "text", for: "both" },
  independent: { about: "Jepsen: values are [key value] pairs", kind: "flag", for: "both" },
  verify: { about: "whether to re-check each witness and proof", kind: "flag", for: "both" },
  deadline: {
    about: "seconds for one history, at most what the service allows",
    kind: "number",
    for: "both",
  },
  name: { about: "what the answers call the body (default: <body>)", kind: "text", for: "both" },
} as const satisfies Readonly<Record<string, Parameter>>;

type Name = keyof typeof parameters;

/** The longest name that answers repeat. */
const MOST_OF_NAME = 200;

/** What is to be done, and what answers call the body. */
export interface Asked<Wanted> {
  readonly job: Wanted;
  readonly name: string;
}

const nameOf = (given: Given): string => given.text("name")?.slice(0, MOST_OF_NAME) || "<body>";

/** What a request to `/check` asks for. Throws a `Problem` or a `UsageError`. */
export async function checkAsked(query: URLSearchParams, limits: RequestLimits): Promise<Asked<CheckJob>> {
  const given = await parametersOf(query, "check");
  const criterion = given.all("criterion");
  const algorithm = given.text("algorithm");
  const criteria = await criteriaOf({
    criterion,
    ...given.pick("levels", "axioms", "order"),
  });
  const named =
    algorithm === undefined ? undefined : await oneOf(algorithm, algorithms, "algorithm", "SL1306");
  if (named !== undefined && criteria.length > 0) {
    const { checkAlgorithm, findCriterion } = await import("@sightline/core");
    orUsageError(() => criteria.forEach((text) => checkAlgorithm(named, findCriterion(text))));
  }
  const job: CheckJob = {
    ...(await commonOf(given, limits)),
    criteria,
    witnesses: given.flag("witness", true),
    ...(criterion.some(isGradual) && { gradual: true }),
    ...(named !== undefined && { algorithm: named }),
    ...(!given.flag("partition", true) && { partition: false }),
    ...(!given.flag("explain", true) && { explain: false }),
  };
  return { job, name: nameOf(given) };
}

/** What a request to `/measure` asks for. Throws a `Problem` or a `UsageError`. */
export async function measureAsked(
  query: URLSearchParams,
  limits: RequestLimits,
): Promise<Asked<MeasureJob>> {
  const given = await parametersOf(query, "measure");
  const order = await orderOf(given.text("order"));
  const job = { ...(await commonOf(given, limits)), ...(order !== undefined && { order }) };
  return { job, name: nameOf(given) };
}

async function commonOf(given: Given, { deadline, memory }: RequestLimits): Promise<Job> {
  const { type } = given.pick("type");
  if (type !== undefined && isModule(type))
    throw new Problem(
      400,
      "SL5009",
      "a type of your own is code, and code does not come over the wire: name a built-in type (see sightline types)",
    );
  const asked = given.text("deadline");
  return {
    ...(await readingOf({
      ...given.pick("type", "initial", "format"),
      independent: given.flag("independent", false),
    })),
    ...(!given.flag("verify", true) && { verify: false }),
    deadline: asked === undefined ? deadline : Math.min(deadline, 1000 * positive(asked, "deadline")),
    memory,
  };
}

/** The parameters that a request gives. */
interface Given {
  all(name: Name): string[];
  text(name: Name): string | undefined;
  flag(name: Name, standard: boolean): boolean;
  pick<Picked extends Name>(...names: readonly Picked[]): { readonly [name in Picked]?: string };
}

async function parametersOf(query: URLSearchParams, route: "check" | "measure"): Promise<Given> {
  const known = (Object.keys(parameters) as Name[]).filter(
    (name) => route === "check" || parameters[name].for === "both",
  );
  const values = new Map<Name, string[]>();
  for (const [name, value] of query) {
    const canonical = await oneOf(name, known, "parameter");
    values.set(canonical, [...(values.get(canonical) ?? []), value]);
  }
  for (const [name, { length }] of values)
    if (length > 1 && parameters[name].kind !== "texts")
      throw new UsageError("SL4004", `${name} is given more than once: give it once`);
  const text = (name: Name): string | undefined => values.get(name)?.[0];
  return {
    all: (name) => values.get(name) ?? [],
    text,
    flag(name, standard) {
      const value = text(name);
      if (value === undefined) return standard;
      if (value === "true" || value === "1" || value === "") return true;
      if (value === "false" || value === "0") return false;
      throw new UsageError("SL4007", `${name} is true or false: ${value} is neither`);
    },
    pick: (...names) =>
      Object.fromEntries(
        names.flatMap((name) => {
          const value = text(name);
          return value === undefined ? [] : [[name, value]];
        }),
      ) as { [name in Name]?: string },
  };
}
