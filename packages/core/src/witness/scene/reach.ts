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

/** The states that runs from these states end in, when all that surely take effect have. */
export function* runs<State>(
  starts: readonly State[],
  movers: readonly Mover<State>[],
  keyOf: (state: State) => string | number,
  most: number,
): Generator<State> {
  const needed = [...movers.keys()].filter((at) => movers[at].isNeeded === true);
  const isCounted = movers.some(({ count }) => count < Infinity);
  const from = starts.map((state) => ({ used: movers.map(() => 0), state }));
  const next = ({ used, state }: (typeof from)[number]): typeof from =>
    movers.flatMap(({ count, after, before, to }, at) => {
      if (used[at] === count || !after.every((one) => used[one] > 0) || before.some((one) => used[one] > 0))
        return [];
      const then = count === Infinity ? used : used.with(at, used[at] + 1);
      return to(state).map((reached) => ({ used: then, state: reached }));
    });
  const key = ({ used, state }: (typeof from)[number]): string =>
    `${isCounted ? used.join() : ""} ${keyOf(state)}`;
  for (const { used, state } of reach(from, key, next, most))
    if (needed.every((at) => used[at] > 0)) yield state;
}
