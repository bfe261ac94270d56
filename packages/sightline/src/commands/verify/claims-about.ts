import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Claimed } from "./witness-file.js";

/**
 * The claims about this file, whichever way its name is written, by the history that they are about. Where all
 * lines are about one file that is not this one, this one is taken for a copy of it.
 */
export function claimsAbout(
  file: string,
  { claims, files }: { readonly claims: readonly Claimed[]; readonly files: ReadonlySet<string> },
): Map<number, Claimed[]> {
  if (files.size < 2) return byIndex(claims);
  const place = placeOf(file);
  const same = new Set([...files].filter((name) => placeOf(name) === place));
  return byIndex(claims.filter((claim) => claim.file !== undefined && same.has(claim.file)));
}

function byIndex(claims: readonly Claimed[]): Map<number, Claimed[]> {
  const found = new Map<number, Claimed[]>();
  for (const claim of claims) {
    const others = found.get(claim.index);
    if (others === undefined) found.set(claim.index, [claim]);
    else others.push(claim);
  }
  return found;
}

/** The identity of a file: equal for all its names. */
function placeOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}
