import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

/**
 * Makes JavaScript of modules for processes and threads, which run no TypeScript: each stands in the folder, with all
 * of ours that it imports in it, and loads as fast as what is published.
 */
export function bundleSources(folder: string, ...modules: readonly URL[]): void {
  buildSync({
    entryPoints: modules.map((module) => fileURLToPath(module)),
    outdir: folder,
    // Flat, for what names a file beside it must find it there.
    entryNames: "[name]",
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    packages: "external",
    tsconfig: fileURLToPath(new URL("../../../tsconfig.test.json", import.meta.url)),
  });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
}
