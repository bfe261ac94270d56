import type { Weights } from "./order-cost.js";
import type { ElementMachine } from "./element-machine.js";
import type { PutOrder } from "./element-place.js";

/** How one order of a queue's or a stack's operations is looked for: in layers, or along a table of a queue's values. */
export type ElementAttempt = LayersAttempt | TableAttempt;

interface AnAttempt {
  /** How many beginnings are followed. */
  readonly width: number;
  readonly weights: Weights;
  /** How much it may visit for each operation. */
  readonly visits: number;
}

export interface LayersAttempt extends AnAttempt {
  readonly kind: "layers";
  /** Whether no beginning is left out, so that to find none shows that there is none; then only where sessions are few. */
  readonly isExact: boolean;
  /** How many places before its turn, as guessed, an element may be put there. */
  readonly slack: number;
  /** What it counts for where an element was put into a queue before its turn, or another is on a stack than was guessed. */
  readonly apart: number;
}

export interface TableAttempt extends AnAttempt {
  readonly kind: "table";
  /** Within how many places values are held to what was guessed that somebody finds; beyond it, they may be any. */
  readonly around: number;
}

const weights: Weights = { late: 0.3, early: 0.003, distance: 0.3, away: 0.05 };
const usual = { kind: "layers", isExact: false, slack: Infinity, apart: 0, weights, visits: 250 } as const;
const exact: LayersAttempt = { ...usual, width: 20_000, isExact: true };
const table = { kind: "table", width: 100, around: Infinity, weights, visits: 900 } as const;
const inTurn = { ...usual, width: 100, slack: 2, apart: 20, visits: 400 } as const;

/** As measured: that elements are put in turn is what helps a queue, that the same is there as was guessed what helps a stack. */
const ofQueue: readonly ElementAttempt[] = [
  table,
  { ...table, around: 3 },
  exact,
  inTurn,
  { ...table, width: 200 },
  { ...usual, width: 32, slack: 1, apart: 5 },
  { ...usual, width: 32, slack: 3, apart: 2, weights: { ...weights, distance: 0.1 } },
  { ...usual, width: 64 },
];
/** Where sessions are few a table is too narrow at first; and all that fits it is soon followed. */
const ofQueueOfFew: readonly ElementAttempt[] = [inTurn, { ...table, visits: 150 }, ...ofQueue.slice(2)];
const ofStack: readonly ElementAttempt[] = [
  { ...usual, width: 32, apart: 4 },
  { ...usual, width: 100, apart: 10, visits: 450 },
  exact,
  { ...usual, width: 32, apart: 2, weights: { ...weights, distance: 0.1 } },
  { ...usual, width: 64, apart: 20 },
  { ...usual, width: 64, apart: 6 },
  { ...usual, width: 64, slack: 0, apart: 0.1 },
  { ...usual, width: 64, apart: 0.5 },
];

/** The attempts, of few sessions or of more, one after another; then the same again, with more of each. */
export function elementAttempt({ isQueue }: ElementMachine, isFew: boolean, step: number): ElementAttempt {
  const attempts = isQueue ? (isFew ? ofQueueOfFew : ofQueue) : ofStack;
  const attempt = attempts[step % attempts.length];
  const round = Math.floor(step / attempts.length);
  return { ...attempt, width: attempt.width << Math.min(round, 4), visits: attempt.visits * 3 ** round };
}

/** The order in which elements are put there, by moments. */
export function putOrder({ does }: ElementMachine, moments: Float64Array, slack: number): PutOrder {
  const puts = Array.from(does.keys()).filter((operation) => does[operation] === 1);
  const rank = new Int32Array(does.length);
  puts
    .sort((a, b) => moments[a] - moments[b])
    .forEach((operation, at) => {
      rank[operation] = at;
    });
  return { rank, slack };
}
