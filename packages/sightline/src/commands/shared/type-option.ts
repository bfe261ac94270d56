import { type SequentialType, typeNames } from "@sightline/core";
import { oneOf } from "./names.js";
import { UsageError } from "../../errors/usage-error.js";
import { isModule } from "../check/options.js";

/** The type that `--type` names: the name of a built-in one, or a module's. Throws a `UsageError`. */
export async function typeFor(spec: string | undefined): Promise<SequentialType | string | undefined> {
  if (spec === undefined) return undefined;
  if (!isModule(spec)) return oneOf(spec, typeNames, "type");
  const { loadType } = await import("../../loaders/load-type.js");
  try {
    return await loadType(spec);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
