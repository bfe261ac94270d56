import { isViolation, type Program, type ProgramResult, printObjectProgram } from "@sightline/lab";
import type { Output } from "../../output/output.js";
import type { StatusLine } from "../../output/status-line.js";
import type { Style } from "../../render/style.js";
import type { BatchProgress } from "../shared/tasks/batch-progress.js";
import type { TestPage } from "./html.js";
import { skippedLine, testLine, testSummaryLine } from "./json.js";
import type { LiveBlock } from "./live-block.js";
import type { TestFlags } from "./options.js";
import {
  type EndOfTest,
  renderIntent,
  renderProgramResult,
  renderReplay,
  renderSkipped,
  renderTestSummary,
} from "./render.js";
import { replayCommand } from "./replay-command.js";
import type { TestSetup } from "./setup.js";

/** What moves on a terminal while tests run, and how text is set. */
export interface Screen {
  readonly style: Style;
  readonly live: LiveBlock;
  readonly line: StatusLine;
  /** The lines that fit on it. */
  readonly rows: number;
}

/** The screen and files that results are written to. */
export interface TestReporting {
  /** The target as the command line names it. */
  readonly name: string;
  readonly flags: TestFlags;
  readonly output: Output;
  readonly page: TestPage | undefined;
  readonly screen: Screen;
  /** How far a large batch has come. */
  readonly progress?: BatchProgress | undefined;
}

/** Tells what tests show, for people, for programs (`--json`) and on a page. */
export interface TestReporter {
  begin(): Promise<void>;
  /** A program that is running, and what it has shown so far. */
  show(result: ProgramResult): void;
  /** A program that has run; `shrunkFrom`: the larger one that it was made from. */
  tell(result: ProgramResult, shrunkFrom?: Program): Promise<void>;
  leaveOut(program: Program, reason: string): Promise<void>;
  end(end: EndOfTest): Promise<void>;
}

/** Lines around the table of a running program that must stay on the screen. */
const OTHER_ROWS = 6;

/** A reporter of the tests of this setup. */
export function createTestReporter(
  setup: TestSetup,
  { name, flags, output, page, screen }: TestReporting,
): TestReporter {
  const { plan, single } = setup;
  const { style, live, line, rows } = screen;
  const [json, quiet] = [flags.json === true, flags.quiet === true];
  const say = async (text: string): Promise<void> => {
    live.clear();
    line.hide();
    await output.write(text, "");
  };
  const sayResult = (result: ProgramResult, replay?: string, shrunkFrom?: Program): Promise<void> => {
    const title =
      shrunkFrom === undefined
        ? ""
        : `${style.colours.bold("The smallest program found that still shows it:")}\n`;
    const again = replay === undefined || single ? "" : `\n${renderReplay(replay, style)}`;
    return say(`${title}${renderProgramResult(result, plan.spec, style)}${again}\n`);
  };
  return {
    async begin() {
      for (const note of setup.notes) if (!quiet) await output.write("", `note: ${note}\n`);
      if (!json && !quiet) await say(`${renderIntent(name, setup, style)}\n`);
    },
    show(result) {
      const room = { columns: style.width, rows: rows - OTHER_ROWS };
      live.show(renderProgramResult(result, plan.spec, style, room));
    },
    async tell(result, shrunkFrom) {
      const replay = isViolation(result) ? replayCommand(name, result.program, plan.seed, flags) : undefined;
      page?.add(result, plan, { replay, shrunkFrom });
      if (json) await say(`${testLine(result, { plan, replay, shrunkFrom })}\n`);
      else if (!quiet && (single || isViolation(result) || result.failure !== undefined))
        await sayResult(result, replay, shrunkFrom);
    },
    async leaveOut(program, reason) {
      page?.leaveOut(program, reason);
      if (json) await say(`${skippedLine(program, reason)}\n`);
      else if (single && !quiet) await say(renderSkipped(printObjectProgram(program), reason, style));
    },
    async end(end) {
      page?.close(name, setup, end);
      await say(json ? `${testSummaryLine(name, end)}\n` : quiet ? "" : renderTestSummary(end, style));
    },
  };
}
