import { availableParallelism } from "node:os";
import { type Access, type LitmusTest, litmusTests, runLitmus } from "@sightline/lab";
import { createOutput, type Output } from "../../output/output.js";
import { createStatusLine, noStatusLine } from "../../output/status-line.js";
import { EXIT } from "../../process/exit-code.js";
import { listenForInterrupt } from "../../process/interrupt.js";
import { styleFor } from "../../render/style.js";
import { accessOf } from "../shared/access-option.js";
import { oneOf } from "../shared/names.js";
import { whole } from "../shared/numbers.js";
import { seedOf } from "../shared/seed-option.js";
import { type JudgedTest, judgeRun } from "./judge.js";
import { litmusLine, litmusSummaryLine, renderConclusion, renderList, renderTest } from "./render.js";

/** The options of `litmus` as the command line gives them. */
export interface LitmusFlags {
  readonly list?: boolean;
  readonly access?: string;
  readonly runs?: string;
  readonly seed?: string;
  readonly json?: boolean;
}

const DEFAULT_RUNS = 100_000;

/** Milliseconds for a test, at most, where `--runs` does not say how many runs it must be. */
const DEFAULT_TIME = 5000;

/** `sightline litmus`: the exit status. */
export async function runLitmusCommand(names: readonly string[], flags: LitmusFlags): Promise<number> {
  const tests = await testsNamed(names);
  const access = await accessOf(flags.access);
  const plan: LitmusPlan = {
    access,
    runs: flags.runs === undefined ? DEFAULT_RUNS : whole(flags.runs, "--runs", 1),
    time: flags.runs === undefined ? DEFAULT_TIME : undefined,
    seed: seedOf(flags.seed),
    json: flags.json === true,
  };
  const output = createOutput();
  if (flags.list === true) {
    await output.write(renderList(tests, styleFor(process.stdout, process.env), flags.json === true), "");
    return 0;
  }
  const interrupt = new AbortController();
  const stopListening = listenForInterrupt(interrupt);
  try {
    return await runAll(tests, plan, output, interrupt.signal);
  } finally {
    stopListening();
  }
}

/** The tests of these names, in any case; all of them where none is named. Throws a `UsageError`. */
async function testsNamed(names: readonly string[]): Promise<readonly LitmusTest[]> {
  if (names.length === 0) return litmusTests;
  const known = litmusTests.map(({ name }) => name);
  const wanted = await Promise.all(
    names
      .flatMap((name) => name.split(","))
      .map((name) => oneOf(inItsCase(name, known), known, "litmus test", "SL3005")),
  );
  return litmusTests.filter(({ name }) => wanted.includes(name));
}

const inItsCase = (name: string, known: readonly string[]): string =>
  known.find((other) => other.toLowerCase() === name.toLowerCase()) ?? name;

/** The flags of `litmus`, understood. */
interface LitmusPlan {
  readonly access: Access;
  readonly runs: number;
  /** Milliseconds for each test, at most. */
  readonly time: number | undefined;
  readonly seed: number;
  readonly json: boolean;
}

/** Runs the tests one after another and prints each when it is done; then what it all comes to. */
async function runAll(
  tests: readonly LitmusTest[],
  { access, runs, time, seed, json }: LitmusPlan,
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
