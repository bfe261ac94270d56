import { access } from "node:fs/promises";
import { basename, extname, resolve } from "node:path";
import { type SequentialType, TypeFailure, typeFromModule } from "@sightline/core";
import { loadModule } from "./load-module.js";

const extensions = [".ts", ".mts", ".cts", ".js", ".mjs", ".cjs"];

/**
 * Loads a user's own type from a TypeScript or JavaScript module, such as `./my-type.ts`, relative to
 * the working directory. What the module must export, see `typeFromModule`. Errors say what to do.
 */
export async function loadType(spec: string): Promise<SequentialType> {
  const path = resolve(spec);
  if (!extensions.includes(extname(path)))
    throw new Error(
      `${spec} is not a module: a type of your own is a file ending in ${extensions.join(", ")}`,
    );
  try {
    await access(path);
  } catch {
    throw new Error(
      `there is no file ${path}: give --type the path of your module, or a built-in type's name`,
    );
  }
  const name = basename(path);
  const allowed = process.exit;
  process.exit = forbiddenExit(name);
  try {
    return withoutExit(typeFromModule(await importModule(path, spec), name), name);
  } finally {
    process.exit = allowed;
  }
}

/** The type; a `process.exit` in it, which would end its thread or the command in silence, is its failure. */
function withoutExit(type: SequentialType, name: string): SequentialType {
  const forbidden = forbiddenExit(name);
  const guarded = Object.entries(type).map(([field, value]: [string, unknown]) => {
    if (typeof value !== "function") return [field, value] as const;
    const run = (...args: unknown[]): unknown => {
      const allowed = process.exit;
      process.exit = forbidden;
      try {
        return value.call(type, ...args) as unknown;
      } finally {
        process.exit = allowed;
      }
    };
    return [field, run] as const;
  });
  return Object.fromEntries(guarded) as unknown as SequentialType;
}

const forbiddenExit =
  (name: string): typeof process.exit =>
  (code) => {
    throw new TypeFailure(`${name} calls process.exit(${code ?? ""}): a type must not end the process`);
  };

/** Runs the module; errors say what to do. */
async function importModule(path: string, spec: string): Promise<unknown> {
  try {
    return await loadModule(path);
  } catch (error) {
    if (error instanceof TypeFailure) throw error;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new Error(
      `${spec} could not be loaded: ${reason.replace(/\s+/g, " ")}. Mend it; running it by itself may tell more`,
      { cause: error },
    );
  }
}
