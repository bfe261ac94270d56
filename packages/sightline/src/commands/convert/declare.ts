import type { Command } from "commander";
import type { Declare } from "../shared/declare.js";
import { declareIndependent, declareReading } from "../shared/declare-options.js";
import { inputsArgument, orStandardInput } from "../shared/inputs-argument.js";
import type { ConvertFlags } from "./run.js";

/** Adds `convert`. */
export const declareConvert: Declare = (program, onStatus) => {
  const convert = program
    .command("convert")
    .description("from any format that is read to any that is written")
    .argument("[FILE...]", inputsArgument)
    .option(
      "--to <FORMAT>",
      "json, ndjson, notation, threads, jepsen, porcupine-json, dbcop, plume or axe (default: by the output's name, else ndjson)",
    )
    .option("-o, --output <FILE>", "where the histories go (default: -, standard output)");
  declareReading(convert, "history");
  declareIndependent(convert);
  convert
    .option("-q, --quiet", "print errors only")
    .addHelpText("after", convertHelp)
    .action(async (files: string[], flags: ConvertFlags, command: Command) => {
      const { runConvert } = await import("./run.js");
      onStatus(await runConvert(orStandardInput(files, "FILE", command), flags));
    });
};

const convertHelp = `
Examples:
  sightline convert history.edn -o history.json
  sightline convert logs/ --to ndjson > all.ndjson
  sightline convert small.json --to notation
  sightline convert run.json --to jepsen > history.edn

ndjson, notation, threads and axe hold any number of histories, the others one. What a format cannot say is an error.

Exit status: 0 all were converted, 64 wrong usage, 65 an input is not a valid history or cannot be
written so (the others are converted).
`;
