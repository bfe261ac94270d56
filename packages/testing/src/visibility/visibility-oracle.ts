import { type History, labelOf } from "@sightline/core/history/history.js";
import { equal, type Value } from "@sightline/core/history/value.js";
import { sessionNames } from "@sightline/core/history/names.js";
import { recordOf } from "@sightline/core/history/record.js";
import { outcomes, type SequentialType } from "@sightline/core/types/type.js";
import { choicesOfPresent } from "../history/choices-of-present.js";
import type { Replicated } from "@sightline/core/types/replicated.js";
import { listOrders, replicatedAnswers } from "./replicated-answers.js";
import type { LevelName } from "@sightline/core/criteria/levels.js";

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
  // A replicated type tells nothing of an operation before all sights are known.
  const explains = replicated === undefined ? createReplay(history, type, initial) : () => true;
  const explainsAll = (placed: readonly Placed[], vis: readonly (readonly number[])[]): boolean =>
    replicated === undefined ||
    explainsReplicated(
      history,
      replicated,
      initial,
      placed.map(({ id }) => id),
      vis,
    );
  const cyclic = ids.some((id) => hb[id][id]);
  const agrees = createAgreement(history, type);
  const relaxLin = options.relaxLin ?? false;

  /** Each linearization, with the visible sequences of each of its operations that explain its result. */
  function* linearizations(
    present: readonly number[],
    prefix: readonly Placed[],
  ): Generator<readonly Placed[]> {
    if (prefix.length === present.length) yield prefix;
    const placed = prefix.map(({ id }) => id);
    for (const id of present) {
      if (placed.includes(id)) continue;
      if (!relaxLin && present.some((other) => hb[other][id] && !placed.includes(other))) continue;
      const sights = subsequences(placed)
        .filter((seen) => agrees(id, seen, placed))
        .map((seen) => [...seen, id])
        .filter(explains);
      if (sights.length > 0) yield* linearizations(present, [...prefix, { id, sights }]);
    }
  }

  /** Each way to give the operations from the given place on one of their sights. */
  function* assignments(
    placed: readonly Placed[],
    at: number,
    vis: number[][],
    admits: (id: number, vis: readonly (readonly number[])[]) => boolean,
  ): Generator<VisibilityExplanation> {
    if (at === placed.length) {
      if (explainsAll(placed, vis))
        yield { linearization: placed.map(({ id }) => id), vis: vis.map((seen) => seen.slice()) };
    } else {
      const { id, sights } = placed[at];
      for (const seen of sights) {
        vis[id] = seen;
        if (admits(id, vis)) yield* assignments(placed, at + 1, vis, admits);
      }
      vis[id] = [];
    }
  }

  function* explanations(levelOf: LevelOf): Generator<VisibilityExplanation> {
    if (cyclic) return;
    const levels = ids.map((id) => levelOf(labelOf(history, id).method));
    for (const present of choicesOfPresent(history))
      for (const placed of linearizations(present, [])) {
        const lin = placed.map(({ id }) => id);
        const vis: number[][] = ids.map(() => []);
        yield* assignments(placed, 0, vis, (id) => levelHolds(levels[id], id, lin, vis, hb));
      }
  }

  return {
    explanations,
    satisfiesLevels: (levelOf) => explanations(levelOf).next().done !== true,
    satisfiesPredicate(holds) {
      if (cyclic) return false;
      for (const present of choicesOfPresent(history)) {
        const among = (relation: (a: number, b: number) => boolean): Relation =>
          ids.map((a) => ids.map((b) => present.includes(a) && present.includes(b) && relation(a, b)));
        const hbHere = among((a, b) => hb[a][b]);
        const po = among((a, b) => a < b && history.session[a] === history.session[b]);
        for (const placed of linearizations(present, []))
          for (const { linearization, vis } of assignments(
            placed,
            0,
            ids.map(() => []),
            () => true,
          )) {
            const place = ids.map((id) => linearization.indexOf(id));
            const lin = among((a, b) => place[a] < place[b]);
            if (
              holds(
                lin,
                among((a, b) => a !== b && vis[b].includes(a)),
                hbHere,
                po,
              )
            )
              return true;
          }
      }
      return false;
    },
  };
}

/** Whether an operation that stands after those placed may see some of them, by what it was recorded as seeing. */
function createAgreement(
  history: History,
  type: SequentialType,
): (id: number, seen: readonly number[], placed: readonly number[]) => boolean {
  const { operations } = recordOf(history);
  const names = sessionNames(history.sessions);
  const recorded = operations.map(({ saw, sees }) => {
    if (saw === undefined && sees === undefined) return undefined;
    const told = new Set(sees);
    for (const [name, count] of Object.entries(saw ?? {}))
      [...operations.keys()]
        .filter((id) => history.session[id] === names.indexOf(name))
        .slice(0, count)
        .forEach((id) => told.add(id));
    return told;
  });
  const isUpdate = (id: number): boolean =>
    type.pure?.({ ...labelOf(history, id), result: undefined }) !== true;
  return (id, seen, placed) => {
    const told = recorded[id];
    if (told === undefined) return true;
    return (
      [...told].every((other) => seen.includes(other)) &&
      placed.every((other) => told.has(other) || !isUpdate(other) || !seen.includes(other))
    );
  };
}

/** An operation in its place, and the sequences that it may have seen, itself last. */
interface Placed {
  readonly id: number;
  readonly sights: readonly number[][];
}

/** POPL'19 Fig. 6, word for word: `vis` of the operation and of all before it is given. */
export function levelHolds(
  level: LevelName,
  id: number,
  lin: readonly number[],
  vis: readonly (readonly number[])[],
  hb: Relation,
): boolean {
  const within = (some: readonly number[], all: readonly number[]): boolean =>
    some.every((one) => all.includes(one));
  /** hb(j): what happens before j, and j. */
  const upTo = (j: number): number[] => lin.filter((k) => k === j || hb[k][j]);
  const own = vis[id];
  switch (level) {
    case "weak":
      return true;
    case "basic":
      return within(upTo(id), own);
    case "monotonic":
      return upTo(id).every((j) => within(vis[j], own));
    case "peer":
      return own.every((j) => within(upTo(j), own)) && levelHolds("monotonic", id, lin, vis, hb);
    case "causal":
      return own.every((j) => within(vis[j], own)) && levelHolds("basic", id, lin, vis, hb);
    case "complete":
      return within(lin.slice(0, lin.indexOf(id)), own);
  }
}

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

/**
 * Whether a sequence of operations explains the result of its last: some run of it, whatever the
 * others return, ends with that result. An operation that cannot happen ends a run.
 */
function createReplay(
  history: History,
  type: SequentialType,
  initial: Value | undefined,
): (sequence: readonly number[]) => boolean {
  const answers = new Map<string, boolean>();
  const run = (sequence: readonly number[], at: number, states: readonly unknown[]): boolean => {
    const { method, args, result } = labelOf(history, sequence[at]);
    const object = history.object[sequence[at]];
    return outcomes(type, states[object], { method, args }).some((outcome) =>
      at === sequence.length - 1
        ? result === undefined || equal(outcome.result, result)
        : run(sequence, at + 1, states.with(object, outcome.state)),
    );
  };
  return (sequence) => {
    const key = sequence.join();
    let answer = answers.get(key);
    if (answer === undefined) {
      answer = run(
        sequence,
        0,
        history.objects.map((): unknown => type.init(initial)),
      );
      answers.set(key, answer);
    }
    return answer;
  };
}

/** Whether what they see gives all operations their results; of a list, in some order of all its elements. */
function explainsReplicated(
  history: History,
  type: Replicated,
  initial: Value | undefined,
  present: readonly number[],
  vis: readonly (readonly number[])[],
): boolean {
  return history.objects.every((_, object) => {
    const own = present.filter((id) => history.object[id] === object);
    const labels = own.map((id) => labelOf(history, id));
    const scenario = {
      type,
      initial,
      invocations: labels.map(({ method, args }) => ({ method, args })),
      sees: (a: number, b: number) => a !== b && vis[own[a]].includes(own[b]),
    };
    const inserted = labels.flatMap((label) => type.puts(label) ?? []);
    const lists = type.ordered === undefined ? [[]] : listOrders(type.initial(initial), inserted);
    return lists.some((list) =>
      labels.every(({ result }, operation) => {
        const answers = replicatedAnswers({ ...scenario, list }, operation);
        return result === undefined ? answers.length > 0 : answers.some((answer) => equal(answer, result));
      }),
    );
  });
}

/** All subsequences, the longest ones first. */
export function subsequences(sequence: readonly number[]): number[][] {
  let all: number[][] = [[]];
  for (const one of sequence) all = all.map((part) => [...part, one]).concat(all);
  return all;
}
