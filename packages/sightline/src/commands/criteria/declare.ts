import type { Declare } from "../shared/declare.js";

/** Adds `criteria`. */
export const declareCriteria: Declare = (program, onStatus) => {
  program
    .command("criteria")
    .description("the criteria and what they ask")
    .argument("[NAME]", "only this criterion, with its definition")
    .addHelpText("after", "\nExamples:\n  sightline criteria\n  sightline criteria causal\n")
    .action(async (name: string | undefined) => {
      const { runCriteria } = await import("./run.js");
      onStatus(await runCriteria(name));
    });
};
