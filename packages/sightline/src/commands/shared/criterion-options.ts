import { readFile } from "node:fs/promises";
import type { OrderName } from "@sightline/core";
import { codeOf } from "../../errors/code-of.js";
import { UsageError } from "../../errors/usage-error.js";
import { criteria, memoryModels } from "./names.js";
import { oneOf } from "./one-of.js";

/** The options that say which criteria are meant. */
export interface CriterionFlags {
  readonly criterion?: readonly string[];
  readonly levels?: string;
  readonly annotations?: string;
  readonly axioms?: string;
  readonly order?: string;
}

/** The name that stands for all models of shared memory, weakest first. */
const GRADUAL = "gradual";

/** Whether all models of shared memory are asked for. */
export const isGradual = (name: string): boolean => name.toLowerCase() === GRADUAL;

/** The criteria that the options ask for, each as a text that the library understands. Throws a `UsageError`. */
export async function criteriaOf(flags: CriterionFlags): Promise<readonly string[]> {
  const asked = (flags.criterion ?? []).flatMap((name) => (isGradual(name) ? memoryModels : [name]));
  const named = [...new Set(await Promise.all(asked.map(canonicalName)))];
  const levels = await levelsOf(flags);
  const texts = [
    ...(levels === undefined ? [] : [`levels ${levels}`]),
    ...(flags.axioms === undefined ? [] : [`axioms ${flags.axioms}`]),
  ];
  const order = await orderOf(flags.order);
  if (texts.length === 0 && order === undefined) return named;
  const all = [...named, ...texts];
  if (all.length === 0)
    throw new UsageError(
      "SL4006",
      "--order is for levels and axioms: name some with -c, --levels or --axioms",
    );
  const { findCriterion } = await import("@sightline/core");
  return orUsageError(() => all.map((text) => findCriterion(text, order).name));
}

/** The name of a criterion, which may be given by another of its names. Throws a `UsageError`. */
export async function canonicalName(given: string): Promise<string> {
  if (criteria.includes(given)) return given;
  const { findNamedModel } = await import("@sightline/core");
  return findNamedModel(given)?.name ?? oneOf(given, criteria, "criterion", "SL1303");
}

const orders: readonly OrderName[] = ["session", "realtime"];

/** Whether happens-before has real time in it. Throws a `UsageError`. */
export async function orderOf(given: string | undefined): Promise<OrderName | undefined> {
  return given === undefined ? undefined : oneOf(given, orders, "value of --order");
}

/** The level of each method, from the command line or a file. */
async function levelsOf({ levels, annotations }: CriterionFlags): Promise<string | undefined> {
  if (annotations === undefined) return levels;
  if (levels !== undefined)
    throw new UsageError("SL4006", "--levels and --annotations say the same thing: give one of them");
  const { checkLevelMap, printLevelMap } = await import("@sightline/core");
  let text: string;
  try {
    text = await readFile(annotations, "utf8");
  } catch (error) {
    throw new UsageError("SL2091", `--annotations cannot be read: ${(error as Error).message}`);
  }
  return orUsageError(
    () => printLevelMap(checkLevelMap(JSON.parse(text))),
    (message) => `--annotations ${annotations}: ${message}`,
  );
}

/** What `make` returns; what it throws becomes a `UsageError`. */
export function orUsageError<Answer>(
  make: () => Answer,
  words: (message: string) => string = (message) => message,
): Answer {
  try {
    return make();
  } catch (error) {
    throw new UsageError(
      codeOf(error) ?? "SL4008",
      words(error instanceof Error ? error.message : String(error)),
    );
  }
}
