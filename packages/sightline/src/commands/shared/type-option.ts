import type { SequentialType } from "@sightline/core";
import type { Job } from "@sightline/fleet";
import { codeOf } from "../../errors/code-of.js";
import { UsageError } from "../../errors/usage-error.js";
import { typeLoader } from "../../loaders/loaders.js";
import { oneOf } from "./one-of.js";

/** Built-in types go by name; anything else is a module, which the worker threads load. */
export async function typeOf(spec: string | undefined): Promise<Pick<Job, "type" | "typeLoader">> {
  if (spec === undefined) return {};
  if (isModule(spec)) return { type: spec, typeLoader };
  return { type: await builtIn(spec) };
}

async function builtIn(name: string): Promise<string> {
  const { typeNames } = await import("@sightline/core");
  return oneOf(name, typeNames, "type", "SL1007");
}

/** Whether a type is given as a file and not by name. */
export function isModule(spec: string): boolean {
  return /[\\/]|\.[cm]?[jt]s$/.test(spec);
}

/** The type that `--type` names: the name of a built-in one, or a module's. Throws a `UsageError`. */
export async function typeFor(spec: string | undefined): Promise<SequentialType | string | undefined> {
  if (spec === undefined) return undefined;
  if (!isModule(spec)) return builtIn(spec);
  const { loadType } = await import("../../loaders/load-type.js");
  try {
    return await loadType(spec);
  } catch (error) {
    throw new UsageError(codeOf(error) ?? "SL1402", error instanceof Error ? error.message : String(error));
  }
}
