// @module-tag slow
import { join } from "node:path";
import {
  type BoundedCheck,
  check,
  createRandom,
  type Cube,
  type History,
  openCubes,
  parseHistory,
  type Random,
  types,
  WHOLE,
} from "@sightline/core";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { type RedisServer, startRedis } from "@sightline/testing/sightline/redis-server.js";
import { seeds } from "@sightline/testing/seeds.js";
import { isMissing } from "@sightline/testing/stores/with-server.js";
import type { Redis } from "ioredis";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conquer } from "../cubes/conquer.js";
import { cubeThread } from "../cubes/cube-thread.js";
import type { CubeQuestion, Message } from "../cubes/messages.js";
import { connectTo } from "./connect.js";
import { type CallOptions, callSearchers } from "./call-searchers.js";
import {
  keysOfQuestion,
  type SeatCommand,
  packQuestion,
  packWords,
  type Told,
  unpackTold,
} from "./cube-messages.js";
import { loadQueue } from "./load-queue.js";
import { takeSeat } from "./take-seat.js";

const folder = scratchFolder();
const kinds = [types.register, types.set, types.map, types.queue, types.stack];

/** A searcher in this very thread, whose slices are a few forks; it may end in the middle of a cube. */
function searcherOf({ history, options }: CubeQuestion, forks: number, dies: (cube: string) => boolean) {
  const open = openCubes(history, options);
  let hear: (message: Message) => void;
  let die: (error: Error) => void;
  return cubeThread({
    listen: (onMessage, onDeath) => ([hear, die] = [onMessage, onDeath]),
    send(command) {
      if (command.kind !== "cube" || open === undefined) throw new Error("only cubes are searched");
      const answer = open.searches[command.part].decide(command.cube, { forks });
      if (dies(JSON.stringify([command.part, command.cube]))) return die(new Error("it died"));
      const isShort = answer.verdict === "open" && answer.reason === "states";
      hear({ kind: "cube", answer: isShort ? { ...answer, reason: "deadline" } : answer });
    },
    async end() {},
  });
}

/** A queue whose seats are taken by so many at a time, each time by a new one. */
function queueOf(
  workers: number,
  sit: (seat: { id: string; question: string }) => Promise<void>,
): CallOptions["queue"] & { readonly idle: () => Promise<unknown> } {
  const waiting: { id: string; question: string }[] = [];
  const atWork = new Set<Promise<void>>();
  const fill = (): void => {
    while (atWork.size < workers) {
      const seat = waiting.shift();
      if (seat === undefined) return;
      const sitting: Promise<void> = sit(seat).then(() => {
        atWork.delete(sitting);
        fill();
      });
      atWork.add(sitting);
    }
  };
  return {
    async addBulk(jobs) {
      for (const { opts, data } of jobs) waiting.push({ id: opts?.jobId ?? "", ...data });
      fill();
      return [];
    },
    async remove(id) {
      const at = waiting.findIndex((seat) => seat.id === id);
      if (at >= 0) waiting.splice(at, 1);
      return 1;
    },
    idle: () => Promise.all(atWork),
  };
}

describe.skipIf(await isMissing("redis"))("searchers that are called over Redis", () => {
  let redis: RedisServer;
  let connect: () => Redis;
  let client: Redis;
  beforeAll(async () => {
    redis = await startRedis(join(folder, "redis"));
    connect = await connectTo(redis.address, "trial", await loadQueue());
    client = connect();
  }, 600_000);
  afterAll(async () => {
    client.disconnect();
    await redis.kill();
  });

  /** What so many searchers come to, and what they leave in Redis. */
  async function call(history: History, options: BoundedCheck, workers: number, means: Means) {
    const question = { history, options: { ...options, verify: false } } as unknown as CubeQuestion;
    let sat = 0;
    const leaving = new AbortController();
    const queue = queueOf(workers, (seat) => {
      sat++;
      return takeSeat(seat, {
        client,
        connect,
        prefix: "p",
        allow: () => question,
        loads: new Set(),
        leaving: leaving.signal,
        hasChunks: async () => means.leaves(),
        start: () => searcherOf(question, means.forks, means.dies),
      });
    });
    const called = await callSearchers(question, { client, queue, connect, prefix: "p", version: "1" });
    const parts = (openCubes(history, options)?.searches ?? []).map((_, part) => ({ part, cubes: [WHOLE] }));
    const { outcome, cubes } = await conquer([], parts, { recruit: called.recruit });
    await called.close();
    await queue.idle();
    const left: string[] = [];
    for (const key of await client.keys("p:cubes:*")) if ((await client.pttl(key)) === -1) left.push(key);
    return { verdict: outcome.verdict, cubes, sat, left };
  }

  interface Means {
    readonly forks: number;
    dies(cube: string): boolean;
    leaves(): boolean;
  }
  const steady: Means = { forks: 2, dies: () => false, leaves: () => false };

  function draw(seed: number, random: Random): readonly [History, BoundedCheck] {
    const type = random.pick(kinds);
    const criterion = random.pick(["linearizability", "sequential", "causal", "causal-convergence"]);
    return [generateHistory(type, seed, 9), { type, criterion, explain: false }];
  }

  test.each([1, 2, 4])(
    "decide as one search does, %i of them, and leave nothing that stays",
    async (workers) => {
      const verdicts: Record<string, number> = { satisfied: 0, violated: 0 };
      let cut = 0;
      for (let seed = 0; seed < seeds(24); seed++) {
        const [history, options] = draw(seed, createRandom(seed));
        const { verdict, cubes, left } = await call(history, options, workers, steady);
        expect(verdict, `seed ${seed}`).toBe(check(history, options).verdict);
        expect(left).toEqual([]);
        verdicts[verdict]++;
        if (cubes > 1) cut++;
      }
      expect(Math.min(verdicts["satisfied"], verdicts["violated"])).toBeGreaterThan(4);
      if (workers > 1) expect(cut).toBeGreaterThan(4);
    },
    600_000,
  );

  test("decide so even if they leave and die", async () => {
    let [died, left, answered] = [0, 0, 0];
    for (let seed = 0; seed < seeds(24); seed++) {
      const [history, options] = draw(seed, createRandom(seed));
      /** Three that are lost over one cube would leave it undecided. */
      const blamed = new Set<string>();
      const means: Means = {
        forks: 2,
        dies(cube) {
          const isDead = answered++ % 7 === 0 && !blamed.has(cube);
          blamed.add(cube);
          if (isDead) died++;
          return isDead;
        },
        leaves() {
          const isLeaving = answered % 5 === 0;
          if (isLeaving) left++;
          return isLeaving;
        },
      };
      const { verdict } = await call(history, options, 3, means);
      expect(verdict, `seed ${seed}`).toBe(check(history, options).verdict);
    }
    expect(Math.min(died, left)).toBeGreaterThan(4);
  }, 600_000);

  const crossed = parseHistory("{ write(1); read() => 2 } || { write(2); read() => 1 }");
  const asked = { type: types.register, criterion: "sequential" };

  test("do not know where each dies over the same cube", async () => {
    const { verdict, sat } = await call(crossed, asked, 1, { ...steady, dies: () => true });
    expect(verdict).toBe("unknown");
    expect(sat).toBeGreaterThanOrEqual(3);
  }, 600_000);

  /** One searcher at a question of which nobody but the test knows. */
  async function sitAlone(id: string) {
    const keys = keysOfQuestion("p", id);
    const question = { history: crossed, options: { criterion: "sequential" }, type: "register" };
    await client.set(keys.question, packQuestion({ version: "1", question }));
    const listening = connect();
    const sitting = takeSeat(
      { id: "s", question: id },
      {
        client,
        connect,
        prefix: "p",
        loads: new Set(),
        allow: (sent) => sent.question,
        leaving: new AbortController().signal,
        hasChunks: async () => false,
        start: ({ history }) => searcherOf({ history, options: asked }, 1, () => false),
      },
    );
    const hear = async (): Promise<Told> => unpackTold((await listening.blpop(keys.told, 0))?.[1] ?? "");
    const joined = await hear();
    if (joined.kind !== "joins") throw new Error(`it ${joined.kind}`);
    const tell = (order: SeatCommand) => client.rpush(keys.orders(joined.session), packWords(order));
    return { keys, sitting, hear, tell, hangUp: () => listening.disconnect() };
  }
  const order = { part: 0, cube: WHOLE, milliseconds: 10 };

  test("tell an answer again when they get an order again, and search it once", async () => {
    const { sitting, hear, tell, hangUp } = await sitAlone("again");
    await tell({ number: 1, ...order });
    const first = await hear();
    expect(first).toMatchObject({ kind: "answer", number: 1, message: { answer: { verdict: "open" } } });
    await tell({ number: 1, ...order });
    expect(await hear()).toEqual(first);
    const { rest } = (first as { message: { answer: { rest: Cube } } }).message.answer;
    await tell({ number: 2, ...order, cube: rest });
    expect(await hear()).toMatchObject({ kind: "answer", number: 2 });
    await tell("end");
    await sitting;
    hangUp();
  }, 600_000);

  test("go home when nobody asks any more", async () => {
    const { keys, sitting, hear, hangUp } = await sitAlone("gone");
    await client.del(keys.question);
    expect(await hear()).toMatchObject({ kind: "leaves" });
    await sitting;
    hangUp();
    expect(await client.keys("p:cubes:gone:alive*")).toEqual([]);
  }, 600_000);
});
