import type { Declare } from "../shared/declare.js";
import {
  declareShape,
  declareSpecifiedTarget,
  declareTaskBatch,
  targetArgument,
} from "../shared/declare-options.js";
import { listedMethods } from "../shared/lists.js";
import type { DeriveFlags } from "./options.js";

/** Adds `derive`. */
export const declareDerive: Declare = (program, onStatus) => {
  const derive = program
    .command("derive")
    .description("the strongest level of each method of an implementation")
    .argument("<TARGET>", targetArgument);
  declareSpecifiedTarget(derive);
  derive
    .optionsGroup("What to derive:")
    .option("--methods <LIST>", "the levels of these methods (default: all not trusted)", listedMethods)
    .option("--axioms", "the maximal model of axioms too")
    .option("--split-bulk", "a bulk operation (clear, putAll, …) is the sequence of its element operations")
    .optionsGroup("How hard:")
    .option("--programs <N>", "for each method (default: 100, or what --duration gives time for)")
    .option("--seconds <N>", "the time for each program at first; later ones get more (default: 0.1)")
    .option("--duration <SECONDS>", "the most time, shared fairly by the methods");
  declareShape(derive, "the programs: ");
  derive.option("--seed <N>", "chooses programs and schedules (default: 1)");
  declareTaskBatch(derive);
  derive
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
};

const deriveHelp = `
Examples:
  sightline derive java:java.util.concurrent.ConcurrentHashMap --duration 300
  sightline derive java:java.util.concurrent.ConcurrentHashMap --methods size,isEmpty --axioms
  sightline derive java:java.util.concurrent.ConcurrentSkipListMap --methods clear,putAll --split-bulk
  sightline derive java:com.example.Cache --classpath cache.jar --html cache.html --write-spec cache.json
  sightline derive java:com.example.Cache --classpath cache.jar --cluster redis://10.0.0.1 --journal cache.journal

The levels, strongest first: complete, causal, peer, monotonic, basic, weak, none. A level is refuted by
an outcome that was seen; that a level is not refuted is no proof. Ctrl-C ends the runs; what was derived
until then is reported.

Exit status: 0 derived, 1 the object hung or crashed, 2 something was left out that was asked for: it is
listed with the reason, 64 wrong usage, 65 a specification that is not valid, 70 a bug in Sightline, 130
interrupted.
`;
