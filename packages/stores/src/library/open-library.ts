import { HistoryError, labelOf, printOperation } from "@sightline/core";
import { claimWords, hasDiverged, shows } from "../failure/claim.js";
import { writeProgram } from "../failure/write-program.js";
import { runProgram } from "../failure/run-program.js";
import { shrinkScript } from "../failure/shrink-script.js";
import type { Claim, Finding, OpenStore, RecordedRun, StoreOptions } from "../store.js";
import {
  defaultDelivery,
  deliveryWords,
  generateScript,
  type Scenario,
} from "../workload/generate-script.js";
import type { Script } from "../workload/script.js";
import { defaultWorkload, type StoreType, workloadWords } from "../workload/workload.js";
import type { Document, Library } from "./library.js";
import { loadLibrary } from "./load-library.js";
import { type Run, type RunOptions, runScript } from "./run-script.js";
import { createWindows } from "./windows.js";

/** Opens a library of the user's project, used as a type. Throws `NotInstalled` or a `HistoryError`. */
export async function openLibrary(
  library: Library,
  type: StoreType,
  options: StoreOptions = {},
): Promise<OpenStore> {
  if (!library.types.includes(type))
    throw new HistoryError(
      "SL1007",
      `${library.name} is not used as a ${type}: take ${library.types.map((one) => `${library.name}:${one}`).join(", ")}`,
    );
  const { replicas = 3, seed = 1, folder = process.cwd(), reload = true, sights = false } = options;
  const scenario: Scenario = {
    workload: { ...defaultWorkload, ...options.workload, type },
    replicas,
    delivery: { ...defaultDelivery, ...options.delivery },
  };
  const installed = await loadLibrary(library, folder);
  generateScript(scenario, seed, 0); // what makes no sense is told at once
  const check = (part: keyof Document, fault: string): Promise<void> =>
    checkDocument(installed, type, part, `${library.name} ${fault}`);
  if (scenario.delivery.restart)
    await check("save", "has nothing to save and load here: leave --restart out");
  if (options.windows === true) await check("save", "has nothing to save and load here: leave --windows out");
  if (options.sights === true)
    await check("has", `does not tell what a replica of a ${type} has applied: leave --sights out`);
  let runs = 0;
  /** Names must not be used twice: a database that is destroyed may linger. */
  const execute = (script: Script, name: string, wish: Partial<RunOptions> = {}): Promise<Run> =>
    runScript(installed, script, { type, name, unique: `${name} ${++runs}`, sights, ...wish });

  const shrink = async (number: number, claim: Claim): Promise<Finding> => {
    const name = `seed ${seed}, run ${number}`;
    // Looking at a document may change it: what is made short is looked at once, in the end.
    const wish = { compare: claim.kind === "stale" ? "last" : "never" } as const;
    const whole = generateScript(scenario, seed, number);
    const { stale } = await execute(whole, name);
    const begun = claim.kind === "stale" ? { ...whole, steps: whole.steps.slice(0, stale?.after) } : whole;
    const script = await shrinkScript(begun, async (candidate) =>
      shows(await execute(candidate, name, wish), claim),
    );
    const run = await execute(script, name, wish);
    if (!shows(run, claim)) throw new Error(`run ${number} does not show it: ${claimWords(claim)}`);
    const title = [
      `${library.packages[0]} ${installed.version}: ${claimWords(claim)}.`,
      `Found by sightline with seed ${seed} in run ${number}, and made short.`,
    ];
    const { text, prints } = writeProgram({ code: library.code, type, run, claim, title });
    const { lastLine, status, errors } = await runProgram(text, folder);
    const confirmed = status === 0 && lastLine === prints;
    return {
      claim,
      run: number,
      history: run.history,
      operations: run.history.size,
      steps: stepsOf(run),
      program: text,
      prints,
      confirmed,
      ...(!confirmed && { instead: status === 0 ? lastLine : errors.trim() }),
    };
  };

  const compare: RunOptions["compare"] = reload ? "deliveries" : "never";
  const windows = options.windows === true ? createWindows(scenario, seed, execute) : undefined;
  const executeRun = (number: number, wish: Partial<RunOptions>): Promise<Run> =>
    windows?.run(number, wish) ??
    execute(generateScript(scenario, seed, number), `seed ${seed}, run ${number}`, wish);

  return {
    facts: {
      store: library.name,
      version: installed.version,
      type,
      replicas,
      seed,
      workload: workloadWords(scenario.workload, options.windows),
      delivery: deliveryWords(scenario.delivery),
    },
    async record(number) {
      const wish = { compare, finalReads: options.finalReads === true };
      const run = await executeRun(number, wish);
      return recorded(number, run, reload);
    },
    async replay(number) {
      const views: (readonly string[])[] = [];
      const wish = { compare, watch: (shown: readonly string[]) => void views.push(shown) };
      const run = await executeRun(number, wish);
      return stepTexts(run).flatMap((step, i) =>
        step === undefined ? [] : [{ step, replicas: views[i] ?? [] }],
      );
    },
    // What began with the state of another run is no program by itself.
    ...(windows === undefined && { shrink }),
    async close() {},
  };
}

function recorded(number: number, run: Run, reload: boolean): RecordedRun {
  const { history, stale, thrown } = run;
  return {
    number,
    history,
    ...(thrown === undefined && { diverged: hasDiverged(run) }),
    ...(reload && run.savable && { stale: stale !== undefined }),
    ...(thrown !== undefined && { thrown: thrown.message }),
    steps: stepsOf(run),
  };
}

/** The steps of a run in words. */
const stepsOf = (run: Run): readonly string[] => stepTexts(run).filter((text) => text !== undefined);

/** The steps of a run in words; `undefined` for those in which nothing happened. */
function stepTexts({ script, history, stale, changes, thrown }: Run): readonly (string | undefined)[] {
  let id = 0;
  return script.steps.slice(0, thrown?.after).map((step, number) => {
    const mark = stale?.after === number + 1 ? " (the live view is wrong now)" : "";
    switch (step.kind) {
      case "call":
        return id < history.size
          ? `replica ${step.replica}: ${printOperation(labelOf(history, id++))}  [${step.id}]${mark}`
          : undefined;
      case "deliver": {
        const of = step.of.filter((call) => changes.has(call));
        return of.length === 0 ? undefined : `replica ${step.to} gets [${of.join("], [")}]${mark}`;
      }
      case "restart":
        return `replica ${step.replica} comes back from its saved state${mark}`;
    }
  });
}

/** Refuses what takes documents that have something which these have not. */
async function checkDocument(
  { open }: Awaited<ReturnType<typeof loadLibrary>>,
  type: StoreType,
  part: keyof Document,
  fault: string,
): Promise<void> {
  const document = await open({ replica: 0, type, now: () => 0, run: "try" });
  await document.close?.();
  if (document[part] === undefined) throw new HistoryError("SL1304", fault);
}
