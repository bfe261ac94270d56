import type { Command } from "commander";
import type { Declare } from "../shared/declare.js";
import { declareIndependent, declareLimits, declareReading } from "../shared/declare-options.js";
import { inputsArgument, orStandardInput } from "../shared/inputs-argument.js";
import type { MeasureFlags } from "./options.js";

/** Adds `measure`. */
export const declareMeasure: Declare = (program, onStatus) => {
  const measure = program
    .command("measure")
    .description("the strongest level of each history, and the table of violations per level")
    .argument("[FILE...]", inputsArgument)
    .optionsGroup("What to measure:");
  declareReading(measure, "history");
  declareIndependent(measure);
  measure
    .option("--order <session|realtime>", "whether happens-before has real time in it (default: session)")
    .option("--until-stable [N]", "stop when three rounds of N histories come to the same (default: 100000)")
    .option("--no-verify", "do not re-check each witness from the definition")
    .option("--seed <N>", "no effect: measure is deterministic; accepted for scripts");
  declareLimits(measure, "the worker threads (default: one per core)");
  measure
    .optionsGroup("Output:")
    .option("--json", "one line of JSON per history, and a last one with the summary, on standard output")
    .option("-q, --quiet", "print the table (or with --json the lines) and errors, but no line per history")
    .addHelpText("after", measureHelp)
    .action(async (files: string[], flags: MeasureFlags, command: Command) => {
      const { runMeasure } = await import("./run.js");
      onStatus(await runMeasure(orStandardInput(files, "FILE", command), flags));
    });
};

const measureHelp = `
Examples:
  sightline measure traces/
  sightline measure traces.ndjson --type set --json > levels.ndjson
  record-histories | sightline measure --until-stable 10000

The levels, strongest first: complete, causal, peer, monotonic, basic, weak.

Exit status: 0 every history measured, 2 some level is unknown or the result is not stable
(--on-unknown changes that), 64 wrong usage, 65 some input is not a valid history (the others are
measured all the same), 70 a bug in Sightline, 74 output that cannot be written, 130 interrupted
(the table so far is printed).
`;
