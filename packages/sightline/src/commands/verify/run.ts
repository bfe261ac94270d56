import { createReadStream, realpathSync } from "node:fs";
import { resolve } from "node:path";
import {
  checkFit,
  defaultCriterion,
  type History,
  resolveType,
  verifyViolation,
  verifyWitness,
} from "@sightline/core";
import { misfit, openInput } from "@sightline/fleet";
import { readHistories, unpack } from "@sightline/formats";
import { invalidLine } from "../../errors/error-lines.js";
import { UsageError } from "../../errors/usage-error.js";
import { gatherInputs } from "../../inputs/gather-inputs.js";
import { createOutput } from "../../output/output.js";
import { EXIT } from "../../process/exit-code.js";
import { styleFor } from "../../render/style.js";
import { visible } from "../../render/visible.js";
import { historyTitle } from "../../report/history-title.js";
import { type CriterionFlags, criteriaOf } from "../shared/criterion-options.js";
import { formatOf } from "../shared/format-option.js";
import { initialOf } from "../shared/initial-option.js";
import { typeFor, typeOf } from "../shared/type-option.js";
import { type Claimed, readWitnesses, type Witnesses } from "./witness-file.js";

/** The options of `verify` as the command line gives them. */
export interface VerifyFlags extends Omit<CriterionFlags, "criterion"> {
  readonly criterion?: string;
  readonly type?: string;
  readonly initial?: string;
  readonly format?: string;
  readonly independent?: boolean;
  readonly quiet?: boolean;
}

/** `sightline verify`: the exit status. */
export async function runVerify(
  historyArg: string,
  witnessFile: string,
  flags: VerifyFlags,
): Promise<number> {
  const criterion = await criterionOf(flags);
  const type = await typeFor(flags.type);
  const initial = flags.initial === undefined ? undefined : initialOf(flags.initial);
  const format = flags.format === undefined ? undefined : await formatOf(flags.format);
  const output = createOutput();
  const { colours } = styleFor(process.stdout, process.env);
  let status = 0;
  const fail = async (line: string): Promise<void> => {
    status = EXIT.invalid;
    await output.write("", line);
  };

  /** Verifies one witness and says what came of it. */
  const judge = async (file: string, index: number, history: History, claim: Claimed): Promise<void> => {
    const title = visible(historyTitle({ file, index, name: history.name ?? null }));
    try {
      const shows = criterion ?? claim.criterion ?? defaultCriterion(history);
      const about = { type: resolveType(history, type), initial };
      checkFit(history, about.type, initial === undefined ? history.initial : initial);
      const named = { ...about, criterion: shows };
      const [checked, what] =
        "proof" in claim
          ? ([verifyViolation(history, named, claim.proof), `proof against ${visible(shows)}`] as const)
          : ([verifyWitness(history, named, claim.witness), `witness of ${visible(shows)}`] as const);
      if (!checked.valid && status === 0) status = 1;
      const words = checked.valid
        ? `${colours.green("✔")} ${title}: the ${what} is valid\n`
        : `${colours.red("✘")} ${title}: the ${what} is not valid: ${visible(checked.reason)}\n`;
      if (flags.quiet !== true) await output.write(words, "");
    } catch (cause) {
      const invalid = misfit(cause, history, { name: file }, await typeOf(flags.type));
      if (invalid === undefined) throw cause;
      await fail(invalidLine(invalid));
    }
  };

  if (historyArg === "-" && witnessFile === "-")
    throw new UsageError(
      "SL4010",
      "- is standard input: it can be read only once, so give the history or the witness a file",
    );
  const read = await witnessesIn(witnessFile);
  if (read.error !== undefined) {
    await fail(invalidLine(read.error));
    return status;
  }
  const gathered = await gatherInputs([historyArg]);
  const { inputs, invalid } = gathered;
  try {
    if (inputs.length > 1) throw new UsageError("SL4010", `${historyArg} holds more than one file: give one`);
    for (const error of invalid) await fail(invalidLine(error));
    for (const input of inputs) {
      const claims = byIndex(claimsAbout(input.name, read));
      if (claims.size === 0)
        await fail(
          invalidLine({
            file: witnessFile,
            reason: `no witness for this file: ${input.name}`,
            code: "SL1011",
          }),
        );
      const items = readHistories(openInput(input), {
        file: input.name,
        ...(format !== undefined && { format }),
        ...(flags.independent === true && { independent: true }),
        ...(initial !== undefined && { initial }),
        ...(typeof type === "string" && { type }),
      });
      for await (const { index, history, error } of items) {
        if (error !== undefined) {
          if (claims.delete(index)) await fail(invalidLine(error));
          continue;
        }
        for (const claim of claims.get(index) ?? []) await judge(input.name, index, history, claim);
        claims.delete(index);
      }
      for (const { index, line } of [...claims.values()].flat()) {
        const reason = `there is no history ${index} in ${input.name} for this witness`;
        await fail(invalidLine({ file: witnessFile, line, column: 1, reason, code: "SL1011" }));
      }
    }
    return status;
  } finally {
    gathered.close();
  }
}

async function witnessesIn(file: string): Promise<Witnesses> {
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of unpack(file === "-" ? process.stdin : createReadStream(file)))
      chunks.push(chunk);
    return readWitnesses(Buffer.concat(chunks).toString("utf8"), file);
  } catch (error) {
    return {
      error: { file, reason: error instanceof Error ? error.message : String(error), code: "SL2091" },
    };
  }
}

/**
 * The claims about this file, whichever way its name is written. Where all lines are about one file that
 * is not this one, this one is taken for a copy of it.
 */
function claimsAbout(
  file: string,
  { claims, files }: { readonly claims: readonly Claimed[]; readonly files: ReadonlySet<string> },
): readonly Claimed[] {
  if (files.size < 2) return claims;
  const place = placeOf(file);
  const same = new Set([...files].filter((name) => placeOf(name) === place));
  return claims.filter((claim) => claim.file !== undefined && same.has(claim.file));
}

/** The identity of a file: equal for all its names. */
function placeOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}

/** Claims by the history that they are about. */
function byIndex(claims: readonly Claimed[]): Map<number, Claimed[]> {
  const found = new Map<number, Claimed[]>();
  for (const claim of claims) {
    const others = found.get(claim.index);
    if (others === undefined) found.set(claim.index, [claim]);
    else others.push(claim);
  }
  return found;
}

/** What the witness is to show, if the options say: a name or a text that the library understands. */
async function criterionOf(flags: VerifyFlags): Promise<string | undefined> {
  const { criterion, ...more } = flags;
  const [asked, ...others] = await criteriaOf({
    ...more,
    ...(criterion === undefined ? {} : { criterion: [criterion] }),
  });
  if (others.length > 0)
    throw new UsageError(
      "SL4006",
      "-c, --levels, --annotations and --axioms: a witness shows one criterion, give one",
    );
  return asked;
}
