import { availableParallelism } from "node:os";
import { runLitmus } from "@sightline/lab";
import { createOutput, type Output } from "../../output/output.js";
import { createStatusLine, noStatusLine } from "../../output/status-line.js";
import { EXIT } from "../../process/exit-code.js";
import { listenForInterrupt } from "../../process/interrupt.js";
import { styleFor } from "../../render/style.js";
import { listLine, litmusLine, litmusSummaryLine } from "./json.js";
import { type JudgedTest, judgeRun } from "./judge.js";
import { type LitmusFlags, type LitmusPlan, planLitmus } from "./options.js";
import { renderConclusion, renderList, renderTest } from "./render.js";

/** `sightline litmus`: the exit status. */
export async function runLitmusCommand(names: readonly string[], flags: LitmusFlags): Promise<number> {
  const plan = await planLitmus(names, flags);
  const output = createOutput();
  if (flags.list === true) {
    const list = plan.json
      ? plan.tests.map((test) => `${listLine(test)}\n`).join("")
      : renderList(plan.tests, styleFor(process.stdout, process.env));
    await output.write(list, "");
    return 0;
  }
  const interrupt = new AbortController();
  const stopListening = listenForInterrupt(interrupt);
  try {
    return await runAll(plan, output, interrupt.signal);
  } finally {
    stopListening();
  }
}

/** Runs the tests one after another and prints each when it is done; then what it all comes to. */
async function runAll(
  { tests, access, runs, time, seed, json }: LitmusPlan,
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  const style = styleFor(process.stdout, process.env);
  const line = json ? noStatusLine : createStatusLine();
  const begun = performance.now();
  const judged: JudgedTest[] = [];
  for (const [index, test] of tests.entries()) {
    if (signal.aborted) break;
    const onProgress = (done: number): void =>
      line.update((index + done / runs) / tests.length, `${test.name} (${index + 1} of ${tests.length})`);
    const ends = time === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(time)]);
    const run = await runLitmus(test, { access, runs, seed, signal: ends, onProgress });
    if (run.runs === 0) continue;
    const result = judgeRun(test, run, access);
    judged.push(result);
    line.hide();
    await output.write(json ? `${litmusLine(result)}\n` : `${renderTest(result, style)}\n`, "");
  }
  line.hide();
  const facts = {
    access,
    milliseconds: performance.now() - begun,
    interrupted: signal.aborted,
    cores: availableParallelism(),
  };
  await output.write(
    json ? `${litmusSummaryLine(judged, facts)}\n` : renderConclusion(judged, facts, style),
    "",
  );
  if (signal.aborted) return EXIT.interrupted;
  return judged.some(({ beyond }) => beyond) ? 1 : 0;
}
