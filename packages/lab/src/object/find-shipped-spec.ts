import { readFile } from "node:fs/promises";
import type { ObjectSpec } from "./object-spec.js";
import { readSpec } from "./read-spec.js";

/** The specification that ships with the package for a Java class, if there is one. */
export async function findShippedSpec(className: string): Promise<ObjectSpec | undefined> {
  const match = /^java\.util\.concurrent\.(\w+)$/.exec(className);
  if (match === null) return undefined;
  try {
    return readSpec(await readFile(new URL(`../../specs/${match[1]}.json`, import.meta.url), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
