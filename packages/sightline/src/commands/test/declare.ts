import type { Declare } from "../shared/declare.js";
import {
  declareSpecifiedTarget,
  declareTaskBatch,
  declareWorkload,
  targetArgument,
} from "../shared/declare-options.js";
import type { TestFlags } from "./options.js";

/** Adds `test`. */
export const declareTest: Declare = (program, onStatus) => {
  const test = program
    .command("test")
    .description("run programs on a real implementation and report outcomes that are not admitted")
    .argument("<TARGET>", targetArgument);
  declareSpecifiedTarget(test);
  test
    .optionsGroup("What is to hold:")
    .option(
      "-c, --criterion <LEVEL>",
      "one level for all methods (default: the specification's, or complete)",
    )
    .option("--levels <LIST>", "a level per method, such as size=weak,*=complete")
    .option("--type <NAME|FILE>", "what is right is what this type does, not what the object does by itself")
    .option("--split-bulk", "clear, putAll, addAll, … stand for the sequence of their element operations");
  declareWorkload(test, "the methods under test, one overload as 'remove(Object)' (default: all)");
  test
    .optionsGroup("How hard:")
    .option("--engine <harness|jcstress>", "java: run programs by our own harness, or by OpenJDK's JCStress")
    .option("--jcstress-jar <FILE>", "the jar of JCStress (default: fetched by Maven on first use)")
    .option("--seconds <N>", "the time for each program (default: 1; with --program 10)")
    .option("--duration <SECONDS>", "the most time, from the start of the command to its end")
    .option("--shrink <N>", "the most runs to make a violation smaller (default: 40; with --program 0)")
    .option("--keep-going", "go on after a violation");
  declareTaskBatch(test);
  test
    .optionsGroup("Output:")
    .option("--json", "one line of JSON per program, and a last one with the summary, on standard output")
    .option("--html <FILE>", "write a page for people too")
    .option("-q, --quiet", "print errors only (and the lines of --json); the exit status tells")
    .addHelpText("after", testHelp)
    .action(async (target: string, flags: TestFlags) => {
      const { runTest } = await import("./run.js");
      onStatus(await runTest(target, flags));
    });
};

const testHelp = `
Examples:
  sightline test java:java.util.concurrent.ConcurrentHashMap
  sightline test java:java.util.concurrent.ConcurrentHashMap --methods size,isEmpty -c complete
  sightline test java:java.util.concurrent.ConcurrentHashMap \\
    --program "{ put(1,0); put(1,1); size() } || { remove(1) }"
  sightline test js:./queue.ts#Queue --mode threads --type queue --duration 60 --html report.html
  sightline test js:./queue.ts#Queue --programs 10000 --cluster redis://10.0.0.1 --journal queue.journal

An outcome is not admitted when no order of the calls, with what each sees of the others as its level
says, explains its results. Ctrl-C ends the tests; what was seen until then is reported.

Exit status: 0 nothing beyond the specification was seen and every method asked for was tested, 1
something was seen (or the object hung or crashed), 2 nothing was seen, but something was left out that
was asked for: it is listed with the reason, 64 wrong usage, 65 a specification or a program that is not
valid, 70 a bug in Sightline, 130 interrupted.
`;
