import type { Command } from "commander";
import { another, listedMethods } from "./lists.js";

/** Adds the options that say which criterion is meant; `-c` itself is the command's own. */
export function declareCriterion(command: Command): void {
  command
    .option("--levels <LIST>", "a level per method, such as put=complete,contains=monotonic,*=complete")
    .option("--annotations <FILE>", 'the same from a JSON file, such as {"put":"complete"}')
    .option("--axioms <TEXT>", 'a model in the axiom language, such as "vis >= hb; vis >= vis.vis"')
    .option("--order <session|realtime>", "levels and axioms: whether happens-before has real time in it");
}

/** Adds the options that say how a history or a program is read. */
export function declareReading(command: Command, what: "history" | "program"): void {
  command
    .option("--type <NAME|FILE>", `a built-in type (see sightline types) or a module, over the ${what}'s own`)
    .option("--initial <JSON>", `the state to start from, over the ${what}'s own`)
    .option("--format <NAME>", "the format, where it is not recognised (see sightline formats)");
}

/** Adds the option for Jepsen's independent keys. */
export function declareIndependent(command: Command): void {
  command.option("--independent", "Jepsen: values are [key value] pairs of independent objects");
}

/** Adds the limits of a run over many histories. */
export function declareLimits(command: Command, workers: string): void {
  command
    .optionsGroup("Limits:")
    .option("--deadline <SECONDS>", "the most time for one history; beyond it the answer is unknown")
    .option("--memory <MB>", "the most memory for the whole process (default: 80% of what is free)")
    .option("--workers <N>", workers)
    .option(
      "--on-unknown <pass|fail>",
      "make what is unknown count as success or failure in the exit status",
    );
}

/** Adds the options of large batches of files. */
export function declareBatch(
  command: Command,
  chunk = "about how large a part of a file is done at a time (default: 512)",
): void {
  declareJournalAndCluster(command);
  command.option("--send", "--cluster: send the histories along, for workers that cannot read these files");
  declareWindow(command);
  command.option("--chunk <KB>", chunk);
}

/** Adds the options of large batches of runs or programs, for which no file is read. */
export function declareTaskBatch(command: Command): void {
  declareJournalAndCluster(command);
  declareWindow(command);
}

function declareJournalAndCluster(command: Command): void {
  command
    .optionsGroup("Large batches:")
    .option(
      "--journal <FILE>",
      "keep what is found on disk, before it is told, so that a crash loses nothing",
    )
    .option("--resume", "--journal: go on where the journal ends (begin it where there is none)")
    .option("--cluster <URL>", "have the workers at redis://[USER:PASSWORD@]HOST[:PORT] do it: see worker");
  declareCluster(command);
}

function declareWindow(command: Command): void {
  command.option("--window <N>", "--cluster: the most chunks that are given out at a time (default: 256)");
}

/** Adds the option that keeps clusters on one Redis apart. */
export function declareCluster(command: Command): void {
  command.option("--prefix <NAME>", "--cluster: how its keys in Redis begin (default: sightline)");
}

/** What the help says of an argument that names an object. */
export const targetArgument = "java:package.Class, or js:./file.ts#Class";

/** Adds the options that say what object is meant. */
export function declareTarget(command: Command): void {
  command
    .option("--classpath <PATH>", "java: where the class is: jars and folders")
    .option("--args <JSON>", "the arguments of its constructor, such as [20]")
    .option("--mode <threads|async>", "js: worker threads over shared memory, or interleaved async methods");
}

/** Adds the options that say what object is meant and what its specification is, in a group of their own. */
export function declareSpecifiedTarget(command: Command): void {
  command
    .optionsGroup("The object:")
    .option("--spec <FILE>", "its specification (default: the one that ships, or what describe writes)");
  declareTarget(command);
}

/** Adds the options that say which programs run on the object, given or random. */
export function declareWorkload(command: Command, methods: string): void {
  command
    .optionsGroup("Which programs:")
    .option("--program <NOTATION>", "this program; give it again for more (default: random ones)", another)
    .option("--methods <LIST>", `random programs: ${methods}`, listedMethods)
    .option("--programs <N>", "random programs: how many (default: 100, or what --duration gives time for)");
  declareShape(command, "random programs: ");
  command
    .option("--synchronised <SHARE>", "random programs: how many have a flag or a lock, 0 to 1 (default: 0)")
    .option("--seed <N>", "chooses programs and schedules (default: 1)");
}

/** Adds the options that say how random programs are made up. */
export function declareShape(command: Command, whose: string): void {
  command
    .option("--threads <N>", `${whose}their threads (default: 2)`)
    .option("--invocations <N>", `${whose}their calls, such as 4 or 3-6 (default: 3-6)`)
    .option(
      "--values <N|JSON>",
      `${whose}how many values arguments are taken from (default: 2), or which by type: '{"String":["x","y"]}'`,
    );
}
