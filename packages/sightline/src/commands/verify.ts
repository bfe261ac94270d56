import { readFile } from "node:fs/promises";
import { findType, type History, HistoryError, type SequentialType, verifyWitness } from "@sightline/core";
import { openInput } from "@sightline/fleet";
import { readHistories } from "@sightline/formats";
import { EXIT } from "../exit-code.js";
import { gatherInputs } from "../inputs.js";
import { createOutput } from "../output.js";
import { historyTitle } from "../render/report.js";
import { styleFor } from "../render/style.js";
import { UsageError } from "../usage-error.js";
import { type Claimed, readWitnesses, type Witnesses } from "../witness-file.js";
import { formatOf, initialOf } from "./check-options.js";
import { type CriterionFlags, criteriaOf } from "./criterion-options.js";
import { invalidLine } from "./printer.js";
import { typeFor } from "./type-option.js";

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

  const read = await witnessesIn(witnessFile);
  if (read.error !== undefined) {
    await fail(invalidLine(read.error));
    return status;
  }
  const gathered = await gatherInputs([historyArg]);
  const { inputs, invalid } = gathered;
  if (inputs.length > 1) throw new UsageError(`${historyArg} holds more than one file: give one`);
  for (const error of invalid) await fail(invalidLine(error));
  for (const input of inputs) {
    const claims = claimsAbout(input.name, read.claims);
    const open = new Set(claims);
    const items = readHistories(openInput(input), {
      file: input.name,
      ...(format !== undefined && { format }),
      ...(flags.independent === true && { independent: true }),
      ...(initial !== undefined && { initial }),
      ...(typeof type === "string" && { type }),
    });
    for await (const { index, history, error } of items) {
      for (const claim of claims.filter((one) => one.index === index)) {
        open.delete(claim);
        if (error !== undefined) {
          await fail(invalidLine(error));
          continue;
        }
        const title = historyTitle({ file: input.name, index, name: history.name ?? null });
        try {
          const shows = criterion ?? claim.criterion ?? (history.timed ? "linearizability" : "sequential");
          const about = { type: resolveType(type, history), initial };
          const checked = verifyWitness(history, { ...about, criterion: shows }, claim.witness);
          if (!checked.valid && status === 0) status = 1;
          const words = checked.valid
            ? `${colours.green("✔")} ${title}: the witness of ${shows} is valid\n`
            : `${colours.red("✘")} ${title}: the witness of ${shows} is not valid: ${checked.reason}\n`;
          if (flags.quiet !== true) await output.write(words, "");
        } catch (cause) {
          if (!(cause instanceof HistoryError)) throw cause;
          await fail(`${title}: ${cause.message}\n`);
        }
      }
    }
    for (const { index } of open) await fail(`${input.name}: no history ${index} in it for the witness\n`);
  }
  gathered.close();
  return status;
}

async function witnessesIn(file: string): Promise<Witnesses> {
  try {
    return readWitnesses(await readFile(file, "utf8"), file);
  } catch (error) {
    return { error: { file, reason: error instanceof Error ? error.message : String(error) } };
  }
}

/** Of lines about several files, those about this one. */
function claimsAbout(file: string, claims: readonly Claimed[]): readonly Claimed[] {
  const files = new Set(claims.map((claim) => claim.file));
  return files.size < 2 ? claims : claims.filter((claim) => claim.file === file);
}

function resolveType(given: SequentialType | string | undefined, history: History): SequentialType {
  if (typeof given === "object") return given;
  const name = given ?? history.type;
  if (name === undefined) throw new HistoryError("the history does not tell its type: give --type");
  return findType(name);
}

/** What the witness is to show, if the options say: a name or a text that the library understands. */
async function criterionOf(flags: VerifyFlags): Promise<string | undefined> {
  const { criterion, ...more } = flags;
  const [asked, ...others] = await criteriaOf({
    ...more,
    ...(criterion === undefined ? {} : { criterion: [criterion] }),
  });
  if (others.length > 0)
    throw new UsageError("-c, --levels, --annotations and --axioms: a witness shows one criterion, give one");
  return asked;
}
