import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ErrorCode } from "@sightline/core";
import type { Library, LoadedLibrary } from "./library.js";

/** Something that must be installed and is not. The message tells how. */
export class NotInstalled extends Error {
  override readonly name = "NotInstalled";
  /** What kind of error it is: see docs/errors.md. */
  readonly code = "SL3006" satisfies ErrorCode;
}

/** A library from the user's project. */
export interface InstalledLibrary extends LoadedLibrary {
  readonly library: Library;
  readonly version: string;
}

/** Loads the copy of the library that the project in this folder uses. Throws `NotInstalled`. */
export async function loadLibrary(library: Library, folder = process.cwd()): Promise<InstalledLibrary> {
  const { load, version } = projectModules(folder, library.packages, library.name);
  return { library, version: await version(library.packages[0]), ...(await library.load(load)) };
}

/** Loads modules, and tells versions, of packages that are installed in the user's project. */
export function projectModules(folder: string, packages: readonly string[], target: string) {
  const require = createRequire(join(folder, "package.json"));
  const find = (name: string): string => {
    try {
      return require.resolve(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
      throw new NotInstalled(
        `${target}: needs ${packages.join(" and ")} in your project, and there is none to be found from here. ` +
          `Run: npm install ${packages.join(" ")}`,
      );
    }
  };
  return {
    load: async (name: string): Promise<never> => (await import(pathToFileURL(find(name)).href)) as never,
    version: (name: string): Promise<string> => versionAbove(dirname(find(entryOf(name))), name),
  };
}

/** A module of the package that can be resolved: json-joy has no main one that runs without a browser. */
const entryOf = (name: string): string => (name === "json-joy" ? "json-joy/lib/json-crdt" : name);

/** The version of the package in one of the folders above. */
async function versionAbove(folder: string, name: string): Promise<string> {
  try {
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
      readonly name?: string;
      readonly version?: string;
    };
    if (manifest.name === name && manifest.version !== undefined) return manifest.version;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const above = dirname(folder);
  return above === folder ? "unknown" : versionAbove(above, name);
}
