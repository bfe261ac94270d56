import type { ErrorCode } from "@sightline/core";
import { bugText } from "./errors/bug-text.js";
import { UsageError } from "./errors/usage-error.js";
import { OutputError, outputFailed, watchOutputs, writeError } from "./output/output.js";
import { EXIT } from "./process/exit-code.js";
import { statusOfSignal } from "./process/interrupt.js";
import { createProgram } from "./program.js";
import { forTerminal } from "./render/style.js";

/** The command line: runs what `args` ask for and sets the exit status. */
export async function main(args: readonly string[]): Promise<void> {
  watchOutputs(args.includes("--json"));
  // Without this the runtime would end with 1, which is a verdict.
  process.on("uncaughtException", (error) => {
    tellBug(error);
    process.exit(EXIT.bug);
  });
  try {
    process.exitCode = statusOfSignal(await runProgram(args));
  } catch (error) {
    tellBug(error);
    process.exitCode = EXIT.bug;
  }
}

function tellBug(error: unknown): void {
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(forTerminal(bugText(message, stack, process.env["SIGHTLINE_DEBUG"] === "1")));
}

async function runProgram(args: readonly string[]): Promise<number> {
  let status = 0;
  const program = createProgram((code) => (status = code));
  try {
    await program.parseAsync(args, { from: "user" });
    return status;
  } catch (error) {
    if (isCommanderError(error)) return tellMisuse(error);
    if (error instanceof OutputError) {
      outputFailed(error.message);
      return EXIT.output;
    }
    if (!(error instanceof UsageError)) throw error;
    const { shorten } = await import("@sightline/core");
    writeError({ code: error.code, message: shorten(error.message) });
    return EXIT.usage;
  }
}

/** What commander refuses; it also says so where it has only printed help or the version. */
interface CommanderError extends Error {
  readonly code: string;
  readonly exitCode: number;
}

function isCommanderError(error: unknown): error is CommanderError {
  return error instanceof Error && "code" in error && String(error.code).startsWith("commander.");
}

/** Commander's words for what is wrong with the command line, with our codes. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  "commander.unknownOption": "SL4003",
  "commander.unknownCommand": "SL4003",
  "commander.missingArgument": "SL4004",
  "commander.optionMissingArgument": "SL4004",
  "commander.excessArguments": "SL4004",
};

function tellMisuse({ code, exitCode, message }: CommanderError): number {
  if (exitCode === 0) return 0;
  // Help that was asked for with nothing to do is printed by then.
  if (code !== "commander.help")
    writeError({ code: CODES[code] ?? "SL4001", message: message.replace(/^error: /, "") });
  return EXIT.usage;
}
