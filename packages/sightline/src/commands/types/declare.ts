import type { Declare } from "../shared/declare.js";

/** Adds `types`. */
export const declareTypes: Declare = (program, onStatus) => {
  program
    .command("types")
    .description("the built-in types and their methods")
    .argument("[NAME]", "only this type, with what each method does")
    .addHelpText("after", "\nExamples:\n  sightline types\n  sightline types queue\n")
    .action(async (name: string | undefined) => {
      const { runTypes } = await import("./run.js");
      onStatus(await runTypes(name));
    });
};
