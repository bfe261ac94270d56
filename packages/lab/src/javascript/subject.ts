import { extname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Value } from "@sightline/core";

/** Which class to test, in words that pass between threads. */
export interface SubjectSource {
  /** The absolute path of the module. */
  readonly file: string;
  /** The name of the exported class; `default` for the default export. */
  readonly className: string;
  /** The last arguments of its constructor. */
  readonly constructorArgs: readonly Value[];
  /**
   * The URL of a module that exports `loadModule(path)`, for modules that Node does not load by itself:
   * TypeScript. Without it, `import`.
   */
  readonly loader?: string;
}

/** A class of the user's own; what its statics mean, see `SharedClass`. */
export type SubjectClass = (new (...args: never[]) => object) & { readonly name: string };

/** The exports of `loader`. */
interface Loader {
  loadModule(path: string): Promise<unknown>;
}

/** Loads the class. Rejects with words that say what to do. */
export async function loadSubject({ file, className, loader }: SubjectSource): Promise<SubjectClass> {
  const module = await importModule(file, loader);
  const exported = module[className];
  if (typeof exported === "function" && typeof exported.prototype === "object")
    return exported as SubjectClass;
  const classes = Object.keys(module).filter((name) => typeof module[name] === "function");
  throw new Error(
    exported === undefined
      ? `${file} exports no ${className}${classes.length === 0 ? ": export the class to be tested" : `; it exports ${classes.join(", ")}`}`
      : `${className} of ${file} is no class: a target is a class, of which each execution makes an object`,
  );
}

async function importModule(file: string, loader: string | undefined): Promise<Record<string, unknown>> {
  if (loader === undefined && /^\.[cm]?ts$/.test(extname(file)))
    throw new Error(`${file} is TypeScript: give a loader for it, or name a JavaScript module`);
  try {
    const module: unknown =
      loader === undefined
        ? await import(pathToFileURL(file).href)
        : await ((await import(loader)) as Loader).loadModule(file);
    return module as Record<string, unknown>;
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new Error(`${file} could not be loaded: ${reason.replace(/\s+/g, " ")}`, { cause: error });
  }
}
