import type { Declare } from "../shared/declare.js";
import { declareTarget, targetArgument } from "../shared/declare-options.js";
import type { DescribeFlags } from "./run.js";

/** Adds `describe`. */
export const declareDescribe: Declare = (program, onStatus) => {
  const describe = program
    .command("describe")
    .description("write the specification of a class, to be edited and given to test")
    .argument("<TARGET>", targetArgument);
  declareTarget(describe);
  describe
    .option("-o, --output <FILE>", "where it goes: a file, or - for standard output (default: -)")
    .addHelpText("after", describeHelp)
    .action(async (target: string, flags: DescribeFlags) => {
      const { runDescribe } = await import("../describe/run.js");
      onStatus(await runDescribe(target, flags));
    });
};

const describeHelp = `
Examples:
  sightline describe java:java.util.concurrent.ConcurrentHashMap --output map.json
  sightline describe java:com.example.Cache --classpath build/libs/cache.jar
  sightline describe js:./queue.ts#Queue

Exit status: 0 written, 64 wrong usage, 70 a bug in Sightline.
`;
