import type { LevelName } from "@sightline/core/criteria/levels.js";
import { type History, labelOf } from "@sightline/core/history/history.js";
import type { Value } from "@sightline/core/history/value.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import { choicesOfPresent } from "../history/choices-of-present.js";
import { type Beginning, beginningsOf } from "./beginnings.js";
import { bitsOf, has } from "./bits.js";
import { levelHoldsIn } from "./level-holds.js";
import { recordedSights } from "./recorded-sights.js";
import { type Replay, replaySequences } from "./replay-sequences.js";
import { replayReplicated, type ReplicatedReplay } from "./replicated-replay.js";

/** What the definition of a visibility criterion is asked with. */
export interface VisibilityOracleOptions {
  /** Whether real time is part of happens-before. Default: `session`, it is not. */
  readonly order?: "session" | "realtime";
  /** The state to start from, over the history's own. */
  readonly initial?: Value | undefined;
  /** Whether the linearization need not include happens-before (`relax lin`). Default: false. */
  readonly relaxLin?: boolean;
}

/** A relation between operations: `relation[a][b]` where a stands in it to b. */
export type Relation = readonly (readonly boolean[])[];

/** A linearization of what took effect, and what each operation sees, in that order, itself last. */
export interface VisibilityExplanation {
  readonly linearization: readonly number[];
  /** Operation id → the ids that it sees, itself included (POPL'19 §3); empty where it did not take effect. */
  readonly vis: readonly (readonly number[])[];
}

/** The level of each method. */
export type LevelOf = (method: string) => LevelName;

/** A condition on whole executions; `vis` leaves out that an operation sees itself (POPL'19 §6.4). */
export type Condition = (lin: Relation, vis: Relation, hb: Relation, po: Relation) => boolean;

/**
 * The definition of the six levels and of axiom models for one history: slow and obvious, for up to
 * five or six operations. Nothing of it is shared with the engines.
 */
export interface VisibilityOracle {
  /** Every linearization with every visibility that gives each operation its level and its result. */
  explanations(levelOf: LevelOf): Generator<VisibilityExplanation>;
  /** Whether there is one. */
  satisfiesLevels(levelOf: LevelOf): boolean;
  /** Whether some linearization and visibility meet the condition and give each operation its result. */
  satisfiesPredicate(holds: Condition): boolean;
}

/** Does the history give every operation the level of its method? */
export function satisfiesLevels(
  history: History,
  type: SequentialType,
  levelOf: LevelOf,
  options: VisibilityOracleOptions = {},
): boolean {
  return createVisibilityOracle(history, type, options).satisfiesLevels(levelOf);
}

/** Every linearization and visibility that explains the history at the levels of its methods. */
export function explanationsOfLevels(
  history: History,
  type: SequentialType,
  levelOf: LevelOf,
  options: VisibilityOracleOptions = {},
): Generator<VisibilityExplanation> {
  return createVisibilityOracle(history, type, options).explanations(levelOf);
}

/** Does any linearization and visibility explain the history and meet the condition? */
export function satisfiesPredicate(
  history: History,
  type: SequentialType,
  holds: Condition,
  options: VisibilityOracleOptions = {},
): boolean {
  return createVisibilityOracle(history, type, options).satisfiesPredicate(holds);
}

/** The oracle of one history, which runs each sequence of operations once however often it is asked. */
export function createVisibilityOracle(
  history: History,
  type: SequentialType,
  options: VisibilityOracleOptions = {},
): VisibilityOracle {
  const ids = Array.from({ length: history.size }, (_, id) => id);
  const hb = happensBeforeRelation(history, options.order ?? "session");
  const { replicated } = type;
  const initial = options.initial === undefined ? history.initial : options.initial;
  const cyclic = ids.some((id) => hb[id][id]);
  const relaxLin = options.relaxLin ?? false;
  const mayHaveSeen = recordedSights(history, type);
  const start = replicated === undefined ? replaySequences(history, type, initial) : WHATEVER;
  const choices = choicesOfPresent(history).map((present): Choice => {
    const mayFollow = (id: number, placed: readonly number[]): boolean =>
      relaxLin || present.every((other) => !hb[other][id] || placed.includes(other));
    return {
      present,
      beginning: beginningsOf({ present, mayFollow, mayHaveSeen }, start),
      replicated:
        replicated === undefined ? undefined : replayReplicated(history, replicated, initial, present),
    };
  });

  /** Each linearization that begins so, once for each way to give the operations one of their sights: `vis`. */
  function* assignments(
    choice: Choice,
    { placed, longer }: Beginning,
    vis: Int32Array,
    admits: (id: number, before: readonly number[]) => boolean,
  ): Generator<readonly number[]> {
    if (placed.length === choice.present.length) {
      if (choice.replicated?.explainsLists(vis) ?? true) yield placed;
      return;
    }
    for (const next of longer()) {
      if (!next.completes()) continue;
      const id = next.placed[placed.length];
      for (const seen of next.sights()) {
        vis[id] = seen;
        if ((choice.replicated?.explains(id, vis) ?? true) && admits(id, placed))
          yield* assignments(choice, next, vis, admits);
      }
      vis[id] = 0;
    }
  }

  function* explanations(levelOf: LevelOf): Generator<VisibilityExplanation> {
    if (cyclic) return;
    const levels = ids.map((id) => levelOf(labelOf(history, id).method));
    for (const choice of choices) {
      const { present, beginning } = choice;
      const vis = new Int32Array(history.size);
      const upTo = ids.map((j) => bitsOf(present.filter((k) => k === j || hb[k][j])));
      const admits = (id: number, before: readonly number[]): boolean =>
        levelHoldsIn(levels[id], id, { vis, upTo, before: bitsOf(before) });
      for (const linearization of assignments(choice, beginning, vis, admits))
        yield {
          linearization: [...linearization],
          vis: ids.map((id) => linearization.filter((other) => has(vis[id], other))),
        };
    }
  }

  return {
    explanations,
    satisfiesLevels: (levelOf) => explanations(levelOf).next().done !== true,
    satisfiesPredicate(holds) {
      if (cyclic) return false;
      for (const choice of choices) {
        const here = bitsOf(choice.present);
        const among = (relation: (a: number, b: number) => boolean): Relation =>
          ids.map((a) => ids.map((b) => has(here, a) && has(here, b) && relation(a, b)));
        const hbHere = among((a, b) => hb[a][b]);
        const po = among((a, b) => a < b && history.session[a] === history.session[b]);
        const vis = new Int32Array(history.size);
        for (const linearization of assignments(choice, choice.beginning, vis, () => true)) {
          const place = ids.map((id) => linearization.indexOf(id));
          const lin = among((a, b) => place[a] < place[b]);
          const sees = among((a, b) => a !== b && has(vis[b], a));
          if (holds(lin, sees, hbHere, po)) return true;
        }
      }
      return false;
    },
  };
}

/** A set of operations that may be all that took effect. */
interface Choice {
  readonly present: readonly number[];
  /** The beginning of all its linearizations: nothing is placed. */
  readonly beginning: Beginning;
  /** For a replicated type: what operations return depends on what those saw that they see. */
  readonly replicated: ReplicatedReplay | undefined;
}

/** Sequences of operations that explain every result. */
const WHATEVER: Replay = {
  after: () => WHATEVER,
  explains: () => true,
};

/** Session order, declared edges and, if asked, real time, closed transitively through all operations. */
export function happensBeforeRelation(history: History, order: "session" | "realtime"): Relation {
  const { size, session, happensBefore, timed, call, ret } = history;
  const ids = Array.from({ length: size }, (_, id) => id);
  const realTime = order === "realtime" && timed;
  const before = ids.map((a) =>
    ids.map((b) => (session[a] === session[b] && a < b) || (realTime && ret[a] < call[b])),
  );
  for (let i = 0; i < happensBefore.length; i += 2) before[happensBefore[i]][happensBefore[i + 1]] = true;
  for (const via of ids)
    for (const a of ids) for (const b of ids) if (before[a][via] && before[via][b]) before[a][b] = true;
  return before;
}

/** All subsequences, the longest ones first. */
export function subsequences(sequence: readonly number[]): number[][] {
  let all: number[][] = [[]];
  for (const one of sequence) all = all.map((part) => [...part, one]).concat(all);
  return all;
}
