import {
  admittedOutcomes,
  Exhausted,
  explainOutcome,
  type History,
  type OutcomeOptions,
  type Value,
} from "@sightline/core";
import { misfit, openInput } from "@sightline/fleet";
import { readHistories } from "@sightline/formats";
import { invalidLine } from "../../errors/error-lines.js";
import { UsageError } from "../../errors/usage-error.js";
import { gatherInputs } from "../../inputs/gather-inputs.js";
import { createOutput, type Output } from "../../output/output.js";
import { EXIT } from "../../process/exit-code.js";
import { count } from "../../render/count.js";
import { shortages } from "../../report/shortages.js";
import { typeOf } from "../shared/type-option.js";
import { type OutcomesFlags, type OutcomesPlan, planOutcomes } from "./options.js";
import { printOutcome, renderExplanation } from "./render.js";

/** `sightline outcomes`: the exit status. */
export async function runOutcomes(text: string, flags: OutcomesFlags): Promise<number> {
  const plan = await planOutcomes(flags);
  const { options, explain, json } = plan;
  const output = createOutput();
  const read = await readProgram(text, plan, output);
  if (read === undefined) return EXIT.invalid;
  const { program, name } = read;
  try {
    return explain === undefined
      ? await listOutcomes(program, options, json, output)
      : await explainOne(program, explain, options, json, output);
  } catch (error) {
    const invalid = misfit(error, program, { name }, await typeOf(flags.type));
    if (invalid === undefined) throw error;
    await output.write("", invalidLine(invalid, json));
    return EXIT.invalid;
  }
}

/** The one program that the argument names, and what its input is called. */
async function readProgram(
  text: string,
  { options: { type }, format, json }: OutcomesPlan,
  output: Output,
): Promise<{ readonly program: History; readonly name: string } | undefined> {
  const gathered = await gatherInputs([text]);
  try {
    for (const error of gathered.invalid) await output.write("", invalidLine(error, json));
    if (gathered.inputs.length > 1)
      throw new UsageError("SL4010", `${text} holds more than one file: give one program`);
    let found: { readonly program: History; readonly name: string } | undefined;
    for (const input of gathered.inputs)
      for await (const { index, history, error } of readHistories(openInput(input), {
        file: input.name,
        format,
        type: typeof type === "string" ? type : undefined,
      })) {
        if (error !== undefined) {
          await output.write("", invalidLine(error, json));
          return undefined;
        }
        if (index > 0) throw new UsageError("SL4010", `${input.name} holds more than one program: give one`);
        found = { program: history, name: input.name };
      }
    return found;
  } finally {
    gathered.close();
  }
}

/** One outcome per line, as they are found. */
async function listOutcomes(
  program: History,
  options: OutcomeOptions,
  json: boolean,
  output: Output,
): Promise<number> {
  const print = json
    ? JSON.stringify
    : (outcome: { results: readonly Value[] }) => printOutcome(outcome.results);
  let found = 0;
  try {
    for (const outcome of admittedOutcomes(program, options)) {
      found++;
      await output.write(`${print(outcome)}\n`, "");
    }
    if (!json) await output.write(`${count(found, "outcome")}\n`, "");
    return 0;
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    await output.write(
      "",
      `${shortages[error.shortage]}: ${count(found, "outcome")} found, more may be admitted\n`,
    );
    return 2;
  }
}

/** Why an outcome is admitted or not. */
async function explainOne(
  program: History,
  outcome: readonly Value[],
  options: OutcomeOptions,
  json: boolean,
  output: Output,
): Promise<number> {
  const result = explainOutcome(program, outcome, options);
  await output.write(
    json
      ? `${JSON.stringify({ results: outcome, ...result })}\n`
      : renderExplanation(program, outcome, result),
    "",
  );
  return { satisfied: 0, violated: 1, unknown: 2 }[result.verdict];
}
