import type { InvalidInput } from "@sightline/fleet";
import { visible } from "../render/visible.js";

/** `file:line:column: reason`, as compilers put it. */
export function invalidLine({ file, line, column, reason }: InvalidInput): string {
  const where = line === undefined ? visible(file) : `${visible(file)}:${line}:${column ?? 1}`;
  return `${where}: ${visible(reason)}\n`;
}
