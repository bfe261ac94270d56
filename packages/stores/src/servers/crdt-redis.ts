import type { Value } from "@sightline/core";
import type { Session } from "../live/live-store.js";
import type { StoreType } from "../workload/workload.js";
import { openRedisClients, type RedisClient } from "./redis-clients.js";
import type { Server } from "./server.js";

/**
 * CRDT-Redis, or any server that speaks Redis's protocol and has its commands: every node takes updates. A command is
 * called by the strategy for conflicts and what it does, such as `ozadd` or `rwfsrem`. Client i uses node i.
 */
export const crdtRedis: Server = {
  name: "crdt-redis",
  packages: ["ioredis"],
  types: ["set", "rpq"],
  consistencies: {
    o: "an add wins over a concurrent remove",
    r: "a remove wins over a concurrent add",
    rwf: "the remove-win framework",
  },
  address: "redis://host:6379",

  async connect({ type, addresses, nodes, consistency: strategy, space, load }) {
    const clients = await openRedisClients(load);
    try {
      const observers = await Promise.all(addresses.map(clients.connect));
      const users = await Promise.all(nodes.map((node) => clients.connect(addresses[node])));
      const info = await observers[0].info("server");
      // Every node takes updates, so each makes a mark of its own, and all must see all of them. Redis's own keys are
      // not replicated: a mark is an element of a set that is.
      const settled = `${space}settled`;
      const marksOf = (mark: number): readonly number[] =>
        observers.map((_, node) => mark * observers.length + node);
      let last = 0;
      return {
        version: /redis_version:(\S+)/.exec(info)?.[1] ?? "unknown",
        sessions: (history) =>
          users.map((client) => sessionOf(type, `${space}history${history}`, client, strategy)),
        mark: {
          async write(mark) {
            const marks = marksOf(mark);
            await Promise.all(
              observers.map((node, i) =>
                node.call(`${strategy}sadd`, settled, marks[i]).catch(unlessRefused),
              ),
            );
            last = mark;
          },
          reads: observers.map((node) => async () => {
            const seen = marksOf(last).map((mark) => node.call(`${strategy}scontains`, settled, mark));
            return (await Promise.all(seen)).every(isTrue) ? last : 0;
          }),
        },
        // It has no command that deletes what is replicated, so what was written stays.
        close: async () => clients.close(),
      };
    } catch (error) {
      clients.close();
      throw error;
    }
  },
};

/** A mark that is written again is refused: it is there. */
function unlessRefused(error: Error): void {
  if (error.name !== "ReplyError") throw error;
}

/** Yes in either version of the protocol. A key that was never written is null. */
const isTrue = (reply: unknown): boolean => reply === 1 || reply === true;

/** A client of one object. */
function sessionOf(type: StoreType, key: string, client: RedisClient, strategy: string): Session {
  const ask = (command: string, ...args: readonly Value[]): Promise<unknown> =>
    client.call(`${strategy}${command}`, key, ...(args as number[]));
  const update =
    (command: string) =>
    async (...args: Value[]): Promise<undefined> => {
      try {
        await ask(command, ...args);
      } catch (error) {
        // What the server answers with an error it has not done, such as adding what is there.
        if ((error as Error).name === "ReplyError") Object.assign(error as Error, { definite: true });
        throw error;
      }
    };
  if (type === "set")
    return {
      add: update("sadd"),
      remove: update("srem"),
      contains: async (element) => isTrue(await ask("scontains", element)),
      // A set that was never written to is an empty array.
      size: async () => numberOf(await ask("ssize")) ?? 0,
    };
  return {
    add: update("zadd"),
    incrby: update("zincrby"),
    rem: update("zrem"),
    score: async (element) => numberOf(await ask("zscore", element)),
    async max() {
      const reply = await ask("zmax");
      return Array.isArray(reply) && reply.length === 2 ? reply.map(Number) : null;
    },
  };
}

const numberOf = (reply: unknown): number | null =>
  reply === null || Array.isArray(reply) ? null : Number(reply);
