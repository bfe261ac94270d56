import type { Value } from "@sightline/core";
import { argumentTypes, type ObjectSpec, simpleName, type Target, type ValuesByType } from "@sightline/lab";
import { UsageError } from "../../errors/usage-error.js";
import { whole } from "./numbers.js";
import { oneOf } from "./one-of.js";

/** What `--values` says: how many values arguments are taken from, or which by their type. */
export interface ValuesOption {
  readonly values?: number;
  readonly valuesByType?: ValuesByType;
}

/** Understands `--values` as far as that can be done without the object. Throws a `UsageError`. */
export function valuesIn(text: string | undefined): ValuesOption {
  if (text === undefined) return {};
  if (/^\s*\{/.test(text)) return { valuesByType: valuesByTypeIn(text) };
  if (/^\d+$/.test(text)) return { values: whole(text, "--values", 1) };
  throw new UsageError(
    "SL4008",
    `--values takes a whole number, or values by type: ${text} is neither. ${SUCH_AS}`,
  );
}

function valuesByTypeIn(text: string): ValuesByType {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new UsageError("SL4008", `--values is not JSON: ${(error as Error).message}. ${SUCH_AS}`);
  }
  for (const [type, values] of Object.entries(json as Record<string, unknown>))
    if (!Array.isArray(values) || values.length === 0)
      throw new UsageError(
        "SL4008",
        `--values: the values of ${type} are an array, and not empty. ${SUCH_AS}`,
      );
  return json as Record<string, readonly Value[]>;
}

const SUCH_AS = `Such as --values 3, or --values '{"String":["x","y"],"int":[0,7]}'`;

/** Refuses values of types that no method takes, and those that are not of their type. Throws a `UsageError`. */
export async function checkValues(
  { valuesByType }: ValuesOption,
  { methods }: ObjectSpec,
  target: Pick<Target, "unfit">,
): Promise<void> {
  if (valuesByType === undefined) return;
  const types = argumentTypes(methods);
  for (const name of Object.keys(valuesByType))
    if (!types.includes(name))
      await oneOf(name, name.includes(".") ? types : types.map(simpleName), "type of an argument", "SL4008");
  const refusals = (await target.unfit?.(valuesByType)) ?? [];
  if (refusals.length > 0) throw new UsageError("SL4008", `--values: ${refusals.join("; ")}`);
}
