import type { Command } from "commander";
import type { LitmusFlags } from "../litmus/run.js";
import type { RecordObjectFlags } from "./object/options.js";
import type { RecordMemoryFlags } from "./memory/options.js";

/** Adds `record`: for objects, and with a command of its own for each other target. */
export function addRecord(program: Command, onStatus: (code: number) => void): void {
  const record = program
    .command("record")
    .description("run a workload on an implementation or a store and write the histories")
    .usage("TARGET [options]")
    .enablePositionalOptions() // the options of `record memory` are its own
    .helpCommand(false)
    .commandsGroup("Other targets:");
  addRecordObject(record, onStatus);
  addRecordMemory(record, onStatus);
}

const another = (value: string, previous: readonly string[] | undefined): readonly string[] => [
  ...(previous ?? []),
  value,
];

const list = (value: string, previous: readonly string[] | undefined): readonly string[] => [
  ...(previous ?? []),
  ...value.split(","),
];

function addRecordObject(record: Command, onStatus: (code: number) => void): void {
  record
    .argument("[TARGET]", "java:package.Class or js:./file.ts#Class, or one of the others below")
    .optionsGroup("The object:")
    .option("--spec <FILE>", "its specification (default: the one that ships, or what describe writes)")
    .option("--classpath <PATH>", "java: where the class is: jars and folders")
    .option("--args <JSON>", "the arguments of its constructor, such as [20]")
    .option("--mode <threads|async>", "js: worker threads over shared memory, or interleaved async methods")
    .optionsGroup("Which programs:")
    .option("--program <NOTATION>", "this program; give it again for more (default: random ones)", another)
    .option(
      "--methods <LIST>",
      "random programs: each calls one of these (default: those of its type, or all)",
      list,
    )
    .option("--programs <N>", "random programs: how many (default: 100, or what --duration gives time for)")
    .option("--threads <N>", "random programs: their threads (default: 2)")
    .option("--invocations <N>", "random programs: their calls, such as 4 or 3-6 (default: 3-6)")
    .option(
      "--values <N|JSON>",
      `random programs: how many values arguments are taken from (default: 2), or which by type: '{"String":["x","y"]}'`,
    )
    .option("--synchronised <SHARE>", "random programs: how many have a flag or a lock, 0 to 1 (default: 0)")
    .option("--seed <N>", "chooses programs and schedules (default: 1)")
    .optionsGroup("How much:")
    .option("--seconds <N>", "the time for each program (default: 1; with --program 10)")
    .option("--duration <SECONDS>", "the most time")
    .optionsGroup("Output:")
    .option(
      "--hb <counters|clocks|none>",
      "how happens-before is observed: by a counter per thread, or by the clock (default: counters if possible)",
    )
    .option("--type <NAME>", "the type that the histories name (default: that of the specification, if any)")
    .option("-o, --output <FILE>", "where the histories go: a file, or - for standard output (default: -)")
    .option("-q, --quiet", "print the histories and errors only")
    .addHelpText("after", recordHelp)
    .action(async (target: string | undefined, flags: RecordObjectFlags) => {
      if (target === undefined) record.help({ error: true });
      if (!target.includes(":")) record.error(await noSuchTarget(target));
      const { runRecordObject } = await import("./object/run.js");
      onStatus(await runRecordObject(target, flags));
    });
}

/** For a target that is no object's name. */
async function noSuchTarget(target: string): Promise<string> {
  const { nearest } = await import("@sightline/core");
  const examples = "such as java:java.util.concurrent.ConcurrentHashMap, js:./queue.ts#Queue or memory";
  const meant = nearest(target, ["memory"]);
  return `error: "${target}" names no target, ${examples}${meant === undefined ? "" : `. Did you mean ${meant}?`}`;
}

function addRecordMemory(record: Command, onStatus: (code: number) => void): void {
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
      const { runRecordMemory } = await import("./memory/run.js");
      onStatus(await runRecordMemory(flags));
    });
}

/** Adds `litmus`. */
export function addLitmus(program: Command, onStatus: (code: number) => void): void {
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
}

const recordHelp = `
Examples:
  sightline record java:java.util.concurrent.ConcurrentHashMap --programs 20 --output histories.ndjson
  sightline record java:java.util.concurrent.ConcurrentHashMap --hb clocks \\
    --program "{ put(1,0); containsValue(0) } || { put(0,0); put(1,1) }"
  sightline record memory --output histories.ndjson
  sightline record memory --help

Each distinct observation of a program is one history, called "program 0, seen 12 of 90000 times".
Where its class is known to be one of the built-in types, it names the type, so that check can read it;
random programs then call only the methods that the type has, unless --methods asks for others.
Ctrl-C ends the recording; what was recorded until then is written.

Exit status: 0 recorded, 1 some program hung, crashed or could not be run, 64 wrong usage,
65 a specification that is not valid, 70 a bug in Sightline, 130 interrupted.
`;

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

const litmusHelp = `
Examples:
  sightline litmus
  sightline litmus SB MP --runs 1000000
  sightline litmus --access atomics --json

Exit status: 0 all that was seen is within TSO (with --access atomics: within SC), 1 something is
beyond it, 64 wrong usage, 70 a bug in Sightline, 130 interrupted.
`;
