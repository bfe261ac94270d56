/** Where a worker thread finds `loadModule`: beside this file, in the sources as in the bundle. */
export const moduleLoader = new URL("./load-module.js", import.meta.url).href;

/** Where a worker thread finds `loadType`. */
export const typeLoader = new URL("./load-type.js", import.meta.url).href;
