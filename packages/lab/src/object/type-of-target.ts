import { canonical, type Invocation, type SequentialType, type Value } from "@sightline/core";
import { stepsOf } from "./notation.js";
import { harnessFault, isBlocked, type Program, type SequencedCall } from "./program.js";
import type { Target } from "./target.js";

/** Programs with more sequences than this are too large to be understood by running them all. */
const MOST_SEQUENCES = 50_000;

/** A state: the calls so far, as a node of the tree of all sequences. A call that blocks leads nowhere. */
interface Node {
  readonly children: Map<string, { readonly result: Value; readonly node: Node }>;
}

/**
 * The object's own sequential behaviour as a type, for one program (POPL'19 Fig. 7, `Impl.execute`):
 * every sequence of some of the program's calls that keeps the order of each thread is run on a fresh
 * object, and `step` looks its results up. Where the object blocks, the call cannot happen: `step` has no
 * answer.
 *
 * Rejects where the program is too large, where a call cannot be made, or where the object answers one
 * sequence in two ways.
 *
 * @param ownThreads whether a thread of its own makes the calls of each thread: that takes longer, but some
 *   objects tell their callers apart
 */
export async function typeOfTarget(
  target: Pick<Target, "name" | "runInSequence">,
  program: Program,
  ownThreads = false,
): Promise<SequentialType> {
  const [type] = await typesOfTarget(target, [program], ownThreads);
  if (type instanceof RangeError) throw type;
  return type;
}

/** The same for several programs at once, which is quicker; or why there is no type for one. */
export async function typesOfTarget(
  target: Pick<Target, "name" | "runInSequence">,
  programs: readonly Program[],
  ownThreads = false,
): Promise<readonly (SequentialType | RangeError)[]> {
  const planned = programs.map((program) => orRangeError(() => maximalSequences(program, ownThreads)));
  const all = planned.flatMap((sequences) => (sequences instanceof RangeError ? [] : sequences));
  const results = await target.runInSequence(all).catch(orThrow);
  if (results instanceof RangeError) return planned.map((own) => (own instanceof RangeError ? own : results));
  let from = 0;
  return planned.map((sequences) => {
    if (sequences instanceof RangeError) return sequences;
    const own = results.slice(from, (from += sequences.length));
    return orRangeError(() => typeFrom(target.name, sequences, own));
  });
}

function orThrow(error: unknown): RangeError {
  if (error instanceof RangeError) return error;
  throw error;
}

function orRangeError<T>(make: () => T): T | RangeError {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return error;
    throw error;
  }
}

/** The type that the results of all sequences make. */
function typeFrom(
  name: string,
  sequences: readonly (readonly SequencedCall[])[],
  results: readonly (readonly Value[])[],
): SequentialType {
  const root: Node = { children: new Map() };
  sequences.forEach((calls, s) => {
    const fault = harnessFault(results[s]);
    if (fault !== undefined) throw new RangeError(fault);
    let node = root;
    results[s].forEach((result, i) => {
      const call = calls[i];
      const key = keyOf(call);
      let next = node.children.get(key);
      if (next === undefined) node.children.set(key, (next = { result, node: { children: new Map() } }));
      else if (canonical(next.result) !== canonical(result))
        throw new RangeError(
          `${name} answers ${call.method} in two ways after the same calls: only objects that are deterministic when run alone can be tested so`,
        );
      node = next.node;
    });
  });
  return {
    name,
    init: () => root,
    step(state: unknown, invocation) {
      const next = (state as Node).children.get(keyOf(invocation));
      return next === undefined || isBlocked(next.result) ? [] : { state: next.node, result: next.result };
    },
    key: numberNodes(),
  };
}

/** The text of arguments that were met before: the same few are asked for again and again. */
const texts = new WeakMap<readonly Value[], string>();

function keyOf({ method, args }: Invocation): string {
  let text = texts.get(args);
  if (text === undefined) texts.set(args, (text = canonical(args)));
  return `${method} ${text}`;
}

/** Nodes are themselves: a number each, as they are met. */
function numberNodes(): (state: unknown) => number {
  const numbers = new WeakMap<object, number>();
  let count = 0;
  return (state) => {
    let number = numbers.get(state as object);
    if (number === undefined) numbers.set(state as object, (number = count++));
    return number;
  };
}

/**
 * All sequences of some of the calls, in the order of each thread, that cannot be made longer: with
 * the last call of every thread. Every other such sequence begins one of them.
 *
 * @param withThreads whether they say who makes each call: then there are more of them
 */
export function maximalSequences(
  program: Program,
  withThreads = false,
): readonly (readonly SequencedCall[])[] {
  const threads = program.threads.map((steps) => steps.filter(({ on }) => on === undefined));
  const found = new Map<string, readonly SequencedCall[]>();
  const sequence: SequencedCall[] = [];
  const position = threads.map(() => 0);
  const extend = (): void => {
    let longer = false;
    threads.forEach((calls, t) => {
      const from = position[t];
      for (let i = from; i < calls.length; i++) {
        longer = true;
        const { method, args } = calls[i];
        sequence.push({ method, args, ...(withThreads && { thread: t }) });
        position[t] = i + 1;
        extend();
        sequence.pop();
      }
      position[t] = from;
    });
    if (longer) return;
    found.set(sequence.map((call) => `${call.thread ?? ""} ${keyOf(call)}`).join("\n"), [...sequence]);
    if (found.size > MOST_SEQUENCES)
      throw new RangeError(
        `the program has more than ${MOST_SEQUENCES.toLocaleString("en")} sequences of its ${stepsOf(program).length} steps: give it fewer calls, or --type`,
      );
  };
  extend();
  return [...found.values()];
}
