import type { Command } from "commander";
import type { DeriveFlags } from "./options.js";
import { methodList } from "../shared/method-list.js";

/** Adds `derive`. */
export function addDerive(program: Command, onStatus: (code: number) => void): void {
  program
    .command("derive")
    .description("the strongest level of each method of an implementation")
    .argument("<TARGET>", "java:package.Class, or js:./file.ts#Class")
    .optionsGroup("The object:")
    .option("--spec <FILE>", "its specification (default: the one that ships, or what describe writes)")
    .option("--classpath <PATH>", "java: where the class is: jars and folders")
    .option("--args <JSON>", "the arguments of its constructor, such as [20]")
    .option("--mode <threads|async>", "js: worker threads over shared memory, or interleaved async methods")
    .optionsGroup("What to derive:")
    .option("--methods <LIST>", "the levels of these methods (default: all not trusted)", methodList)
    .option("--axioms", "the maximal model of axioms too")
    .option("--split-bulk", "a bulk operation (clear, putAll, …) is the sequence of its element operations")
    .optionsGroup("How hard:")
    .option("--programs <N>", "for each method (default: 100, or what --duration gives time for)")
    .option("--seconds <N>", "the time for each program at first; later ones get more (default: 0.1)")
    .option("--duration <SECONDS>", "the most time, shared fairly by the methods")
    .option("--threads <N>", "the programs' threads (default: 2)")
    .option("--invocations <N>", "the programs' calls, such as 4 or 3-6 (default: 3-6)")
    .option(
      "--values <N|JSON>",
      `how many values arguments are taken from (default: 2), or which by type: '{"String":["x","y"]}'`,
    )
    .option("--seed <N>", "chooses programs and schedules (default: 1)")
    .optionsGroup("Output:")
    .option("--json", "one line of JSON per method, and a last one with the summary, on standard output")
    .option("--html <FILE>", "write a page for people too")
    .option("--write-spec <FILE>", "write the specification with the derived levels, for test --spec")
    .option("-q, --quiet", "print the result and errors only")
    .addHelpText("after", deriveHelp)
    .action(async (target: string, flags: DeriveFlags) => {
      const { runDerive } = await import("./run.js");
      onStatus(await runDerive(target, flags));
    });
}

const deriveHelp = `
Examples:
  sightline derive java:java.util.concurrent.ConcurrentHashMap --duration 300
  sightline derive java:java.util.concurrent.ConcurrentHashMap --methods size,isEmpty --axioms
  sightline derive java:java.util.concurrent.ConcurrentSkipListMap --methods clear,putAll --split-bulk
  sightline derive java:com.example.Cache --classpath cache.jar --html cache.html --write-spec cache.json

The levels, strongest first: complete, causal, peer, monotonic, basic, weak, none. A level is refuted by
an outcome that was seen; that a level is not refuted is no proof. Ctrl-C ends the runs; what was derived
until then is reported.

Exit status: 0 derived, 1 the object hung or crashed, 2 something was left out that was asked for: it is
listed with the reason, 64 wrong usage, 65 a specification that is not valid, 70 a bug in Sightline, 130
interrupted.
`;
