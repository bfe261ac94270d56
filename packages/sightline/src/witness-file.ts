import type { Witness } from "@sightline/core";
import type { InvalidInput } from "@sightline/fleet";

/** A witness, and what is said of it. */
export interface Claimed {
  readonly witness: Witness;
  /** Which history of its file it is about. */
  readonly index: number;
  /** Its file, and the criterion that it is to show; absent for a bare witness. */
  readonly file: string | undefined;
  readonly criterion: string | undefined;
}

/** The witnesses in a text, or the first thing in it that is none. */
export type Witnesses =
  | { readonly claims: readonly Claimed[]; readonly error?: undefined }
  | { readonly error: InvalidInput };

/**
 * Reads witnesses: lines of `check --json`, of which those that are not `satisfied` carry none, or
 * one witness object, over as many lines as it likes.
 */
export function readWitnesses(text: string, file: string): Witnesses {
  const whole = parseJson(text);
  const found =
    whole === undefined
      ? text
          .split("\n")
          .map((line, i) => ({ value: parseJson(line), line: i + 1, blank: line.trim() === "" }))
      : [{ value: whole, line: 1, blank: false }];
  const claims: Claimed[] = [];
  for (const { value, line, blank } of found) {
    if (blank) continue;
    const claim = claimOf(value);
    if (typeof claim === "string") return { error: { file, line, column: 1, reason: claim } };
    if (claim !== undefined) claims.push(claim);
  }
  if (claims.length === 0)
    return { error: { file, reason: "no witness in it: only satisfied verdicts carry one" } };
  return { claims };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The claim that a value makes; none, if it is a line without a witness; or what is wrong with it. */
function claimOf(value: unknown): Claimed | undefined | string {
  if (value === undefined) return "not JSON";
  if (!isRecord(value)) return 'not an object: expected a line of check --json or {"linearization":[…]}';
  if ("linearization" in value) return claimed(value, {});
  if (!("verdict" in value)) return 'neither "linearization" nor "verdict" is there';
  if (value["verdict"] !== "satisfied") return undefined;
  return isRecord(value["witness"]) ? claimed(value["witness"], value) : '"witness" is missing';
}

function claimed(witness: Record<string, unknown>, line: Record<string, unknown>): Claimed | string {
  const { linearization, visibility } = witness;
  if (!isIds(linearization)) return '"linearization" must be an array of operation ids';
  if (visibility !== undefined && !(isRecord(visibility) && Object.values(visibility).every(isIds)))
    return '"visibility" must give an array of operation ids for each operation in it';
  const { index = 0, file, criterion } = line;
  if (!Number.isSafeInteger(index)) return '"index" must be a whole number';
  return {
    witness: witness as unknown as Witness,
    index: index as number,
    file: typeof file === "string" ? file : undefined,
    criterion: typeof criterion === "string" ? criterion : undefined,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isIds(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((id) => Number.isSafeInteger(id));
}
