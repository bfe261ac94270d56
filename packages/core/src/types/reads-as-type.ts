import { findName } from "../text/find-name.js";
import { nearest } from "../text/nearest.js";
import { types } from "./index.js";

const names = Object.keys(types);

/** Whether a bare word in front of a history names its type: that of a built-in one, or a slip of it. */
export function readsAsType(word: string): boolean {
  return isBuiltIn(word) || nearest(word, names) !== undefined;
}

/** Whether the word names a built-in type, in any capitals. */
export function isBuiltIn(word: string): boolean {
  return findName(word, names) !== undefined;
}
