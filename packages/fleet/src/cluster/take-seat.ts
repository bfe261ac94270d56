import { randomUUID } from "node:crypto";
import { malformedCube } from "@sightline/core";
import type { Redis } from "ioredis";
import { type CubeThread, startCubeThread } from "../cubes/cube-thread.js";
import type { CubeQuestion, Message } from "../cubes/messages.js";
import { isHeapLimit } from "../heap-limits.js";
import type { Load } from "../watch-memory.js";
import {
  keysOfQuestion,
  type SeatCommand,
  packWords,
  type SentQuestion,
  type Told,
  unpackCommand,
  unpackQuestion,
} from "./cube-messages.js";

/** What a worker takes seats with. */
export interface SeatOptions {
  readonly client: Redis;
  /** A connection of its own, to wait on. */
  connect(): Redis;
  readonly prefix: string;
  /** The question within what this worker allows. Throws where it refuses it. */
  allow(sent: SentQuestion): CubeQuestion;
  /** What is under way, to be ended if memory runs short. */
  readonly loads: Pick<Set<Load>, "add" | "delete">;
  /** Aborted when the worker is to end. */
  readonly leaving: AbortSignal;
  /** Whether chunks wait that nobody is at. */
  hasChunks(): Promise<boolean>;
  start?(question: CubeQuestion): CubeThread;
}

/** A seat: a job of the queue, and the question that it is for. */
export interface Seat {
  readonly id: string;
  readonly question: string;
}

/** For how long a sign of life is good, and how often it is given, in milliseconds. */
const [ALIVE, SIGN_EVERY] = [3000, 1000];

/** How long orders are waited for at a time, in seconds, and after how long in vain a searcher leaves, in milliseconds. */
const [WAIT, LONGEST_REST] = [1, 30_000];

/** For how long what is told is kept, in milliseconds. */
const KEPT = 10_000;

/**
 * Takes part in the search of one history, with one thread, until the question is over: takes orders and tells answers.
 * Leaves where nobody has orders, where chunks wait, and when the worker ends; then another opens the question anew.
 */
export async function takeSeat({ id: seat, question: id }: Seat, options: SeatOptions): Promise<void> {
  const { client, leaving, loads } = options;
  const keys = keysOfQuestion(options.prefix, id);
  const packed = await client.getBuffer(keys.question);
  if (packed === null || leaving.aborted) return;
  const tell = async (told: Told): Promise<void> => {
    await client.multi().rpush(keys.told, packWords(told)).pexpire(keys.told, KEPT).exec();
  };
  let question: CubeQuestion;
  try {
    question = options.allow(unpackQuestion(packed));
  } catch (error) {
    return tell({ kind: "refuses", seat, reason: (error as Error).message });
  }
  const session = randomUUID();
  const waiting = options.connect();
  const thread = (options.start ?? startCubeThread)(question);
  /** Why it ends, once it does. */
  let end: "over" | "leaves" | "died" | undefined;
  const stop = (why: NonNullable<typeof end>): void => {
    end ??= why;
    waiting.disconnect();
  };
  const leave = (): void => stop("leaves");
  leaving.addEventListener("abort", leave);
  const load: Load = {
    since: performance.now(),
    async end() {
      await tellDeath("the worker was out of memory", true);
      await thread.end();
    },
  };
  loads.add(load);
  const sign = async (): Promise<void> => {
    await client.set(keys.alive(session), 1, "PX", ALIVE);
  };
  const timer = setInterval(() => {
    sign().catch(() => {}); // it is given again
  }, SIGN_EVERY);
  const tellDeath = async (reason: string, isFull: boolean): Promise<void> => {
    if (end !== undefined) return;
    stop("died");
    await tell({ kind: "died", session, reason, isFull });
  };

  /** The order that is being searched, or was last, and what was found: it may be asked for again. */
  let [number, answer]: [number, Message | undefined] = [0, undefined];
  let restingSince = performance.now();
  const search = async (order: Exclude<SeatCommand, "end">): Promise<void> => {
    try {
      const message = await thread.ask({ kind: "cube", ...order });
      if (end !== undefined) return;
      answer = message;
      restingSince = performance.now();
      await tell({ kind: "answer", session, number: order.number, message });
      if (await options.hasChunks()) leave();
    } catch (error) {
      await tellDeath(`a thread of a worker has ended: ${(error as Error).message}`, isHeapLimit(error));
    }
  };
  const take = async (order: SeatCommand): Promise<void> => {
    if (order === "end") return stop("over");
    if (order.number === number) {
      if (answer !== undefined) await tell({ kind: "answer", session, number, message: answer });
      return;
    }
    // What came before this order has been heard, or it would not have been given.
    [number, answer] = [order.number, undefined];
    if (malformedCube(order.cube) !== undefined) return stop("leaves");
    void search(order);
  };
  const isResting = (): boolean => number === 0 || answer !== undefined;

  try {
    await sign();
    await tell({ kind: "joins", session, seat });
    while (end === undefined) {
      const popped = await waiting.blpop(keys.orders(session), WAIT).catch(() => null);
      if (end !== undefined) break;
      if (popped !== null) await take(unpackCommand(popped[1]));
      else if ((await client.exists(keys.question)) === 0) leave();
      else if (isResting() && performance.now() - restingSince > LONGEST_REST) leave();
    }
  } finally {
    clearInterval(timer);
    leaving.removeEventListener("abort", leave);
    loads.delete(load);
    waiting.disconnect();
    await thread.end();
  }
  await client.del(keys.alive(session), keys.orders(session));
  if (end !== "over") await tell({ kind: "leaves", session, seat });
}
