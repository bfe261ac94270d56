/** Why a proof is not accepted. */
export class Refusal extends Error {
  /** Whether only because it takes more to check than a proof may. */
  readonly tooLarge: boolean;

  constructor(reason: string, tooLarge: boolean) {
    super(reason);
    this.tooLarge = tooLarge;
  }
}

/** Ends the check of a proof. */
export function refuse(reason: string): never {
  throw new Refusal(reason, false);
}

/** Ends the check of a proof that takes more than a proof may: whether it is right is not known. */
export function refuseLarge(reason: string): never {
  throw new Refusal(reason, true);
}

/** What comes of a check, or why it was refused. */
export function refusedOr<Result>(check: () => Result): Result | Refusal {
  try {
    return check();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** What was done so far, counted and not timed: so that who looks for proofs can end it, always at the same point. */
export interface Work {
  done: number;
}

/** All situations that these lead to, each once. Refuses where they are more than `most`. */
export function* reach<Situation>(
  starts: readonly Situation[],
  keyOf: (situation: Situation) => string,
  next: (situation: Situation) => readonly Situation[],
  most: number,
): Generator<Situation> {
  const seen = new Set<string>();
  const todo = [...starts];
  for (let here = todo.pop(); here !== undefined; here = todo.pop()) {
    const key = keyOf(here);
    if (seen.has(key)) continue;
    if (seen.size === most) refuseLarge("too many situations");
    seen.add(key);
    yield here;
    todo.push(...next(here).toReversed());
  }
}

/** Who may take effect in a run, so often, and what it does. */
export interface Mover<State> {
  /** Infinity: any number of times. */
  readonly count: number;
  /** Whether it surely does. */
  readonly isNeeded?: boolean;
  /** By their places: it waits for these, and comes too late after those. */
  readonly after: readonly number[];
  readonly before: readonly number[];
  to(state: State): readonly State[];
}

/** What a situation takes, and with each who may take effect in it. */
const [PER_SITUATION, PER_MOVER] = [0.6, 0.14];
/** There are so many letters. */
const MOST_LETTERS = 0xffff;

/**
 * The states that runs from these states end in, when all that surely take effect have.
 * @param work is told of what that takes
 */
export function* runs<State>(
  starts: readonly State[],
  movers: readonly Mover<State>[],
  keyOf: (state: State) => string | number,
  most: number,
  work: Work,
): Generator<State> {
  const needed = [...movers.keys()].filter((at) => movers[at].isNeeded === true);
  // How often each has taken effect: a letter for each, so that it is part of the key as it is. None has more often
  // than there are situations.
  const from = starts.map((state) => ({ used: "\0".repeat(movers.length), state }));
  const has = (used: string, at: number): boolean => used.charCodeAt(at) > 0;
  const next = ({ used, state }: (typeof from)[number]): typeof from => {
    work.done += PER_SITUATION + PER_MOVER * movers.length;
    return movers.flatMap(({ count, after, before, to }, at) => {
      const times = used.charCodeAt(at);
      if (times === count || !after.every((one) => has(used, one)) || before.some((one) => has(used, one)))
        return [];
      const then =
        count === Infinity ? used : used.slice(0, at) + String.fromCharCode(times + 1) + used.slice(at + 1);
      return to(state).map((reached) => ({ used: then, state: reached }));
    });
  };
  const key = ({ used, state }: (typeof from)[number]): string => `${used} ${keyOf(state)}`;
  for (const { used, state } of reach(from, key, next, Math.min(most, MOST_LETTERS)))
    if (needed.every((at) => has(used, at))) yield state;
}
