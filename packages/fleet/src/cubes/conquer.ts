import {
  type Cube,
  type CubeAnswer,
  type CubesOutcome,
  type Shortage,
  splitCube,
  type Witness,
} from "@sightline/core";
import { isHeapLimit } from "../heap-limits.js";
import { type Carrier, SearcherLost } from "./carrier.js";

/** A part of the history that is to be searched, from these cubes on. */
export interface OpenPart {
  readonly part: number;
  readonly cubes: readonly Cube[];
}

/** How a crew works. */
export interface ConquerOptions {
  /** The milliseconds for which a cube is searched at first, and at most: to hand one out costs something. */
  readonly slice?: { readonly first: number; readonly most: number };
  /** Resolves with an outcome from elsewhere, or when the crew has to give up. */
  readonly until?: Promise<CubesOutcome>;
  /** Called once, with what is to be called for each searcher that comes later. */
  recruit?(join: (carrier: Carrier) => void): void;
  /** Hears of each answer. */
  onProgress?(progress: Searching): void;
}

/** How far a crew has come. */
export interface Searching {
  /** How many pieces the search was cut into so far, and how many of them are done with. */
  readonly cubes: number;
  readonly done: number;
  /** How many searchers there are. */
  readonly searchers: number;
  readonly states: number;
}

/** What a crew came to. */
export interface Conquest {
  readonly outcome: CubesOutcome;
  readonly states: number;
  /** How many pieces the search was cut into. */
  readonly cubes: number;
  /** How many searchers there were at one time, at most. */
  readonly searchers: number;
}

/** A cube that waits, and how often its searcher was lost. */
interface Waiting {
  readonly part: number;
  readonly cube: Cube;
  readonly milliseconds: number;
  readonly losses: number;
}

const SLICE = { first: 10, most: 320 };

/** A cube is set apart after so many searchers were lost over it. */
const MOST_LOSSES = 3;

/**
 * Has a crew decide a history: cube and conquer. Cubes wait in a queue; who is idle takes the one nearest to the root,
 * searches it for a while, and goes on with what is left of it; where others are idle and nothing waits, that is cut in
 * two first. A part has a solution as soon as one of its cubes has, and the others are dropped; it has none once all of
 * its cubes have none. So the verdict is the same for any crew. (The witness need not be: the first that is found.)
 * A cube over which one searcher after another is lost is set apart: a part of which nothing else is left is unknown.
 *
 * Does not end the crew. Rejects where the question cannot be decided at all.
 */
export async function conquer(
  crew: readonly Carrier[],
  parts: readonly OpenPart[],
  { slice = SLICE, until, recruit, onProgress }: ConquerOptions = {},
): Promise<Conquest> {
  const queue: Waiting[] = [];
  /** Part → how many of its cubes wait or are being searched; its witness, once there is one. */
  const open = new Map<number, number>();
  const found = new Map<number, Witness>();
  const literal = new Set<number>();
  /** The parts of which a cube was set apart, and those of which nothing else is left. */
  const apart = new Set<number>();
  const doubtful = new Set<number>();
  const idle: ((next: Waiting | undefined) => void)[] = [];
  let states = 0;
  let cubes = 0;
  let searchers = 0;
  let most = 0;
  let over = false;

  for (const { part, cubes: first } of parts) {
    open.set(part, first.length);
    for (const cube of first) queue.push({ part, cube, milliseconds: slice.first, losses: 0 });
  }
  cubes = queue.length;

  const outcome = await new Promise<CubesOutcome>((resolve, reject) => {
    const end = (last: CubesOutcome): void => {
      over = true;
      for (const wake of idle.splice(0)) wake(undefined);
      resolve(last);
    };
    const takeNext = (): Waiting | undefined => {
      let at = -1;
      queue.forEach(({ cube }, i) => {
        if (at < 0 || cube.ways.length < queue[at].cube.ways.length) at = i;
      });
      return at < 0 ? undefined : queue.splice(at, 1)[0];
    };
    const put = (waiting: Waiting): void => {
      const wake = idle.shift();
      if (wake === undefined) queue.push(waiting);
      else wake(waiting);
    };
    /** One cube less of the part. */
    const close = (part: number): void => {
      const left = (open.get(part) ?? 0) - 1;
      open.set(part, left);
      if (left > 0 || found.has(part)) return;
      if (!apart.has(part)) return end({ verdict: "violated", part });
      doubtful.add(part);
      endIfDone();
    };
    const solve = (part: number, witness: Witness): void => {
      if (found.has(part)) return;
      found.set(part, witness);
      for (let i = queue.length - 1; i >= 0; i--) if (queue[i].part === part) queue.splice(i, 1);
      endIfDone();
    };
    const endIfDone = (): void => {
      if (found.size + doubtful.size < parts.length) return;
      if (doubtful.size > 0) return end({ verdict: "unknown", reason: "lost" });
      const witnesses = parts.map((one) => found.get(one.part) as Witness);
      end({ verdict: "satisfied", witnesses });
    };
    /** What the searcher goes on with, of what is left of its cube. */
    const goOn = (order: Waiting, rest: Cube, reason: Shortage | undefined): Waiting | undefined => {
      const { part, cube } = order;
      if (found.has(part)) return undefined;
      if (reason === undefined) {
        // The whole is to be searched in another way: once is enough.
        if (literal.has(part)) {
          close(part);
          return undefined;
        }
        literal.add(part);
      } else if (reason !== "deadline") {
        end({ verdict: "unknown", reason });
        return undefined;
      }
      const isStuck = isSame(rest, cube);
      const milliseconds = isStuck
        ? 2 * order.milliseconds
        : Math.max(order.milliseconds, Math.min(2 * order.milliseconds, slice.most));
      let kept = rest;
      while (idle.length > 0 && queue.length === 0) {
        const halves = splitCube(kept);
        if (halves === undefined) break;
        kept = halves[0];
        cubes++;
        open.set(part, (open.get(part) ?? 0) + 1);
        put({ part, cube: halves[1], milliseconds: slice.first, losses: 0 });
      }
      // Where nobody could be helped, the next look comes soon: a fork may open.
      return {
        part,
        cube: kept,
        milliseconds: idle.length > 0 && !isStuck ? slice.first : milliseconds,
        losses: 0,
      };
    };
    const hear = (order: Waiting, answer: CubeAnswer): Waiting | undefined => {
      states += answer.states;
      switch (answer.verdict) {
        case "satisfied":
          solve(order.part, answer.witness);
          return undefined;
        case "violated":
          close(order.part);
          return undefined;
        case "open":
          return goOn(order, answer.rest, answer.reason);
      }
    };
    const lose = (order: Waiting, error: unknown): void => {
      if (over) return;
      if (isHeapLimit(error)) return end({ verdict: "unknown", reason: "memory" });
      if (!(error instanceof SearcherLost)) {
        over = true;
        return reject(error);
      }
      if (found.has(order.part)) return;
      const losses = order.losses + (error.isOverCube ? 1 : 0);
      if (losses < MOST_LOSSES) return put({ ...order, losses });
      apart.add(order.part);
      close(order.part);
    };
    const openCubes = (): number =>
      [...open].reduce((sum, [part, count]) => sum + (found.has(part) ? 0 : count), 0);
    const work = async (carrier: Carrier): Promise<void> => {
      let order: Waiting | undefined;
      while (!over && carrier.isGone?.() !== true) {
        order ??= takeNext() ?? (await new Promise<Waiting | undefined>((wake) => idle.push(wake)));
        if (order === undefined || over) return;
        const current: Waiting = order;
        const { part, cube, milliseconds } = current;
        try {
          const answer = await carrier.decide({ part, cube, milliseconds });
          if (over) return;
          order = hear(current, answer);
        } catch (error) {
          lose(current, error);
          order = undefined;
        }
        onProgress?.({ cubes, done: cubes - openCubes(), searchers, states });
      }
    };
    const join = async (carrier: Carrier): Promise<void> => {
      most = Math.max(most, ++searchers);
      await work(carrier);
      searchers--;
    };
    until?.then(end, reject);
    if (parts.length === 0) return end({ verdict: "satisfied", witnesses: [] });
    Promise.all(crew.map(join)).catch(reject);
    recruit?.((carrier) => {
      if (!over) join(carrier).catch(reject);
    });
  });
  return { outcome, states, cubes, searchers: most };
}

function isSame(a: Cube, b: Cube): boolean {
  return (
    a.ways.length === b.ways.length &&
    a.ways.every((way, fork) => way === b.ways[fork] && a.ends[fork] === b.ends[fork])
  );
}
