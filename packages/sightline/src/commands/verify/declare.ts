import type { Command } from "commander";
import type { Declare } from "../shared/declare.js";
import { declareCriterion, declareIndependent, declareReading } from "../shared/declare-options.js";
import { orStandardInput } from "../shared/inputs-argument.js";
import type { VerifyFlags } from "./run.js";

/** Adds `verify`. */
export const declareVerify: Declare = (program, onStatus) => {
  const verify = program
    .command("verify")
    .description("does a witness show that the history satisfies the criterion?")
    .argument("<HISTORY>", "a history file, - for standard input, or a history in the notation")
    .argument(
      "[WITNESS]",
      "a file of lines from check --json, or of one witness object; - for standard input (the default if piped)",
    )
    .option("-c, --criterion <NAME>", "what the witness is to show (default: what its line says)");
  declareCriterion(verify);
  declareReading(verify, "history");
  declareIndependent(verify);
  verify
    .option("-q, --quiet", "print errors only; the exit status tells")
    .addHelpText("after", verifyHelp)
    .action(async (history: string, file: string | undefined, flags: VerifyFlags, command: Command) => {
      const { runVerify } = await import("./run.js");
      const [witness] = orStandardInput(file === undefined ? [] : [file], "WITNESS", command);
      onStatus(await runVerify(history, witness, flags));
    });
};

const verifyHelp = `
Examples:
  sightline check history.json --json > verdict.json
  sightline verify history.json verdict.json
  sightline check history.json --json | sightline verify history.json

Exit status: 0 the witness is valid, 1 it is not, 64 wrong usage, 65 an input cannot be read.
`;
