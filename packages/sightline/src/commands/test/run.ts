import { HistoryError } from "@sightline/core";
import {
  isViolation,
  type Program,
  type ProgramResult,
  printObjectProgram,
  runTests,
  type Target,
} from "@sightline/lab";
import { filesNamed, protectInputs } from "../../inputs/protect-inputs.js";
import { createOutput, type Output } from "../../output/output.js";
import { createStatusLine, noStatusLine, type StatusLine } from "../../output/status-line.js";
import { listenForInterrupt } from "../../process/interrupt.js";
import { count } from "../../render/count.js";
import { type Style, styleFor } from "../../render/style.js";
import { isTargetFault, tellTargetFault } from "../shared/target-fault.js";
import { filesOf, type OpenTarget, openNamedTarget } from "../shared/target-options.js";
import { checkValues } from "../shared/values-option.js";
import { concludeTest, testStatus } from "./conclusion.js";
import { openTestPage, type TestPage } from "./html.js";
import { skippedLine, testLine, testSummaryLine } from "./json.js";
import { createLiveBlock, type LiveBlock, noLiveBlock } from "./live-block.js";
import { type TestFlags, wishesOf } from "./options.js";
import {
  renderIntent,
  renderProgramResult,
  renderReplay,
  renderSkipped,
  renderTestSummary,
} from "./render.js";
import { replayCommand } from "./replay-command.js";
import { setupOf, type TestSetup } from "./setup.js";
import { countEvent, countProgram, createTestTally } from "./tally.js";

/** `sightline test`: the exit status. */
export async function runTest(name: string, flags: TestFlags, open?: OpenTarget): Promise<number> {
  const begun = performance.now(); // what it takes to start a runtime is a part of --duration
  const wishes = await wishesOf(flags);
  protectInputs({ "--html": flags.html }, [...filesOf(name, flags), ...filesNamed(flags.type)]);
  const interrupt = new AbortController();
  const stopListening = listenForInterrupt(interrupt);
  let target: Target | undefined;
  try {
    const opened = await openNamedTarget(name, flags, open);
    target = opened.target;
    await checkValues(wishes.generate, opened.spec, target);
    const setup = await setupOf({ ...wishes, begun }, opened);
    const page = flags.html === undefined ? undefined : openTestPage(flags.html);
    const reporting = { name, flags, output: createOutput(), page, screen: screenFor(flags, setup.single) };
    return await testTarget(target, setup, reporting, interrupt.signal);
  } catch (error) {
    // A history error: the calls do not fit the type.
    if (!(isTargetFault(error) || error instanceof HistoryError)) throw error;
    return await tellTargetFault(error, flags.json);
  } finally {
    stopListening();
    await target?.close();
  }
}

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
}

/** A live table where programs are given and there is a terminal to draw on; else a line of progress. */
function screenFor(flags: TestFlags, single: boolean): Screen {
  const moves = flags.json !== true && flags.quiet !== true;
  const live = moves && single ? createLiveBlock(process.stdout) : noLiveBlock;
  return {
    style: styleFor(process.stdout, process.env),
    live,
    line: moves && live === noLiveBlock ? createStatusLine() : noStatusLine,
    rows: process.stdout.rows || 24,
  };
}

/** Tests an open target and reports what is seen: the exit status. */
export async function testTarget(
  target: Target,
  setup: TestSetup,
  { name, flags, output, page, screen }: TestReporting,
  signal: AbortSignal,
): Promise<number> {
  const { plan, single } = setup;
  const { style, live, line } = screen;
  const [json, quiet] = [flags.json === true, flags.quiet === true];
  const tally = createTestTally();
  const begun = performance.now();
  const programs = new Map<number, Program>();
  let running: ProgramResult | undefined;
  const say = async (text: string): Promise<void> => {
    live.clear();
    line.hide();
    await output.write(text, "");
  };
  const tell = async (result: ProgramResult, shrunkFrom?: Program): Promise<void> => {
    const replay = isViolation(result) ? replayCommand(name, result.program, plan.seed, flags) : undefined;
    page?.add(result, plan, { replay, shrunkFrom });
    if (json) {
      const context = {
        plan,
        ...(replay !== undefined && { replay }),
        ...(shrunkFrom !== undefined && { shrunkFrom }),
      };
      await say(`${testLine(result, context)}\n`);
    } else if (!quiet && (single || isViolation(result) || result.failure !== undefined)) {
      const title =
        shrunkFrom === undefined
          ? ""
          : `${style.colours.bold("The smallest program found that still shows it:")}\n`;
      const again = replay === undefined || single ? "" : `\n${renderReplay(replay, style)}`;
      await say(`${title}${renderProgramResult(result, plan.spec, style)}${again}\n`);
    }
  };

  for (const note of setup.notes) if (!quiet) await output.write("", `note: ${note}\n`);
  if (!json && !quiet) await say(`${renderIntent(name, setup, style)}\n`);
  for await (const event of runTests(target, plan, signal)) {
    countEvent(tally, event);
    switch (event.kind) {
      case "program":
        running = event.done ? undefined : event.result;
        programs.set(event.result.index, event.result.program);
        if (event.done) await tell(event.result);
        else
          live.show(
            renderProgramResult(event.result, plan.spec, style, {
              columns: style.width,
              rows: screen.rows - 6,
            }),
          );
        break;
      case "shrunk":
        await tell(event.result, programs.get(event.of));
        break;
      default:
        page?.leaveOut(event.program, event.reason);
        if (json) await say(`${skippedLine(event.program, event.reason)}\n`);
        else if (single && !quiet)
          await say(renderSkipped(printObjectProgram(event.program), event.reason, style));
    }
    const share = Math.max(
      tally.programs / (plan.programs?.length ?? plan.count),
      plan.secondsInAll === undefined ? 0 : (performance.now() - begun) / 1000 / plan.secondsInAll,
    );
    const executions = tally.executions + (running?.executions ?? 0);
    line.update(share, `${count(tally.programs, "program")}, ${count(executions, "execution")}`);
  }
  // What was seen of a program that was cut short is still seen.
  if (running !== undefined) {
    countProgram(tally, running);
    await tell(running);
  }
  const facts = { seed: plan.seed, milliseconds: performance.now() - begun, interrupted: signal.aborted };
  const conclusion = await concludeTest(target, setup, tally, signal.aborted);
  page?.close(name, setup, { tally, facts, conclusion });
  await say(
    json
      ? `${testSummaryLine(name, { tally, facts, conclusion })}\n`
      : quiet
        ? ""
        : renderTestSummary({ tally, facts, conclusion }, style),
  );
  return testStatus(conclusion, setup, tally, signal.aborted);
}
