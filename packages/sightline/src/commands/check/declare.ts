import { type Command, Option } from "commander";
import type { Declare } from "../shared/declare.js";
import {
  declareBatch,
  declareCriterion,
  declareIndependent,
  declareLimits,
  declareReading,
} from "../shared/declare-options.js";
import { inputsArgument, orStandardInput } from "../shared/inputs-argument.js";
import { listed } from "../shared/lists.js";
import { algorithms } from "../shared/names.js";
import type { CheckFlags } from "./options.js";

/** Adds `check`. */
export const declareCheck: Declare = (program, onStatus) => {
  const check = program
    .command("check")
    .description("does each history satisfy the criterion?")
    .argument("[FILE...]", inputsArgument)
    .optionsGroup("What to check:")
    .option("-c, --criterion <NAME>", "see sightline criteria; give it again for more than one", listed);
  declareCriterion(check);
  declareReading(check, "history");
  declareIndependent(check);
  check
    .optionsGroup("How to check:")
    .addOption(new Option("--algorithm <NAME>", algorithms.join(", ")).default(undefined, "auto"))
    .option("--no-partition", "do not decide object by object and key by key")
    .option("--cache-size <N>", "wgl-lru: the most configurations in its cache")
    .option("--no-pruning", "visearch: do not extract pruning predicates")
    .option("--no-verify", "do not re-check each witness and proof from the definition")
    .option("--no-explain", "do not look for reasons and proofs of violations")
    .option(
      "--seed <N>",
      "no effect: check is deterministic; accepted so that scripts can give it to every command",
    );
  declareLimits(check, "the most worker threads (default: one per core; at most one per input)");
  declareBatch(check);
  check
    .optionsGroup("Output:")
    .option("--json", "one line of JSON per history and criterion on standard output, and nothing else there")
    .option("--junit <FILE>", "write a JUnit report too")
    .option("--sarif <FILE>", "write the findings as SARIF 2.1.0 too, for code scanning")
    .option("--github", "annotate the lines in a workflow of GitHub Actions (on standard error)")
    .option("--watch", "check again whenever an input changes, until Ctrl-C")
    .option("--follow", "judge one history as it grows, until it ends or Ctrl-C")
    .option("--patience <SECONDS>", "--follow: wait so long for a session that says nothing (default: 0.5)")
    .option("--html <FILE>", "write a page for people too: verdicts, timelines of violations, witnesses")
    .option("--proof <FILE>", "write the proofs of violations too, one line of JSON each: see verify")
    .option("--no-group", "explain every violation, not only the first of each kind")
    .option("-q, --quiet", "print errors only (and the lines of --json); the exit status tells the verdict")
    .addHelpText("after", checkHelp)
    .action(async (files: string[], flags: CheckFlags, command: Command) => {
      const inputs = orStandardInput(files, "FILE", command);
      if (flags.follow === true) {
        const { runFollow } = await import("./follow/run.js");
        onStatus(await runFollow(inputs, flags));
      } else if (flags.watch === true) {
        const { runWatch } = await import("./watch.js");
        onStatus(await runWatch(inputs, flags));
      } else {
        const { runCheck } = await import("./run.js");
        onStatus(await runCheck(inputs, flags));
      }
    });
};

const checkHelp = `
Examples:
  sightline check history.json
  sightline check logs/ --deadline 10 --memory 2000 --junit report.xml
  sightline check logs/ --html report.html
  sightline check histories/ --github --sarif sightline.sarif
  sightline check history.edn --type register -c linearizability -c sequential
  sightline check "register { write(1); read() => 0 } || { write(2) }"
  sightline check 'logs/**/*.json.gz'
  sightline check logs/ --watch
  sightline check /shared/logs/ --journal batch.journal --resume
  sightline check /shared/logs/ --cluster redis://10.0.0.1 --journal batch.journal
  sightline check hard.json --cluster redis://10.0.0.1
  sightline check --follow store.ndjson
  generate-histories | sightline check --json | jq .verdict

The criterion is linearizability where the history has real time, else sequential, unless given.
The time of --deadline is shared by the criteria of one history. What takes longer than a second is
searched by all cores, and with --cluster by all workers, where there is but one input.

Exit status: 0 every history satisfied, 1 some violated, 2 none violated but some unknown
(--on-unknown changes that), 64 wrong usage, 65 some input is not a valid history (the others
are checked all the same), 70 a bug in Sightline, 74 output that cannot be written, 130 interrupted.
`;
