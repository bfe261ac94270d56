import type { Command } from "commander";
import type { Declare } from "../shared/declare.js";
import { declareCriterion, declareReading } from "../shared/declare-options.js";
import { orStandardInput } from "../shared/inputs-argument.js";
import { listed } from "../shared/lists.js";
import type { OutcomesFlags } from "./options.js";

/** Adds `outcomes`. */
export const declareOutcomes: Declare = (program, onStatus) => {
  const outcomes = program
    .command("outcomes")
    .description("every outcome that a criterion admits of a program")
    .argument(
      "[PROGRAM]",
      "a program in the notation, a file, or - for standard input (the default if piped); results in it are ignored",
    )
    .optionsGroup("What is admitted:")
    .option("-c, --criterion <NAME>", "see sightline criteria (default: sequential)", listed);
  declareCriterion(outcomes);
  declareReading(outcomes, "program");
  outcomes
    .optionsGroup("Limits and output:")
    .option("--deadline <SECONDS>", "the most time; outcomes found by then are printed")
    .option("--explain <OUTCOME>", "why this outcome (a JSON array of results) is admitted or not")
    .option("--json", "one line of JSON per outcome on standard output, and nothing else there")
    .addHelpText("after", outcomesHelp)
    .action(async (text: string | undefined, flags: OutcomesFlags, command: Command) => {
      const { runOutcomes } = await import("./run.js");
      const [program] = orStandardInput(text === undefined ? [] : [text], "PROGRAM", command);
      onStatus(await runOutcomes(program, flags));
    });
};

const outcomesHelp = `
Examples:
  sightline outcomes "map { put(1,0); containsValue(0) } || { put(0,0); put(1,1) }" -c weak
  sightline outcomes prog.txt --type map --levels containsValue=monotonic
  sightline outcomes prog.txt --type map --levels containsValue=peer --explain "[null,false,null,0]"

Exit status: 0 all outcomes listed, or the outcome is admitted; 1 the outcome is not admitted;
2 out of time; 64 wrong usage; 65 not a valid program; 70 a bug in Sightline.
`;
