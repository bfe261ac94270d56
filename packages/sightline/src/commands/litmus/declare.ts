import type { Declare } from "../shared/declare.js";
import type { LitmusFlags } from "./options.js";

/** Adds `litmus`. */
export const declareLitmus: Declare = (program, onStatus) => {
  program
    .command("litmus")
    .description("run the classic memory tests on this machine: what is seen, and what SC and TSO allow")
    .argument("[NAME...]", "only these tests (see --list)")
    .option("--list", "list the tests, and what SC and TSO say, without running them")
    .option("--access <plain|atomics>", "plain array elements, or JavaScript's Atomics (default: plain)")
    .option("--runs <N>", "runs of each test (default: 100000, or what five seconds give time for)")
    .option("--seed <N>", "varies by how much threads start apart (default: 1)")
    .option("--json", "one line of JSON per test, and a last one with the summary, on standard output")
    .addHelpText("after", litmusHelp)
    .action(async (names: string[], flags: LitmusFlags) => {
      const { runLitmusCommand } = await import("../litmus/run.js");
      onStatus(await runLitmusCommand(names, flags));
    });
};

const litmusHelp = `
Examples:
  sightline litmus
  sightline litmus SB MP --runs 1000000
  sightline litmus --access atomics --json

Exit status: 0 all that was seen is within TSO (with --access atomics: within SC), 1 something is
beyond it, 64 wrong usage, 70 a bug in Sightline, 130 interrupted.
`;
