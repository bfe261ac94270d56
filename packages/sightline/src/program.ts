import { isatty } from "node:tty";
import { Command, Option } from "commander";
import type { CheckFlags } from "./commands/check/options.js";
import type { MeasureFlags } from "./commands/measure/options.js";
import type { OutcomesFlags } from "./commands/outcomes/run.js";
import type { VerifyFlags } from "./commands/verify/run.js";
import { addDescribe, addTest } from "./commands/test/declare.js";
import { addDerive } from "./commands/derive/declare.js";
import { addLitmus, addRecord } from "./commands/record/declare.js";
import { version } from "./process/version.js";
import { algorithms } from "./commands/shared/names.js";
import { setIn, visibleLines } from "./render/visible.js";

/**
 * The commands and their options. Nothing but commander is loaded for that: each command loads what
 * it needs when it runs. `onStatus` is told the exit status.
 */
export function createProgram(onStatus: (code: number) => void): Command {
  const program = new Command("sightline")
    .description("How consistent is this concurrent object, replicated data type or shared memory, really?")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help on a command")
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({
      writeErr: (text) => void process.stderr.write(visibleLines(text)),
      outputError: (text, write) => write(`${setIn(text.trimEnd())}\n`),
    })
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText("after", programHelp);
  addCheck(program, onStatus);
  addMeasure(program, onStatus);
  addOutcomes(program, onStatus);
  addVerify(program, onStatus);
  addTest(program, onStatus);
  addDescribe(program, onStatus);
  addDerive(program, onStatus);
  addRecord(program, onStatus);
  addLitmus(program, onStatus);
  addCriteria(program, onStatus);
  addTypes(program, onStatus);
  addFormats(program, onStatus);
  addCompletion(program, onStatus);
  return program;
}

const collect = (value: string, previous: readonly string[] | undefined): readonly string[] => [
  ...(previous ?? []),
  ...value.split(","),
];

const inputsArgument =
  "history files (also .gz), directories, quoted patterns, histories in the notation, " +
  "or - for standard input (the default if piped)";

/** The arguments; where there are none, standard input, unless someone would have to type it. */
function orStandardInput(given: readonly string[], name: string, command: Command): readonly string[] {
  if (given.length > 0) return given;
  if (!isatty(0)) return ["-"];
  return command.error(`error: missing required argument '${name}'`, { code: "commander.missingArgument" });
}

function addCheck(program: Command, onStatus: (code: number) => void): void {
  program
    .command("check")
    .description("does each history satisfy the criterion?")
    .argument("[FILE...]", inputsArgument)
    .optionsGroup("What to check:")
    .option("-c, --criterion <NAME>", "see sightline criteria; give it again for more than one", collect)
    .option("--levels <LIST>", "a level per method, such as put=complete,contains=monotonic,*=complete")
    .option("--annotations <FILE>", 'the same from a JSON file, such as {"put":"complete"}')
    .option("--axioms <TEXT>", 'a model in the axiom language, such as "vis >= hb; vis >= vis.vis"')
    .option("--order <session|realtime>", "levels and axioms: whether happens-before has real time in it")
    .option("--type <NAME|FILE>", "a built-in type (see sightline types) or a module, over the history's own")
    .option("--initial <JSON>", "the state to start from, over the history's own")
    .option("--format <NAME>", "the format of the files, where it is not recognised (see sightline formats)")
    .option("--independent", "Jepsen: values are [key value] pairs of independent objects")
    .optionsGroup("How to check:")
    .addOption(new Option("--algorithm <NAME>", algorithms.join(", ")).default(undefined, "auto"))
    .option("--no-partition", "do not decide object by object and key by key")
    .option("--cache-size <N>", "wgl-lru: the most configurations in its cache")
    .option("--no-pruning", "visearch: do not extract pruning predicates")
    .option("--no-verify", "do not re-check each witness from the definition")
    .option("--no-explain", "do not look for the few operations that make a violation")
    .option(
      "--seed <N>",
      "no effect: check is deterministic; accepted so that scripts can give it to every command",
    )
    .optionsGroup("Limits:")
    .option("--deadline <SECONDS>", "the most time for one history; beyond it the verdict is unknown")
    .option("--memory <MB>", "the most memory for the whole process (default: 80% of what is free)")
    .option("--workers <N>", "the most worker threads (default: one per core; at most one per input)")
    .option("--on-unknown <pass|fail>", "make unknown count as satisfied or as violated in the exit status")
    .optionsGroup("Output:")
    .option("--json", "one line of JSON per history and criterion on standard output, and nothing else there")
    .option("--junit <FILE>", "write a JUnit report too")
    .option("--watch", "check again whenever an input changes, until Ctrl-C")
    .option("--html <FILE>", "write a page for people too: verdicts, timelines of violations, witnesses")
    .option("--no-group", "explain every violation, not only the first of each kind")
    .option("-q, --quiet", "print errors only (and the lines of --json); the exit status tells the verdict")
    .addHelpText("after", checkHelp)
    .action(async (files: string[], flags: CheckFlags, command: Command) => {
      const inputs = orStandardInput(files, "FILE", command);
      if (flags.watch === true) {
        const { runWatch } = await import("./commands/check/watch.js");
        onStatus(await runWatch(inputs, flags));
      } else {
        const { runCheck } = await import("./commands/check/run.js");
        onStatus(await runCheck(inputs, flags));
      }
    });
}

function addMeasure(program: Command, onStatus: (code: number) => void): void {
  program
    .command("measure")
    .description("the strongest level of each history, and the table of violations per level")
    .argument("[FILE...]", inputsArgument)
    .optionsGroup("What to measure:")
    .option("--type <NAME|FILE>", "a built-in type (see sightline types) or a module, over the history's own")
    .option("--initial <JSON>", "the state to start from, over the history's own")
    .option("--format <NAME>", "the format of the files, where it is not recognised (see sightline formats)")
    .option("--independent", "Jepsen: values are [key value] pairs of independent objects")
    .option("--order <session|realtime>", "whether happens-before has real time in it (default: session)")
    .option("--until-stable [N]", "stop when three rounds of N histories come to the same (default: 100000)")
    .option("--no-verify", "do not re-check each witness from the definition")
    .option("--seed <N>", "no effect: measure is deterministic; accepted for scripts")
    .optionsGroup("Limits:")
    .option("--deadline <SECONDS>", "the most time for one history; beyond it its level is unknown")
    .option("--memory <MB>", "the most memory for the whole process (default: 80% of what is free)")
    .option("--workers <N>", "the worker threads (default: one per core)")
    .option("--on-unknown <pass|fail>", "make unknown levels count as success or failure in the exit status")
    .optionsGroup("Output:")
    .option("--json", "one line of JSON per history, and a last one with the summary, on standard output")
    .option("-q, --quiet", "print the table (or with --json the lines) and errors, but no line per history")
    .addHelpText("after", measureHelp)
    .action(async (files: string[], flags: MeasureFlags, command: Command) => {
      const { runMeasure } = await import("./commands/measure/run.js");
      onStatus(await runMeasure(orStandardInput(files, "FILE", command), flags));
    });
}

function addOutcomes(program: Command, onStatus: (code: number) => void): void {
  program
    .command("outcomes")
    .description("every outcome that a criterion admits of a program")
    .argument(
      "[PROGRAM]",
      "a program in the notation, a file, or - for standard input (the default if piped); results in it are ignored",
    )
    .optionsGroup("What is admitted:")
    .option("-c, --criterion <NAME>", "see sightline criteria (default: sequential)", collect)
    .option("--levels <LIST>", "a level per method, such as put=complete,contains=monotonic,*=complete")
    .option("--annotations <FILE>", 'the same from a JSON file, such as {"put":"complete"}')
    .option("--axioms <TEXT>", 'a model in the axiom language, such as "vis >= hb; vis >= vis.vis"')
    .option("--order <session|realtime>", "whether happens-before has real time in it (default: session)")
    .option("--type <NAME|FILE>", "a built-in type (see sightline types) or a module, over the program's own")
    .option("--initial <JSON>", "the state to start from, over the program's own")
    .option("--format <NAME>", "the format of the file, where it is not recognised")
    .optionsGroup("Limits and output:")
    .option("--deadline <SECONDS>", "the most time; outcomes found by then are printed")
    .option("--explain <OUTCOME>", "why this outcome (a JSON array of results) is admitted or not")
    .option("--json", "one line of JSON per outcome on standard output, and nothing else there")
    .addHelpText("after", outcomesHelp)
    .action(async (text: string | undefined, flags: OutcomesFlags, command: Command) => {
      const { runOutcomes } = await import("./commands/outcomes/run.js");
      const [program] = orStandardInput(text === undefined ? [] : [text], "PROGRAM", command);
      onStatus(await runOutcomes(program, flags));
    });
}

function addCriteria(program: Command, onStatus: (code: number) => void): void {
  program
    .command("criteria")
    .description("the criteria and what they ask")
    .argument("[NAME]", "only this criterion, with its definition")
    .addHelpText("after", "\nExamples:\n  sightline criteria\n  sightline criteria causal\n")
    .action(async (name: string | undefined) => {
      const { runCriteria } = await import("./commands/criteria/run.js");
      onStatus(await runCriteria(name));
    });
}

function addVerify(program: Command, onStatus: (code: number) => void): void {
  program
    .command("verify")
    .description("does a witness show that the history satisfies the criterion?")
    .argument("<HISTORY>", "a history file, - for standard input, or a history in the notation")
    .argument(
      "[WITNESS]",
      "a file of lines from check --json, or of one witness object; - for standard input (the default if piped)",
    )
    .option("-c, --criterion <NAME>", "what the witness is to show (default: what its line says)")
    .option("--levels <LIST>", "the same as a level per method")
    .option("--annotations <FILE>", "the same from a JSON file")
    .option("--axioms <TEXT>", "the same as a model in the axiom language")
    .option("--order <session|realtime>", "levels and axioms: whether happens-before has real time in it")
    .option("--type <NAME|FILE>", "a built-in type or a module, over the history's own")
    .option("--initial <JSON>", "the state to start from, over the history's own")
    .option("--format <NAME>", "the format of the history, where it is not recognised")
    .option("--independent", "Jepsen: values are [key value] pairs of independent objects")
    .option("-q, --quiet", "print errors only; the exit status tells")
    .addHelpText("after", verifyHelp)
    .action(async (history: string, file: string | undefined, flags: VerifyFlags, command: Command) => {
      const { runVerify } = await import("./commands/verify/run.js");
      const [witness] = orStandardInput(file === undefined ? [] : [file], "WITNESS", command);
      onStatus(await runVerify(history, witness, flags));
    });
}

function addTypes(program: Command, onStatus: (code: number) => void): void {
  program
    .command("types")
    .description("the built-in types and their methods")
    .argument("[NAME]", "only this type, with what each method does")
    .addHelpText("after", "\nExamples:\n  sightline types\n  sightline types queue\n")
    .action(async (name: string | undefined) => {
      const { runTypes } = await import("./commands/types/run.js");
      onStatus(await runTypes(name));
    });
}

function addFormats(program: Command, onStatus: (code: number) => void): void {
  program
    .command("formats")
    .description("the formats of histories that can be read")
    .addHelpText("after", "\nExample:\n  sightline formats\n")
    .action(async () => {
      const { runFormats } = await import("./commands/formats/run.js");
      onStatus(await runFormats());
    });
}

function addCompletion(program: Command, onStatus: (code: number) => void): void {
  program
    .command("completion")
    .description("a script with which the shell completes commands, options and names")
    .argument("<bash|zsh|fish>", "the shell")
    .addHelpText("after", completionHelp)
    .action(async (shell: string) => {
      const { runCompletion } = await import("./commands/completion/run.js");
      onStatus(await runCompletion(shell, program));
    });
}

const programHelp = `
Examples:
  sightline check history.json
  sightline check "{ put(1,0) => null; get(1) => 1 } || { put(1,1) => 0 }" --type map
  sightline check --help

Exit status: 0 satisfied, 1 violated, 2 unknown, 64 wrong usage, 65 not a valid history,
70 a bug in Sightline, 74 output that cannot be written, 130 interrupted.
`;

const checkHelp = `
Examples:
  sightline check history.json
  sightline check logs/ --deadline 10 --memory 2000 --junit report.xml
  sightline check logs/ --html report.html
  sightline check history.edn --type register -c linearizability -c sequential
  sightline check "register { write(1); read() => 0 } || { write(2) }"
  sightline check 'logs/**/*.json.gz'
  sightline check logs/ --watch
  generate-histories | sightline check --json | jq .verdict

The criterion is linearizability where the history has real time, else sequential, unless given.
The time of --deadline is shared by the criteria of one history.

Exit status: 0 every history satisfied, 1 some violated, 2 none violated but some unknown
(--on-unknown changes that), 64 wrong usage, 65 some input is not a valid history (the others
are checked all the same), 70 a bug in Sightline, 74 output that cannot be written, 130 interrupted.
`;

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

const outcomesHelp = `
Examples:
  sightline outcomes "map { put(1,0); containsValue(0) } || { put(0,0); put(1,1) }" -c weak
  sightline outcomes prog.txt --type map --levels containsValue=monotonic
  sightline outcomes prog.txt --type map --levels containsValue=peer --explain "[null,false,null,0]"

Exit status: 0 all outcomes listed, or the outcome is admitted; 1 the outcome is not admitted;
2 out of time; 64 wrong usage; 65 not a valid program; 70 a bug in Sightline.
`;

const verifyHelp = `
Examples:
  sightline check history.json --json > verdict.json
  sightline verify history.json verdict.json
  sightline check history.json --json | sightline verify history.json

Exit status: 0 the witness is valid, 1 it is not, 64 wrong usage, 65 an input cannot be read.
`;

const completionHelp = `
Examples:
  source <(sightline completion bash)       in ~/.bashrc
  source <(sightline completion zsh)        in ~/.zshrc, after compinit
  sightline completion fish > ~/.config/fish/completions/sightline.fish
`;
