import { randomUUID } from "node:crypto";
import { malformedCube } from "@sightline/core";
import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { Carrier } from "../cubes/carrier.js";
import type { CubeQuestion } from "../cubes/messages.js";
import { moduleOf } from "./chunk-job.js";
import {
  keysOfQuestion,
  packQuestion,
  packWords,
  restIn,
  SEAT,
  type SeatJob,
  type SentQuestion,
  type Told,
  unpackTold,
} from "./cube-messages.js";
import { createRemoteSearcher, type RemoteSearcher } from "./remote-searcher.js";

/** What a call for searchers is made of. */
export interface CallOptions {
  readonly client: Redis;
  readonly queue: Pick<Queue<SeatJob>, "addBulk" | "remove">;
  /** A connection of its own, to wait on. */
  connect(): Redis;
  readonly prefix: string;
  readonly version: string;
  /** Hears why a worker does not take part, once for each reason. */
  onRefusal?(reason: string): void;
}

/** A question for which workers of a cluster are called. */
export interface Call {
  /** Has `join` called with each searcher that comes. */
  recruit(join: (carrier: Carrier) => void): void;
  /** Ends all searches, and leaves nothing behind in Redis. */
  close(): Promise<void>;
}

/** How many seats wait for workers to come. */
const SEATS = 64;

/** For how long a question stays in Redis without its coordinator, and how often that looks, in milliseconds. */
const [LEASE, LOOK_EVERY] = [10_000, 1000];

/** How long what workers tell is waited for at a time, in seconds. */
const WAIT = 1;

/**
 * Calls the workers of a cluster to a question: seats are put into the queue behind all chunks, and a worker that takes
 * one is a searcher (`Carrier`) until the question is decided, it is lost, or it leaves. Whatever Redis loses is put into
 * it again. Nothing depends on the number of workers, or on who they are.
 */
export async function callSearchers(question: CubeQuestion, options: CallOptions): Promise<Call> {
  const { client, queue, prefix } = options;
  const id = randomUUID();
  const keys = keysOfQuestion(prefix, id);
  const packed = packQuestion(sentOf(question, options.version));
  /** The seats in the queue, and whether someone has taken them. */
  const seats = new Map<string, boolean>();
  const sessions = new Map<string, RemoteSearcher>();
  const refusals = new Set<string>();
  const waiting = options.connect();
  let join: (carrier: Carrier) => void = () => {};
  let seated = 0;
  let isOver = false;

  const offer = async (): Promise<void> => {
    const free = [...seats.values()].filter((isTaken) => !isTaken).length;
    if (free === SEATS) return;
    const more = Array.from({ length: SEATS - free }, () => `${id}-${seated++}`);
    for (const seat of more) seats.set(seat, false);
    const data = { question: id };
    await queue.addBulk(more.map((jobId) => ({ name: SEAT, data, opts: { ...SEAT_OPTIONS, jobId } })));
  };
  const lose = (session: string, searcher: RemoteSearcher, reason: string): void => {
    sessions.delete(session);
    searcher.lose(reason);
    dismiss(session).catch(() => {}); // it ends by itself, when the question is gone
  };
  const dismiss = async (session: string): Promise<void> => {
    const orders = keys.orders(session);
    await client.multi().rpush(orders, packWords("end")).pexpire(orders, LEASE).exec();
  };
  const hear = (told: Told): void => {
    if (told.kind === "refuses") {
      seats.delete(told.seat);
      if (!refusals.has(told.reason)) options.onRefusal?.(told.reason);
      refusals.add(told.reason);
      return;
    }
    const { session } = told;
    if (told.kind === "joins") {
      seats.set(told.seat, true);
      const searcher = createRemoteSearcher(async (order) => {
        const orders = keys.orders(session);
        await client.multi().rpush(orders, packWords(order)).pexpire(orders, LEASE).exec();
      });
      sessions.set(session, searcher);
      join(searcher);
      return;
    }
    if (told.kind === "leaves") seats.delete(told.seat);
    const searcher = sessions.get(session);
    if (searcher === undefined) return;
    if (told.kind === "answer") {
      const rest = restIn(told.message);
      const fault = rest === undefined ? undefined : malformedCube(rest);
      if (fault === undefined) searcher.hear(told.number, told.message);
      else lose(session, searcher, `a worker answered with what is no cube: ${fault}`);
      return;
    }
    sessions.delete(session);
    if (told.kind === "leaves") searcher.leave();
    else if (told.isFull) searcher.fill(told.reason);
    else searcher.lose(told.reason);
  };
  const listen = async (): Promise<void> => {
    while (!isOver) {
      const popped = await waiting.blpop(keys.told, WAIT);
      if (popped !== null && !isOver) hear(unpackTold(popped[1]));
    }
  };
  /** Renews the question, finds those who are lost, says again what may not have been heard, and offers seats. */
  const look = async (): Promise<void> => {
    if ((await client.pexpire(keys.question, LEASE)) === 0)
      await client.set(keys.question, packed, "PX", LEASE);
    await client.pexpire(keys.told, LEASE);
    for (const [session, searcher] of sessions) {
      const isThere = (await client.exists(keys.alive(session))) === 1;
      if (!searcher.lookAt(isThere)) lose(session, searcher, "a worker of the cluster was lost");
      else await searcher.remind();
    }
    await offer();
  };
  let looking: Promise<void> | undefined;
  const lookAgain = (): void => {
    // While Redis is away, what is asked waits: it must not be asked again and again.
    looking ??= look()
      .catch(() => {})
      .finally(() => (looking = undefined));
  };

  await client.set(keys.question, packed, "PX", LEASE);
  await offer();
  const timer = setInterval(lookAgain, LOOK_EVERY);
  return {
    recruit(hire) {
      join = hire;
      // It ends with its connection.
      listen().catch(() => {});
    },
    async close() {
      isOver = true;
      clearInterval(timer);
      waiting.disconnect();
      await looking;
      await client.del(keys.question, keys.told);
      await Promise.all([...sessions.keys()].map(dismiss));
      // One that a worker has taken is removed by that, now that the question is over.
      await Promise.all([...seats.keys()].map((seat) => queue.remove(seat).catch(() => {})));
    },
  };
}

/** Seats come after all chunks; one that nobody sits on any more is of no use to anyone. */
const SEAT_OPTIONS = { priority: 1, removeOnComplete: true, removeOnFail: true } as const;

function sentOf(asked: CubeQuestion, version: string): SentQuestion {
  const { typeLoader, memory: _, ...question } = asked;
  const { type } = question;
  const module = typeLoader === undefined || type === undefined ? {} : { module: moduleOf(type) };
  return { version, question, ...module };
}
