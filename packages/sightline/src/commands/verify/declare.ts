import type { Command } from "commander";
import type { Declare } from "../shared/declare.js";
import { declareCriterion, declareIndependent, declareReading } from "../shared/declare-options.js";
import { orStandardInput } from "../shared/inputs-argument.js";
import type { VerifyFlags } from "./options.js";

/** Adds `verify`. */
export const declareVerify: Declare = (program, onStatus) => {
  const verify = program
    .command("verify")
    .description("does a witness show that the criterion holds, or a proof that it does not?")
    .argument("<HISTORY>", "a history file, - for standard input, or a history in the notation")
    .argument(
      "[EVIDENCE]",
      "a file of lines from check --json or --proof, or one witness or proof; - for standard input (the default if piped)",
    )
    .option("-c, --criterion <NAME>", "what the evidence is about (default: what its line says)");
  declareCriterion(verify);
  declareReading(verify, "history");
  declareIndependent(verify);
  verify
    .option("-q, --quiet", "print errors only; the exit status tells")
    .addHelpText("after", verifyHelp)
    .action(async (history: string, file: string | undefined, flags: VerifyFlags, command: Command) => {
      const { runVerify } = await import("./run.js");
      const [witness] = orStandardInput(file === undefined ? [] : [file], "EVIDENCE", command);
      onStatus(await runVerify(history, witness, flags));
    });
};

const verifyHelp = `
Examples:
  sightline check history.json --json > verdict.json
  sightline verify history.json verdict.json
  sightline check history.json --json | sightline verify history.json
  sightline check history.json --proof proof.json; sightline verify history.json proof.json

Exit status: 0 the evidence is valid, 1 it is not, 2 no proof was found, so there is none to verify, 64 wrong usage, 65 an input cannot be read.
`;
