import type { Declare } from "../shared/declare.js";
import { declareIndependent, declareReading } from "../shared/declare-options.js";
import { inputsArgument } from "../shared/inputs-argument.js";
import type { ViewFlags } from "./run.js";

/** Adds `view`. */
export const declareView: Declare = (program, onStatus) => {
  const view = program
    .command("view")
    .description("look at a history, its witness or its violation in the browser")
    .argument("[FILE...]", `${inputsArgument.replace(/ \(the default.*/, "")}; none: an empty viewer`)
    .option("-c, --criterion <NAME>", "what to check there first (default: what suits the history)");
  declareReading(view, "history");
  declareIndependent(view);
  view
    .option("-o, --output <FILE>", "where the page goes (default: a file of its own among temporary files)")
    .option("--no-open", "write the page, and open no browser")
    .option("-q, --quiet", "print errors only")
    .addHelpText("after", viewHelp)
    .action(async (files: string[], flags: ViewFlags) => {
      const { runView } = await import("./run.js");
      onStatus(await runView(files, flags));
    });
};

const viewHelp = `
Examples:
  sightline view history.json
  sightline view history.edn --type register -c sequential
  sightline view report.html
  sightline view "queue { offer(1); offer(2) } || { poll() => 2; poll() => 1 }" -o queue.html --no-open

A page that check, measure, test or derive wrote with --html is opened as it is.
The page of a history checks it itself, in the browser; it needs no server and no network. The page
of check --html has the verdicts already, and the document besides.

Exit status: 0, 64 wrong usage, 65 an input is not a valid history (the others are shown).
`;
