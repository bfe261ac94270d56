import { HistoryError } from "@sightline/core";
import { type Program, type ProgramResult, runTests, type Target } from "@sightline/lab";
import { filesNamed, protectInputs } from "../../inputs/protect-inputs.js";
import { createOutput } from "../../output/output.js";
import { createStatusLine, noStatusLine } from "../../output/status-line.js";
import { count } from "../../render/count.js";
import { styleFor } from "../../render/style.js";
import { tellTargetFault } from "../shared/target-fault.js";
import { filesOf, type OpenTarget } from "../shared/target-options.js";
import { clusterWords } from "../shared/tasks/batch-progress.js";
import { withTarget } from "../shared/with-target.js";
import { concludeTest, testStatus } from "./conclusion.js";
import { openTestPage } from "./html.js";
import { createLiveBlock, noLiveBlock } from "./live-block.js";
import { type TestFlags, wishesOf } from "./options.js";
import { createTestReporter, type Screen, type TestReporting } from "./reporter.js";
import { setupOf, type TestSetup } from "./setup.js";
import { countEvent, countProgram, createTestTally } from "./tally.js";

/** `sightline test`: the exit status. */
export async function runTest(name: string, flags: TestFlags, open?: OpenTarget): Promise<number> {
  const begun = performance.now(); // what it takes to start a runtime is a part of --duration
  const wishes = await wishesOf(flags);
  protectInputs({ "--html": flags.html, "--journal": flags.journal }, [
    ...filesOf(name, flags),
    ...filesNamed(flags.type),
  ]);
  return withTarget("test", name, flags, wishes.generate, open, async (opened, signal, progress) => {
    try {
      const setup = await setupOf({ ...wishes, begun }, opened);
      const page = flags.html === undefined ? undefined : openTestPage(flags.html);
      const reporting = { name, flags, output: createOutput(), page, screen: screenFor(flags, setup.single) };
      return await testTarget(opened.target, setup, { ...reporting, progress }, signal);
    } catch (error) {
      // The calls do not fit the type.
      if (!(error instanceof HistoryError)) throw error;
      return await tellTargetFault(error, flags.json);
    }
  });
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
  reporting: TestReporting,
  signal: AbortSignal,
): Promise<number> {
  const { plan } = setup;
  const reporter = createTestReporter(setup, reporting);
  const tally = createTestTally();
  const begun = performance.now();
  const programs = new Map<number, Program>();
  let running: ProgramResult | undefined;
  await reporter.begin();
  for await (const event of runTests(target, plan, signal)) {
    countEvent(tally, event);
    switch (event.kind) {
      case "program":
        running = event.done ? undefined : event.result;
        programs.set(event.result.index, event.result.program);
        if (event.done) await reporter.tell(event.result);
        else reporter.show(event.result);
        break;
      case "shrunk":
        await reporter.tell(event.result, programs.get(event.of));
        break;
      default:
        await reporter.leaveOut(event.program, event.reason);
    }
    const share = Math.max(
      tally.programs / (plan.programs?.length ?? plan.count),
      plan.secondsInAll === undefined ? 0 : (performance.now() - begun) / 1000 / plan.secondsInAll,
    );
    const executions = tally.executions + (running?.executions ?? 0);
    reporting.screen.line.update(
      share,
      [
        count(tally.programs, "program"),
        count(executions, "execution"),
        ...(reporting.progress === undefined ? [] : clusterWords(reporting.progress)),
      ].join(", "),
    );
  }
  // What was seen of a program that was cut short is still seen.
  if (running !== undefined) {
    countProgram(tally, running);
    await reporter.tell(running);
  }
  const facts = { seed: plan.seed, milliseconds: performance.now() - begun, interrupted: signal.aborted };
  const conclusion = await concludeTest(target, setup, tally, signal.aborted);
  await reporter.end({ tally, facts, conclusion });
  return testStatus(conclusion, setup, tally, signal.aborted);
}
