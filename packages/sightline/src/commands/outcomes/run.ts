import {
  admittedOutcomes,
  Exhausted,
  explainOutcome,
  type History,
  isPending,
  labelOf,
  type OutcomeOptions,
  printOperation,
  printValue,
  type Result,
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
import { visible } from "../../render/visible.js";
import { shortages } from "../../report/shortages.js";
import { type CriterionFlags, criteriaOf } from "../shared/criterion-options.js";
import { formatOf } from "../shared/format-option.js";
import { initialOf } from "../shared/initial-option.js";
import { positive } from "../shared/numbers.js";
import { parseValue } from "../shared/parse-value.js";
import { typeFor, typeOf } from "../shared/type-option.js";

/** The options of `outcomes` as the command line gives them. */
export interface OutcomesFlags extends CriterionFlags {
  readonly type?: string;
  readonly initial?: string;
  readonly format?: string;
  readonly deadline?: string;
  readonly explain?: string;
  readonly json?: boolean;
}

/** `sightline outcomes`: the exit status. */
export async function runOutcomes(text: string, flags: OutcomesFlags): Promise<number> {
  const [criterion, ...others] = await criteriaOf(flags);
  if (others.length > 0)
    throw new UsageError(
      "SL4006",
      "-c, --levels, --annotations and --axioms: outcomes are of one criterion, give one",
    );
  const type = await typeFor(flags.type);
  const output = createOutput();
  const read = await readProgram(text, flags, typeof type === "string" ? type : undefined, output);
  if (read === undefined) return EXIT.invalid;
  const { program, name } = read;
  const options: OutcomeOptions = {
    ...(criterion !== undefined && { criterion }),
    ...(type !== undefined && { type }),
    ...(flags.initial !== undefined && { initial: initialOf(flags.initial) }),
    ...(flags.deadline !== undefined && {
      limits: { seconds: positive(flags.deadline, "--deadline") },
    }),
  };
  try {
    return flags.explain === undefined
      ? await listOutcomes(program, options, flags.json === true, output)
      : await explainOne(program, outcomeOf(flags.explain), options, flags.json === true, output);
  } catch (error) {
    const invalid = misfit(error, program, { name }, await typeOf(flags.type));
    if (invalid === undefined) throw error;
    await output.write("", invalidLine(invalid, flags.json));
    return EXIT.invalid;
  }
}

/** The one program that the argument names, and what its input is called. */
async function readProgram(
  text: string,
  flags: OutcomesFlags,
  type: string | undefined,
  output: Output,
): Promise<{ readonly program: History; readonly name: string } | undefined> {
  const format = flags.format === undefined ? undefined : await formatOf(flags.format);
  const gathered = await gatherInputs([text]);
  try {
    for (const error of gathered.invalid) await output.write("", invalidLine(error, flags.json));
    if (gathered.inputs.length > 1)
      throw new UsageError("SL4010", `${text} holds more than one file: give one program`);
    let found: { readonly program: History; readonly name: string } | undefined;
    for (const input of gathered.inputs)
      for await (const { index, history, error } of readHistories(openInput(input), {
        file: input.name,
        format,
        type,
      })) {
        if (error !== undefined) {
          await output.write("", invalidLine(error, flags.json));
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

function outcomeOf(text: string): readonly Value[] {
  const value = parseValue(text);
  if (Array.isArray(value)) return value as readonly Value[];
  throw new UsageError("SL4008", `--explain takes a JSON array of results in program order: ${text} is not`);
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

/** Results as the notation has them: `null, false, null, 0`. */
function printOutcome(results: readonly Value[]): string {
  return results.map(printValue).join(", ");
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
    json ? `${JSON.stringify({ results: outcome, ...result })}\n` : explanation(program, outcome, result),
    "",
  );
  return { satisfied: 0, violated: 1, unknown: 2 }[result.verdict];
}

function explanation(program: History, outcome: readonly Value[], result: Result): string {
  const title = `${printOutcome(outcome)}: `;
  switch (result.verdict) {
    case "satisfied": {
      const { linearization, visibility = {} } = result.witness;
      const lines = linearization.map((id, place) => {
        const { method, args } = labelOf(program, id);
        const text = printOperation({
          method,
          args,
          result: isPending(program, id) ? undefined : outcome[id],
        });
        const seen = visibility[id];
        const sees =
          seen === undefined
            ? place === 0
              ? ""
              : "sees all before it"
            : `sees ${seen.length === 0 ? "nothing" : seen.map((other) => `#${other}`).join(", ")}`;
        return [`#${id} ${text}`, sees] as const;
      });
      const width = Math.max(0, ...lines.map(([text]) => text.length));
      const table = lines.map(([text, sees]) => `    ${text.padEnd(width)}   ${sees}`.trimEnd());
      return `${title}admitted by ${visible(result.criterion)}, in this order:\n\n${table.join("\n")}\n`;
    }
    case "violated":
      return `${title}not admitted by ${visible(result.criterion)}\n\n    ${visible(result.violation.reason)}\n`;
    default:
      return `${title}unknown, ${shortages[result.reason]}: ${result.established}\n`;
  }
}
