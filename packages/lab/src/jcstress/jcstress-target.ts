import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonical } from "@sightline/core";
import { harnessClasses } from "../java/classes.js";
import { type JavaTargetOptions, openJavaTarget, subjectOf } from "../java/java-target.js";
import { findJdk, type Jdk } from "../java/jdk.js";
import { startJvm } from "../java/jvm.js";
import { harnessFault, type Program } from "../object/program.js";
import type { SeenOutcome, StressFailure, StressOptions, StressReport, Target } from "../object/target.js";
import { jcstressJars } from "./jars.js";
import { compileTests, runTestsInJcstress, TEST_PACKAGE } from "./run-tests-in-jcstress.js";

/** Which Java class to test, and with which JCStress. */
export interface JcstressTargetOptions extends JavaTargetOptions {
  /** The jar of JCStress, with those it needs, as a class path. Default: from Maven Central. */
  readonly jcstressJar?: string;
}

/** Starting JCStress, which first looks at the machine and at the JVM, may take so long. */
const STARTING_SECONDS = 120;

/**
 * A Java class as a target whose programs are run by OpenJDK's JCStress, the harness of POPL'19 §5, instead
 * of our own. It starts slowly, so give it many programs at once. Each is run for the given seconds in each
 * configuration of the JVM that JCStress finds worth while; the seed has no effect.
 */
export async function openJcstressTarget(options: JcstressTargetOptions): Promise<Target> {
  const { jcstressJar, ...javaOptions } = options;
  const jars = await jcstressJars(jcstressJar);
  const jdk = await findJdk(options.java);
  const own = options.classpath === undefined ? [] : [options.classpath];
  const classpath = [await harnessClasses(jdk), ...own, ...jars];
  const java = await openJavaTarget(javaOptions);
  const closed = new AbortController();
  return {
    name: java.name,
    sequencesHaveThreads: true,
    describe: () => java.describe(),
    ...(java.unfit !== undefined && { unfit: java.unfit }),
    ...(java.signatures !== undefined && { signatures: java.signatures }),
    runInSequence: (sequences) => java.runInSequence(sequences),
    stress: (programs, stressOptions) =>
      stressInJcstress(programs, { jdk, classpath, options: javaOptions }, stressOptions, closed.signal),
    async close() {
      closed.abort();
      await java.close();
    },
  };
}

interface Setting {
  readonly jdk: Jdk;
  readonly classpath: readonly string[];
  readonly options: JavaTargetOptions;
}

async function* stressInJcstress(
  programs: readonly Program[],
  setting: Setting,
  { secondsPerProgram: seconds, signal }: StressOptions,
  closed: AbortSignal,
): AsyncGenerator<StressReport, void> {
  const { jdk, classpath, options } = setting;
  const over = AbortSignal.any([closed, ...(signal === undefined ? [] : [signal])]);
  const folder = await mkdtemp(join(tmpdir(), "sightline-jcstress-"));
  try {
    const written = await writeTests(programs, setting);
    const sources = new Map(
      written.flatMap(({ source }, i) => (source === undefined ? [] : [[testName(i), source]])),
    );
    const { classes, errors } = await compileTests({ jdk, folder, classpath, sources });
    const tallies = programs.map((_, program) => createTally(program, seconds));
    for (const [i, { refused }] of written.entries()) {
      const message = refused ?? errors.get(testName(i));
      if (message !== undefined) yield tallies[i].finish({ kind: "rejected", message });
    }
    if (tallies.every(({ isFinished }) => isFinished())) return;
    const runs = runTestsInJcstress({
      jdk,
      folder,
      classpath: [classes, ...classpath],
      seconds,
      silenceSeconds: STARTING_SECONDS + (options.hangSeconds ?? 10) + seconds,
      signal: over,
    });
    let next = await runs.next();
    try {
      for (; next.done !== true; next = await runs.next()) {
        const { test, outcomes, failure } = next.value;
        yield tallies[Number(/\d+$/.exec(test)?.[0])].add(outcomes, failure);
      }
    } finally {
      if (next.done !== true) await runs.return("stopped");
    }
    const end = next.value;
    if (typeof end === "object") throw new Error(end.failed);
    for (const tally of tallies) if (!tally.isFinished()) yield tally.finish(failureAt(end, tally.hasRun()));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function failureAt(end: "complete" | "silent" | "stopped", hasRun: boolean): StressFailure | undefined {
  if (hasRun || end === "stopped") return undefined;
  const message = "JCStress has not said a word about it";
  return { kind: end === "silent" ? "hang" : "crash", message };
}

const testName = (program: number): string => `Program${program}`;

/** The source of each program's test, or why there is none. */
async function writeTests(
  programs: readonly Program[],
  { jdk, classpath, options }: Setting,
): Promise<readonly { readonly source?: string; readonly refused?: string }[]> {
  const jvm = startJvm(jdk, { classpath, mainClass: "sightline.Main", silenceSeconds: 60 });
  try {
    const answer = await jvm.ask({
      kind: "jcstress",
      subject: subjectOf(options),
      package: TEST_PACKAGE,
      programs,
    });
    if (answer.kind !== "result") throw new Error(answer.message);
    return answer.result as { source?: string; refused?: string }[];
  } finally {
    await jvm.kill();
  }
}

/** The sum of the runs of one program. */
interface ProgramTally {
  add(outcomes: readonly SeenOutcome[], failure: StressFailure | undefined): StressReport;
  finish(failure?: StressFailure): StressReport;
  hasRun(): boolean;
  isFinished(): boolean;
}

function createTally(program: number, secondsPerRun: number): ProgramTally {
  const counts = new Map<string, { results: SeenOutcome["results"]; count: number }>();
  let runs = 0;
  let failed: StressFailure | undefined;
  let finished = false;
  const report = (done: boolean): StressReport => {
    const outcomes = [...counts.values()].map(({ results, count }) => ({ results, count }));
    return {
      program,
      executions: outcomes.reduce((sum, { count }) => sum + count, 0),
      seconds: runs * secondsPerRun,
      outcomes,
      done,
      ...(done && failed !== undefined && { failure: failed }),
    };
  };
  return {
    add(outcomes, failure) {
      runs++;
      failed ??= failure;
      for (const { results, count } of outcomes) {
        const fault = harnessFault(results);
        if (fault !== undefined) {
          failed ??= { kind: "rejected", message: fault };
          continue;
        }
        const key = canonical([...results]);
        const known = counts.get(key);
        if (known === undefined) counts.set(key, { results, count });
        else known.count += count;
      }
      return report(false);
    },
    finish(failure) {
      finished = true;
      failed ??= failure;
      return report(true);
    },
    hasRun: () => runs > 0,
    isFinished: () => finished,
  };
}
