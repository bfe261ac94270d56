import type { Value } from "@sightline/core";
import type { ObjectSpec } from "@sightline/lab/object/object-spec.js";
import type { Call, Outcome, Program } from "@sightline/lab/object/program.js";
import { stepsOf } from "@sightline/lab/object/notation.js";
import type { StressReport, Target } from "@sightline/lab/object/target.js";

/** The behaviour of a fake object. */
export interface Fake {
  readonly spec: ObjectSpec;
  /** One call after the other on a fresh object. */
  run(sequence: readonly Call[]): readonly Value[];
  /** What stress shows of a program: outcomes with how often they are seen. */
  shows(program: Program): readonly (readonly [Outcome, number])[];
  readonly failure?: StressReport["failure"];
  /** In which share of the executions threads overlapped. Default: in all. */
  readonly overlap?: number;
}

/** A target without any threads: it shows what the script says. It reports on each program twice. */
export function fakeTarget({ spec, run, shows, failure, overlap = 1 }: Fake): Target & {
  readonly stressed: Program[];
} {
  const stressed: Program[] = [];
  return {
    name: "fake",
    stressed,
    describe: () => Promise.resolve(spec),
    runInSequence: (sequences) => Promise.resolve(sequences.map(run)),
    async *stress(programs, { secondsPerProgram, signal }) {
      for (const [index, program] of programs.entries()) {
        if (signal?.aborted === true) return;
        stressed.push(program);
        const outcomes = shows(program).map(([results, count]) => ({ results, count }));
        const executions = outcomes.reduce((sum, { count }) => sum + count, 0);
        const overlapped = Math.floor(overlap * executions);
        const report = { program: index, executions, overlapped, outcomes, seconds: secondsPerProgram };
        await Promise.resolve();
        yield { ...report, done: false };
        yield { ...report, done: true, ...(failure !== undefined && { failure }) };
      }
    },
    close: () => Promise.resolve(),
  };
}

/** A set of integers, as a sequential object. */
export function runSet(sequence: readonly Call[]): Value[] {
  const set = new Set<Value>();
  return sequence.map(({ method, args: [value] }) => {
    switch (method) {
      case "add": {
        const isNew = !set.has(value);
        set.add(value);
        return isNew;
      }
      case "remove":
        return set.delete(value);
      case "contains":
        return set.has(value);
      case "size":
        return set.size;
      case "clear":
        set.clear();
        return null;
      default:
        return { throws: "NoSuchMethodError" };
    }
  });
}

const element = { type: "java.lang.Object" };

/** The specification of the object that `runSet` runs. */
export const setSpec: ObjectSpec = {
  class: "FakeSet",
  methods: [
    { name: "add", parameters: [element], trusted: true },
    { name: "remove", parameters: [element], trusted: true },
    { name: "contains", parameters: [element], trusted: true, readonly: true },
    { name: "size", parameters: [], readonly: true },
    { name: "clear", parameters: [], void: true },
  ],
};

/** A set whose size() is another, as `instead` says, once in a thousand; undefined: it is right then, too. */
export const setWithRareSize = (instead: (size: number) => number | undefined): Fake => ({
  spec: setSpec,
  run: runSet,
  shows(program) {
    const steps = stepsOf(program);
    const right = runSet(steps);
    const at = steps.findIndex(({ method }) => method === "size");
    const wrong = at < 0 ? undefined : instead(right[at] as number);
    if (wrong === undefined) return [[right, 1000]];
    return [
      [right, 999],
      [right.with(at, wrong), 1],
    ];
  },
});
