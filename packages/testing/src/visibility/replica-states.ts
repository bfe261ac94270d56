import type { Invocation } from "@sightline/core/history/history.js";
import { compare, equal, type Value } from "@sightline/core/history/value.js";
import type { Replicated } from "@sightline/core/types/replicated.js";
import { outcomes, type SequentialType } from "@sightline/core/types/type.js";

/** An update and the moment at which it was issued, which no other has. */
export interface IssuedUpdate {
  readonly at: number;
  readonly invocation: Invocation;
}

/** What the replicas of a store know. */
export interface ReplicaStates {
  /** What the replica answers from what it knows. */
  answer(replica: number, invocation: Invocation): Value | undefined;
  /** Notes that the update is issued at the replica, which then receives it too. */
  issue(replica: number, update: IssuedUpdate): void;
  /** Lets the replica know of the update, which stands at this rank among those that it runs. */
  receive(replica: number, update: IssuedUpdate, rank: number): void;
  /** The values that are there to the replica, of a replicated type. */
  there(replica: number): readonly Value[];
}

/** An update that a replica has run: where it stands among all that it runs, and the state then. */
interface Known {
  readonly rank: number;
  readonly update: IssuedUpdate;
  readonly state: unknown;
}

/** Replicas that run what they know in the order of the ranks. */
export function runStates(type: SequentialType, replicas: number): ReplicaStates {
  const known = Array.from({ length: replicas }, (): Known[] => []);
  const stateOf = (replica: number): unknown => known[replica].at(-1)?.state ?? type.init();
  const step = (state: unknown, invocation: Invocation) => outcomes(type, state, invocation)[0];
  return {
    answer: (replica, invocation) => step(stateOf(replica), invocation).result,
    issue() {},
    receive(replica, update, rank) {
      const own = known[replica];
      const younger: Known[] = [];
      for (let last = own.at(-1); last !== undefined && last.rank > rank; last = own.at(-1))
        younger.push(own.pop() as Known);
      const push = (one: IssuedUpdate, at: number) =>
        own.push({ rank: at, update: one, state: step(stateOf(replica), one.invocation).state });
      push(update, rank);
      for (let next = younger.pop(); next !== undefined; next = younger.pop()) push(next.update, next.rank);
    },
    there: () => [],
  };
}

/** What an update does wherever it arrives: it puts a value, and takes away what its replica knew of. */
interface TagEffect {
  readonly puts: Value | undefined;
  readonly takes: readonly number[];
}

/**
 * Replicas of a replicated type: each value that is put is a tag, and who takes values away takes the tags that its
 * replica knows. Elements of a list stand in one order, right behind what their replica saw before them.
 */
export function tagStates(type: Replicated, replicas: number): ReplicaStates {
  const effects = new Map<number, TagEffect>();
  const ever = Array.from({ length: replicas }, () => new Map<number, Value>());
  const gone = Array.from({ length: replicas }, () => new Set<number>());
  const list: Value[] = [];
  const there = (replica: number): readonly Value[] => {
    const values = [...ever[replica]].flatMap(([tag, value]) => (gone[replica].has(tag) ? [] : [value]));
    if (type.ordered !== undefined) return list.filter((one) => values.some((value) => equal(value, one)));
    const sorted = values.sort(compare);
    return sorted.filter((value, at) => at === 0 || !equal(value, sorted[at - 1]));
  };
  return {
    there,
    answer(replica, invocation) {
      const seen = there(replica);
      return type.answers(invocation, seen, seen)[0];
    },
    issue(replica, { at, invocation }) {
      const puts = type.puts(invocation);
      const takes = [...ever[replica]].flatMap(([tag, value]) =>
        type.takes(invocation, value) ? [tag] : [],
      );
      effects.set(at, { puts, takes });
      const place = type.ordered?.place(invocation);
      if (puts === undefined || place === undefined) return;
      const before = "index" in place ? (there(replica)[place.index - 1] ?? null) : place.after;
      list.splice(before === null ? 0 : list.findIndex((one) => equal(one, before)) + 1, 0, puts);
    },
    receive(replica, { at }) {
      const { puts, takes } = effects.get(at) as TagEffect;
      if (puts !== undefined) ever[replica].set(at, puts);
      for (const tag of takes) gone[replica].add(tag);
    },
  };
}
