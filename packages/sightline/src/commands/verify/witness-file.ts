import {
  findCriterion,
  HistoryError,
  isExhausted,
  malformedProof,
  malformedWitness,
  type NoProof,
  type Proof,
  type Witness,
} from "@sightline/core";
import type { InvalidInput } from "@sightline/fleet";

/** A witness that a criterion holds or a proof that it does not, and what is said of it. */
export type Claimed = About & ({ readonly witness: Witness } | { readonly proof: Proof | NoProof });

/** What is said of a witness or proof. */
interface About {
  /** The line that it stands on, from 1. */
  readonly line: number;
  /** Which history of its file it is about. */
  readonly index: number;
  /** Its file, and the criterion that it is about; absent for a bare witness. */
  readonly file: string | undefined;
  readonly criterion: string | undefined;
}

/** The witnesses in a text, or the first thing in it that is none. */
export type Witnesses =
  | {
      readonly claims: readonly Claimed[];
      /** The files that the lines are about, with a witness or without. */
      readonly files: ReadonlySet<string>;
      readonly error?: undefined;
    }
  | { readonly error: InvalidInput };

/**
 * Reads evidence: lines of `check --json`, of which those that are `satisfied` carry a witness and some that
 * are `violated` a proof, lines of `check --proof`, or one witness or proof, over as many lines as it likes.
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
  const files = new Set<string>();
  for (const { value, line, blank } of found) {
    if (blank) continue;
    const claim = claimOf(value, line);
    if (typeof claim === "string") return { error: { file, line, column: 1, reason: claim, code: "SL2008" } };
    if (claim !== undefined) claims.push(claim);
    if (isRecord(value) && typeof value["file"] === "string") files.add(value["file"]);
  }
  if (claims.length === 0)
    return {
      error: {
        file,
        reason: "no witness in it: only satisfied verdicts carry one, and no proof",
        code: "SL2008",
      },
    };
  return { claims, files };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The claim that a value makes; none, if it is a line without a witness; or what is wrong with it. */
function claimOf(value: unknown, line: number): Claimed | undefined | string {
  if (value === undefined) return "not JSON";
  if (!isRecord(value)) return 'not an object: expected a line of check --json or {"linearization":[…]}';
  if ("linearization" in value) return claimed(value, {}, line);
  if ("tree" in value || isExhausted(value)) return proven(value, { criterion: value["criterion"] }, line);
  if (!("verdict" in value)) return 'neither "linearization" nor "verdict" is there';
  if (value["verdict"] === "violated") {
    const { violation, proof = isRecord(violation) ? violation["proof"] : undefined } = value;
    return proof === undefined ? undefined : proven(proof, value, line);
  }
  if (value["verdict"] !== "satisfied") return undefined;
  return value["witness"] === undefined ? '"witness" is missing' : claimed(value["witness"], value, line);
}

function claimed(witness: unknown, fields: Record<string, unknown>, line: number): Claimed | string {
  const about = aboutOf(fields, line);
  if (typeof about === "string") return about;
  return (
    malformedWitness(witness) ??
    unknownCriterion(about.criterion) ?? { witness: witness as Witness, ...about }
  );
}

function proven(proof: unknown, fields: Record<string, unknown>, line: number): Claimed | string {
  const about = aboutOf(fields, line);
  if (typeof about === "string") return about;
  const wrong = isExhausted(proof) ? undefined : malformedProof(proof);
  return wrong ?? unknownCriterion(about.criterion) ?? { proof: proof as Proof | NoProof, ...about };
}

/** What a line says of its witness or proof, or what is wrong with that. */
function aboutOf(fields: Record<string, unknown>, line: number): About | string {
  const { index = 0, file, criterion } = fields;
  if (!Number.isSafeInteger(index)) return '"index" must be a whole number';
  if (file !== undefined && typeof file !== "string") return '"file" must be a text';
  if (criterion !== undefined && typeof criterion !== "string") return '"criterion" must be a text';
  return { line, index: index as number, file, criterion };
}

function unknownCriterion(name: string | undefined): string | undefined {
  try {
    if (name !== undefined) findCriterion(name);
    return undefined;
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    return error.message;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
