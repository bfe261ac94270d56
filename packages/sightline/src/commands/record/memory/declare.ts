import type { Command } from "commander";
import type { OnStatus } from "../../shared/declare.js";
import type { RecordMemoryFlags } from "./options.js";

/** Adds `record memory`. */
export function declareRecordMemory(record: Command, onStatus: OnStatus): void {
  record
    .command("memory")
    .description("this machine's shared memory: random or given programs of reads and writes")
    .optionsGroup("What to run:")
    .option("--threads <N>", "random programs: their threads (default: 2)")
    .option("--operations <N>", "random programs: reads and writes of each thread (default: 20)")
    .option("--variables <N>", "random programs: shared variables (default: 4)")
    .option("--writes <SHARE>", "random programs: the share of writes, 0 to 1 (default: 0.5)")
    .option("--seed <N>", "chooses the random programs; the same seed, the same programs (default: 1)")
    .option("--program <NOTATION>", "run this program each time, such as the one below")
    .option("--access <plain|atomics>", "plain array elements, or JavaScript's Atomics (default: plain)")
    .optionsGroup("How much:")
    .option("--histories <N>", "how many runs (default: 1000, or as many as --duration gives time for)")
    .option("--duration <SECONDS>", "the most time")
    .optionsGroup("Output:")
    .option("-o, --output <FILE>", "where the histories go: a file, or - for standard output (default: -)")
    .option("--no-merge", "--program: write every run, not every outcome with how often it was seen")
    .option("--check <MODEL...>", "check each history too, such as --check sc tso (see sightline criteria)")
    .option("--deadline <SECONDS>", "--check: the most time for one history")
    .option("-q, --quiet", "print the histories and errors only")
    .addHelpText("after", recordMemoryHelp)
    .action(async (flags: RecordMemoryFlags) => {
      const { runRecordMemory } = await import("./run.js");
      onStatus(await runRecordMemory(flags));
    });
}

const recordMemoryHelp = `
Examples:
  sightline record memory --output histories.ndjson
  sightline record memory --threads 4 --operations 100 --duration 10 --output histories.ndjson
  sightline record memory --program "{ write(x,1); read(y) } || { write(y,1); read(x) }" --histories 100000
  sightline record memory --check sc tso --output /dev/null

Ctrl-C ends the recording; what was recorded until then is written.

Exit status: 0 recorded and, with --check, all satisfied, 1 some violated, 2 some unknown,
64 wrong usage, 70 a bug in Sightline, 130 interrupted.
`;
