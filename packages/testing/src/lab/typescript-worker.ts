import { createRequire } from "node:module";
import { buildSync } from "esbuild";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { StartWorker } from "@sightline/lab/javascript/subject-worker.js";

const jiti = createRequire(import.meta.url).resolve("jiti");
const workerFile = fileURLToPath(new URL("../../../lab/src/javascript/object-worker.ts", import.meta.url));

let compiled: URL | undefined;

/** The worker as one module, made of its TypeScript sources. */
function compile(): URL {
  const { outputFiles } = buildSync({
    entryPoints: [workerFile],
    bundle: true,
    platform: "node",
    format: "esm",
    tsconfig: fileURLToPath(new URL("../../../../tsconfig.test.json", import.meta.url)),
    write: false,
  });
  return new URL(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

/** Starts the worker from its TypeScript sources, so that tests need no build. */
export const startFromSource: StartWorker = (setup) =>
  new Worker((compiled ??= compile()), { workerData: setup, stdout: true });

/** A loader for TypeScript modules, as the command line has one; but it keeps what it has made of them. */
export const typescriptLoader = `data:text/javascript,${encodeURIComponent(`
import jiti from ${JSON.stringify(pathToFileURL(jiti).href)};
export const loadModule = (path) => jiti.createJiti(path, { interopDefault: false, fsCache: true }).import(path);
`)}`;
