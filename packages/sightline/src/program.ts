import { Command } from "commander";
import { declareCheck } from "./commands/check/declare.js";
import { declareCompletion } from "./commands/completion/declare.js";
import { declareConvert } from "./commands/convert/declare.js";
import { declareCriteria } from "./commands/criteria/declare.js";
import { declareDerive } from "./commands/derive/declare.js";
import { declareDescribe } from "./commands/describe/declare.js";
import { declareFormats } from "./commands/formats/declare.js";
import { declareLitmus } from "./commands/litmus/declare.js";
import { declareMeasure } from "./commands/measure/declare.js";
import { declareOutcomes } from "./commands/outcomes/declare.js";
import { declareRecord } from "./commands/record/declare.js";
import type { Declare, OnStatus } from "./commands/shared/declare.js";
import { declareReplay } from "./commands/replay/declare.js";
import { declareServe } from "./commands/serve/declare.js";
import { declareTest } from "./commands/test/declare.js";
import { declareTypes } from "./commands/types/declare.js";
import { declareVerify } from "./commands/verify/declare.js";
import { declareWorker } from "./commands/worker/declare.js";
import { declareView } from "./commands/view/declare.js";
import { version } from "./process/version.js";
import { visibleLines } from "./render/visible.js";

/** The commands, in the order of the help. */
const commands: readonly Declare[] = [
  declareCheck,
  declareMeasure,
  declareOutcomes,
  declareVerify,
  declareTest,
  declareDescribe,
  declareDerive,
  declareRecord,
  declareReplay,
  declareConvert,
  declareLitmus,
  declareView,
  declareWorker,
  declareServe,
  declareCriteria,
  declareTypes,
  declareFormats,
  declareCompletion,
];

/**
 * The commands and their options. Nothing but commander is loaded for that: each command loads what
 * it needs when it runs. `onStatus` is told the exit status.
 */
export function createProgram(onStatus: OnStatus): Command {
  const program = new Command("sightline")
    .description("How consistent is this concurrent object, replicated data type or shared memory, really?")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help on a command")
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({
      writeErr: (text) => void process.stderr.write(visibleLines(text)),
      outputError() {}, // what it throws is told
    })
    .enablePositionalOptions()
    .exitOverride()
    .addHelpText("after", programHelp);
  for (const declare of commands) declare(program, onStatus);
  return program;
}

const programHelp = `
Examples:
  sightline check history.json
  sightline check "{ put(1,0) => null; get(1) => 1 } || { put(1,1) => 0 }" --type map
  sightline check --help

Exit status: 0 satisfied, 1 violated, 2 unknown, 64 wrong usage, 65 not a valid history,
70 a bug in Sightline, 74 output that cannot be written, 130 interrupted.
`;
