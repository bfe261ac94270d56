import { isatty } from "node:tty";
import type { Command } from "commander";

/** What the help says of arguments that name histories. */
export const inputsArgument =
  "history files (also .gz), directories, quoted patterns, histories in the notation, " +
  "or - for standard input (the default if piped)";

/** The arguments; where there are none, standard input, unless someone would have to type it. */
export function orStandardInput(given: readonly string[], name: string, command: Command): readonly string[] {
  if (given.length > 0) return given;
  if (!isatty(0)) return ["-"];
  return command.error(`error: missing required argument '${name}'`, { code: "commander.missingArgument" });
}
