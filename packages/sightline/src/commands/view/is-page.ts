import { closeSync, openSync, readSync } from "node:fs";
import { generator } from "../../html/page.js";

/** A page says what wrote it within so many bytes. */
const HEAD = 4096;

/** Whether a path is a page that Sightline wrote: a report of any command. */
export function isPage(path: string): boolean {
  if (!/\.html?$/iu.test(path)) return false;
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return false; // what cannot be opened is told by whoever reads it
  }
  try {
    const head = Buffer.alloc(HEAD);
    const length = readSync(file, head, 0, HEAD, 0);
    return head.toString("utf8", 0, length).includes(generator);
  } finally {
    closeSync(file);
  }
}
