import type { Declare } from "../shared/declare.js";

/** Adds `formats`. */
export const declareFormats: Declare = (program, onStatus) => {
  program
    .command("formats")
    .description("the formats of histories that can be read")
    .addHelpText("after", "\nExample:\n  sightline formats\n")
    .action(async () => {
      const { runFormats } = await import("./run.js");
      onStatus(await runFormats());
    });
};
