import type { Declare } from "../shared/declare.js";
import type { ReplayFlags } from "./run.js";

/** Adds `replay`. */
export const declareReplay: Declare = (program, onStatus) => {
  program
    .command("replay")
    .description("repeat a recorded or found run of a library step by step")
    .argument("<FILE>", "what measure --json wrote about a library in this process; - for standard input")
    .option("--run <N>", "the run with this number (default: the first that was made short, else the first)")
    .addHelpText("after", replayHelp)
    .action(async (file: string, flags: ReplayFlags) => {
      const { runReplay } = await import("./run.js");
      onStatus(await runReplay(file, flags));
    });
};

const replayHelp = `
Examples:
  sightline measure yjs:register --delivery any --json > runs.ndjson
  sightline replay runs.ndjson
  sightline replay runs.ndjson --run 9

Each step is printed with what every replica holds after it.

Exit status: 0 the run came to the same again, 1 it did not (another version of the library?), 64 wrong usage,
65 the file tells of no run that can be repeated.
`;
