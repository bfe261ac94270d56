import { createJiti } from "jiti";

/**
 * Runs a module of the user's, TypeScript or JavaScript, and gives what it exports. Nothing is written to
 * disk. It stands in a file of its own so that worker threads can load modules in the same way.
 */
export function loadModule(path: string): Promise<unknown> {
  const jiti = createJiti(import.meta.url, { interopDefault: false, fsCache: false });
  return jiti.import(path);
}
