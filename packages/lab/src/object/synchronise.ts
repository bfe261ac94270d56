import type { Outcome, Program, Step } from "./program.js";

/** An edge between steps, numbered thread by thread as an outcome lists them. */
export type Edge = readonly [from: number, to: number];

interface NumberedStep extends Step {
  readonly thread: number;
  readonly number: number;
}

function numbered({ threads }: Program): NumberedStep[] {
  let number = 0;
  return threads.flatMap((steps, thread) => steps.map((step) => ({ ...step, thread, number: number++ })));
}

/** A stretch of a thread from `lock` to `unlock` of the same lock. */
interface Section {
  readonly lock: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Refuses synchronisation that says nothing clear: a flag that is set twice, a lock that is not given
 * back by the thread that took it, a method that flags and locks have not. Throws a `RangeError`.
 */
export function checkSynchronisation(program: Program): void {
  const steps = numbered(program);
  const set = new Set<string>();
  for (const { on, method } of steps) {
    if (on === undefined) continue;
    if (!["set", "get", "lock", "unlock"].includes(method))
      throw new RangeError(
        `${on}.${method}() is no synchronisation: flags have set() and get(), locks have lock() and unlock()`,
      );
    if (method !== "set") continue;
    if (set.has(on)) throw new RangeError(`flag ${on} is set twice: take another flag for the second`);
    set.add(on);
  }
  sectionsOf(steps);
}

function sectionsOf(steps: readonly NumberedStep[]): Section[] {
  const open = new Map<string, number>();
  const sections: Section[] = [];
  for (const { on, method, thread, number } of steps) {
    if (on === undefined || (method !== "lock" && method !== "unlock")) continue;
    const key = `${thread} ${on}`;
    const from = open.get(key);
    if (method === "lock") {
      if (from !== undefined)
        throw new RangeError(`lock ${on} is taken twice by one thread: unlock it first`);
      open.set(key, number);
    } else {
      if (from === undefined) throw new RangeError(`${on}.unlock() without ${on}.lock() before it`);
      sections.push({ lock: on, from, to: number });
      open.delete(key);
    }
  }
  if (open.size > 0) throw new RangeError(`a lock is not given back: end its thread with unlock()`);
  return sections;
}

/**
 * What the synchronisation of one run shows: from each `set` to each `get` that returned true, and
 * from each `unlock` to the next `lock` of the same lock (POPL'19 Fig. 5). A `lock` returns how many
 * held the lock before. The edges lead between all steps around them: what is before the first
 * happens before what is after the second.
 */
export function happensBeforeOf(program: Program, outcome: Outcome): readonly Edge[] {
  const steps = numbered(program);
  return synchronisations(steps, outcome).flatMap(([from, to]) => {
    const before = steps.filter(({ thread, number }) => thread === steps[from].thread && number <= from);
    const after = steps.filter(({ thread, number }) => thread === steps[to].thread && number >= to);
    // Program order does the rest: the last call before and the first call after are enough.
    const a = before.findLast(({ on }) => on === undefined);
    const b = after.find(({ on }) => on === undefined);
    return a === undefined || b === undefined ? [] : [[a.number, b.number] as const];
  });
}

function synchronisations(steps: readonly NumberedStep[], outcome: Outcome): Edge[] {
  const edges: Edge[] = [];
  for (const get of steps)
    if (get.on !== undefined && get.method === "get" && outcome[get.number] === true) {
      const set = steps.find(({ on, method }) => on === get.on && method === "set");
      if (set !== undefined && set.thread !== get.thread) edges.push([set.number, get.number]);
    }
  const sections = sectionsOf(steps);
  for (const section of sections) {
    const turn = outcome[section.from];
    const previous = sections.find(
      (other) => other.lock === section.lock && outcome[other.from] === (turn as number) - 1,
    );
    if (previous !== undefined) edges.push([previous.to, section.from]);
  }
  return edges;
}

/**
 * Every way in which the synchronisation of a program may come out (POPL'19 §3's hbs): the results of
 * its `get` and `lock` steps by step, for each order of its flags and locks that has no contradiction.
 * Flags and locks are sequentially consistent, as volatile variables and monitors are.
 */
export function* possibleSynchronisations(
  program: Program,
): Generator<ReadonlyMap<number, boolean | number>> {
  const steps = numbered(program);
  const seen = new Set<string>();
  const sync = program.threads.map((_, t) =>
    steps.filter(({ on, thread }) => on !== undefined && thread === t),
  );
  const results = new Map<number, boolean | number>();
  const position = sync.map(() => 0);
  function* run(
    set: ReadonlySet<string>,
    held: ReadonlySet<string>,
    turns: ReadonlyMap<string, number>,
  ): Generator<void> {
    let moved = false;
    for (const [t, own] of sync.entries()) {
      if (position[t] === own.length) continue;
      const { on = "", method, number } = own[position[t]];
      if (method === "lock" && held.has(on)) continue;
      moved = true;
      position[t]++;
      const turn = turns.get(on) ?? 0;
      if (method === "get") results.set(number, set.has(on));
      if (method === "lock") results.set(number, turn);
      yield* run(
        method === "set" ? new Set([...set, on]) : set,
        method === "lock"
          ? new Set([...held, on])
          : method === "unlock"
            ? new Set([...held].filter((lock) => lock !== on))
            : held,
        method === "lock" ? new Map([...turns, [on, turn + 1]]) : turns,
      );
      position[t]--;
    }
    if (!moved && sync.every((own, t) => position[t] === own.length)) yield;
  }
  for (const _ of run(new Set(), new Set(), new Map())) {
    const key = JSON.stringify([...results].sort(([a], [b]) => a - b));
    if (seen.has(key)) continue;
    seen.add(key);
    yield new Map(results);
  }
}
