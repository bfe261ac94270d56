import type { Command } from "commander";
import type { DescribeFlags } from "../describe/run.js";
import type { TestFlags } from "./options.js";
import { methodList } from "../shared/method-list.js";

const another = (value: string, previous: readonly string[] | undefined): readonly string[] => [
  ...(previous ?? []),
  value,
];

const TARGET = "java:package.Class, or js:./file.ts#Class";

/** Adds `test`. */
export function addTest(program: Command, onStatus: (code: number) => void): void {
  program
    .command("test")
    .description("run programs on a real implementation and report outcomes that are not admitted")
    .argument("<TARGET>", TARGET)
    .optionsGroup("The object:")
    .option("--spec <FILE>", "its specification (default: the one that ships, or what describe writes)")
    .option("--classpath <PATH>", "java: where the class is: jars and folders")
    .option("--args <JSON>", "the arguments of its constructor, such as [20]")
    .option("--mode <threads|async>", "js: worker threads over shared memory, or interleaved async methods")
    .optionsGroup("What is to hold:")
    .option(
      "-c, --criterion <LEVEL>",
      "one level for all methods (default: the specification's, or complete)",
    )
    .option("--levels <LIST>", "a level per method, such as size=weak,*=complete")
    .option("--type <NAME|FILE>", "what is right is what this type does, not what the object does by itself")
    .option("--split-bulk", "clear, putAll, addAll, … stand for the sequence of their element operations")
    .optionsGroup("Which programs:")
    .option("--program <NOTATION>", "this program; give it again for more (default: random ones)", another)
    .option(
      "--methods <LIST>",
      "random programs: the methods under test, one overload as 'remove(Object)' (default: all)",
      methodList,
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
    .optionsGroup("How hard:")
    .option("--engine <harness|jcstress>", "java: run programs by our own harness, or by OpenJDK's JCStress")
    .option("--jcstress-jar <FILE>", "the jar of JCStress (default: fetched by Maven on first use)")
    .option("--seconds <N>", "the time for each program (default: 1; with --program 10)")
    .option("--duration <SECONDS>", "the most time, from the start of the command to its end")
    .option("--shrink <N>", "the most runs to make a violation smaller (default: 40; with --program 0)")
    .option("--keep-going", "go on after a violation")
    .optionsGroup("Output:")
    .option("--json", "one line of JSON per program, and a last one with the summary, on standard output")
    .option("--html <FILE>", "write a page for people too")
    .option("-q, --quiet", "print errors only (and the lines of --json); the exit status tells")
    .addHelpText("after", testHelp)
    .action(async (target: string, flags: TestFlags) => {
      const { runTest } = await import("./run.js");
      onStatus(await runTest(target, flags));
    });
}

/** Adds `describe`. */
export function addDescribe(program: Command, onStatus: (code: number) => void): void {
  program
    .command("describe")
    .description("write the specification of a class, to be edited and given to test")
    .argument("<TARGET>", TARGET)
    .option("--classpath <PATH>", "java: where the class is: jars and folders")
    .option("--args <JSON>", "the arguments of its constructor, such as [20]")
    .option("--mode <threads|async>", "js: worker threads over shared memory, or interleaved async methods")
    .option("-o, --output <FILE>", "where it goes: a file, or - for standard output (default: -)")
    .addHelpText("after", describeHelp)
    .action(async (target: string, flags: DescribeFlags) => {
      const { runDescribe } = await import("../describe/run.js");
      onStatus(await runDescribe(target, flags));
    });
}

const testHelp = `
Examples:
  sightline test java:java.util.concurrent.ConcurrentHashMap
  sightline test java:java.util.concurrent.ConcurrentHashMap --methods size,isEmpty -c complete
  sightline test java:java.util.concurrent.ConcurrentHashMap \\
    --program "{ put(1,0); put(1,1); size() } || { remove(1) }"
  sightline test js:./queue.ts#Queue --mode threads --type queue --duration 60 --html report.html

An outcome is not admitted when no order of the calls, with what each sees of the others as its level
says, explains its results. Ctrl-C ends the tests; what was seen until then is reported.

Exit status: 0 nothing beyond the specification was seen and every method asked for was tested, 1
something was seen (or the object hung or crashed), 2 nothing was seen, but something was left out that
was asked for: it is listed with the reason, 64 wrong usage, 65 a specification or a program that is not
valid, 70 a bug in Sightline, 130 interrupted.
`;

const describeHelp = `
Examples:
  sightline describe java:java.util.concurrent.ConcurrentHashMap --output map.json
  sightline describe java:com.example.Cache --classpath build/libs/cache.jar
  sightline describe js:./queue.ts#Queue

Exit status: 0 written, 64 wrong usage, 70 a bug in Sightline.
`;
