import { createRandom, type Random } from "@sightline/core";
import { type ArgumentValues, drawArguments, type ValuesByType } from "./arguments.js";
import type { MethodSpec, ObjectSpec } from "./object-spec.js";
import type { Program, Step } from "./program.js";
import { canonicalProgram } from "./canonical-program.js";

/** Which programs to make up. */
export interface GenerateOptions {
  readonly seed: number;
  /** The methods under test; each program calls at least one of them. Default: all that are not trusted. */
  readonly methods?: readonly MethodSpec[];
  readonly threads?: number;
  /** The least and the most calls of a program. */
  readonly invocations?: readonly [number, number];
  /** How many values of a type arguments are taken from: 0, 1, … */
  readonly values?: number;
  /** What arguments of some types are taken from instead. */
  readonly valuesByType?: ValuesByType;
  /**
   * Whether programs that differ only in the names of their values are the same: not for objects that
   * sort their elements, or hash them into different places. Default: they are not.
   */
  readonly renameValues?: boolean;
  /** The share of programs that get a synchronisation between two threads. Default: 0. */
  readonly synchronised?: number;
}

/** By default: 2 threads, 3 to 6 invocations, 2 values (POPL'19 §5). */
const DEFAULTS = { threads: 2, invocations: [3, 6], values: 2 } as const;

/** A trusted mutator is three times as likely as any other method (POPL'19 §5). */
const MUTATOR_WEIGHT = 3;

/** After so many programs in a row that were there already, there are taken to be no more. */
const PATIENCE = 2000;

/**
 * Random programs over the trusted methods and those under test (POPL'19 §5), each once up to the
 * order of its threads. Each method under test is called in one of the first. The same seed gives the same
 * programs.
 */
export function* generatePrograms(spec: ObjectSpec, options: GenerateOptions): Generator<Program, void> {
  const random = createRandom(options.seed);
  const tested = options.methods ?? spec.methods.filter(({ trusted }) => trusted !== true);
  const pool = [...new Set([...spec.methods.filter(({ trusted }) => trusted === true), ...tested])];
  if (pool.length === 0) return;
  const bounds = boundsOf(spec, tested, options);
  const seen = new Set<string>();
  const due = new Set(tested); // under test, and in no program yet
  for (let misses = 0; misses < PATIENCE; misses++) {
    const [first] = due;
    if (first !== undefined) due.delete(first);
    const wanted = first === undefined ? tested : [first];
    const program = makeProgram(pool, wanted, bounds, options.synchronised ?? 0, random);
    const key = canonicalProgram(program, options.renameValues === true);
    if (seen.has(key)) continue;
    seen.add(key);
    misses = -1;
    yield program;
  }
}

/** The size of programs. */
export interface Bounds {
  readonly threads: number;
  readonly invocations: readonly [number, number];
  readonly values: ArgumentValues;
}

/** The options, or what the method under test or the class says, or the defaults. */
export function boundsOf(
  spec: ObjectSpec,
  tested: readonly MethodSpec[],
  options: Pick<GenerateOptions, "threads" | "invocations" | "values" | "valuesByType">,
): Bounds {
  const own = tested.length === 1 ? tested[0].harnessParameters : undefined;
  const said = { ...spec.harnessParameters, ...own };
  const threads = options.threads ?? said.threads ?? DEFAULTS.threads;
  // What a specification says of invocations is the least that shows something: more may show more.
  const [least, most] = options.invocations ?? [
    said.invocations ?? DEFAULTS.invocations[0],
    DEFAULTS.invocations[1],
  ];
  return {
    threads,
    invocations: [Math.max(threads, least), Math.max(threads, least, most)],
    values: {
      count: options.values ?? said.values ?? DEFAULTS.values,
      byType: options.valuesByType ?? {},
    },
  };
}

function makeProgram(
  pool: readonly MethodSpec[],
  tested: readonly MethodSpec[],
  { threads, invocations: [least, most], values }: Bounds,
  synchronised: number,
  random: Random,
): Program {
  const count = least + random.int(most - least + 1);
  const chosen = Array.from({ length: count }, () => pickWeighted(pool, random));
  if (tested.length > 0 && !chosen.some((method) => tested.includes(method)))
    chosen[random.int(count)] = tested[random.int(tested.length)];
  const steps = chosen.map((method) => callOf(method, values, random));
  const program = { threads: divide(steps, threads, random) };
  return random.chance(synchronised) ? synchronise(program, random) : program;
}

const callOf = (method: MethodSpec, values: ArgumentValues, random: Random): Step => ({
  method: method.name,
  args: drawArguments(method, values, random),
});

/** A random call, trusted mutators more often than others. */
export function randomCall(pool: readonly MethodSpec[], values: ArgumentValues, random: Random): Step {
  return callOf(pickWeighted(pool, random), values, random);
}

function pickWeighted(pool: readonly MethodSpec[], random: Random): MethodSpec {
  const weight = ({ trusted, readonly }: MethodSpec): number =>
    trusted === true && readonly !== true ? MUTATOR_WEIGHT : 1;
  let at = random.int(pool.reduce((sum, method) => sum + weight(method), 0));
  return pool.find((method) => (at -= weight(method)) < 0) ?? pool[0];
}

/** Cuts the calls into as many threads, none of them empty. */
function divide(steps: readonly Step[], threads: number, random: Random): readonly (readonly Step[])[] {
  const sizes = Array.from({ length: threads }, () => 1);
  for (let i = threads; i < steps.length; i++) sizes[random.int(threads)]++;
  let from = 0;
  return sizes.map((size) => steps.slice(from, (from += size)));
}

/** Lets one thread set a flag that another reads, or puts a lock around a call in two of them. */
function synchronise({ threads }: Program, random: Random): Program {
  const a = random.int(threads.length);
  const b = (a + 1 + random.int(threads.length - 1)) % threads.length;
  if (random.chance(0.5)) {
    const set: Step = { on: "v", method: "set", args: [] };
    const get: Step = { on: "v", method: "get", args: [] };
    return { threads: threads.with(a, [...threads[a], set]).with(b, [get, ...threads[b]]) };
  }
  const guarded = (steps: readonly Step[]): readonly Step[] => {
    const at = random.int(steps.length);
    const lock: Step = { on: "l", method: "lock", args: [] };
    return [...steps.slice(0, at), lock, steps[at], { ...lock, method: "unlock" }, ...steps.slice(at + 1)];
  };
  return { threads: threads.with(a, guarded(threads[a])).with(b, guarded(threads[b])) };
}
