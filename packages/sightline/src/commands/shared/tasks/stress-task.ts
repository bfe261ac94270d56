import { createHash } from "node:crypto";
import type {
  ObjectSpec,
  OpenTargetOptions,
  Program,
  StressOptions,
  StressReport,
  Target,
} from "@sightline/lab";

/** Which object programs are run on: plain data. */
export interface ObjectQuestion {
  readonly target: string;
  readonly options: Pick<OpenTargetOptions, "spec" | "constructorArgs" | "mode">;
  /** What the class is, as `mark` has it: another class of the same name gives other answers. */
  readonly mark: string;
}

/** A program that is run many times on an object. */
export interface StressProgram extends ObjectQuestion {
  readonly program: Program;
  readonly how: Omit<StressOptions, "signal">;
}

/** A task about an object. */
export interface StressTask {
  readonly key: string;
  readonly kind: "stress-program";
  readonly data: StressProgram;
}

/** Whether a task is about an object. */
export const isStressTask = (task: { readonly kind: string }): task is StressTask =>
  task.kind === "stress-program";

/** By what a class is known again: what can be called of it, in whatever order that is told. */
export function markOf({ methods, ...rest }: ObjectSpec): string {
  const text = JSON.stringify([rest, methods.map((method) => JSON.stringify(method)).sort()]);
  return createHash("sha256").update(text).digest("hex");
}

/** Runs the program for all its time: the last report. */
export async function stressProgram(target: Target, { program, how }: StressProgram): Promise<StressReport> {
  let last: StressReport | undefined;
  for await (const report of target.stress([program], how)) last = report;
  if (last === undefined) throw new Error("there is no report on the program");
  return last;
}

/** The report on a program that takes its process with it. */
export const lostProgram = (message: string): StressReport => ({
  program: 0,
  executions: 0,
  seconds: 0,
  outcomes: [],
  done: true,
  failure: { kind: "crash", message },
});
