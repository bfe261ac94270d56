import { automerge } from "./automerge.js";
import { jsonJoy } from "./json-joy.js";
import type { Library } from "./library.js";
import { loro } from "./loro.js";
import { pouchdb } from "./pouchdb.js";
import { tinybase } from "./tinybase.js";
import { yjs } from "./yjs.js";

/** The libraries that run in this process, by name. */
export const libraries: Readonly<Record<string, Library>> = Object.fromEntries(
  [yjs, automerge, loro, tinybase, pouchdb, jsonJoy].map((library) => [library.name, library]),
);
