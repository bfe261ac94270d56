import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { StartWorker } from "@sightline/lab/javascript/subject-worker.js";

const jiti = createRequire(import.meta.url).resolve("jiti");
const workerFile = fileURLToPath(new URL("../../../lab/src/javascript/object-worker.ts", import.meta.url));

/** Starts the worker from its TypeScript source, so that tests need no build. */
export const startFromSource: StartWorker = (setup) =>
  new Worker(
    `require(${JSON.stringify(jiti)}).createJiti(${JSON.stringify(workerFile)})
      .import(${JSON.stringify(workerFile)});`,
    { eval: true, workerData: setup, stdout: true },
  );

/** A loader for TypeScript modules, as the command line has one. */
export const typescriptLoader = `data:text/javascript,${encodeURIComponent(`
import jiti from ${JSON.stringify(pathToFileURL(jiti).href)};
export const loadModule = (path) => jiti.createJiti(path, { interopDefault: false, fsCache: false }).import(path);
`)}`;
