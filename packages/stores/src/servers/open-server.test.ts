import { clientsFolder as folder, isMissing, withServer } from "@sightline/testing/stores/with-server.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCluster } from "./cluster.js";
import { openServer } from "./open-server.js";
import { findProgram, type Program } from "./program.js";
import { openRedisClients } from "./redis-clients.js";
import { servers } from "./servers.js";

const { redis } = servers;
const redisIsMissing = await isMissing("redis");

describe("what cannot be", () => {
  test("a consistency that a server does not have is refused, and those that it has are told", () =>
    expect(openServer(redis, "register", { folder, consistency: "strong" })).rejects.toThrow(
      /redis has no consistency "strong": take replica \(reads at replicas\), or primary/,
    ));

  test("a type that a server is not used as is refused", async () => {
    await expect(openServer(redis, "list", { folder })).rejects.toThrow(/take redis:register, redis:map/);
    await expect(openServer(redis, "mapp", { folder })).rejects.toThrow(/Did you mean "map"\?/);
  });

  test("a program that is missing is named, and where it is to be had", () =>
    expect(
      openServer(
        { ...redis, program: { ...(redis.program as Program), binary: "no-such-server" } },
        "register",
        {
          folder,
        },
      ),
    ).rejects.toThrow(/needs no-such-server.*Debian has it in redis-server/));
});

describe("servers by address", () => {
  const addresses = ["redis://127.0.0.1:1", "redis://127.0.0.1:2"];

  test.each([
    [{ milliseconds: [[2, 8]] }, /what goes between them is not ours to delay\. Leave --delay out/],
    [{ delivery: { partition: true } }, /not ours to cut\. Leave --partition out/],
    [{ delivery: { restart: true } }, /not ours to kill\. Leave --restart out/],
    [{ replicas: 2 }, /as many as addresses\. Leave --replicas out/],
    [{ addresses: ["redis"] }, /redis is no address of redis, such as redis:\/\//],
  ] as const)("refuse what can only be done to our own: %j", (options, message) =>
    expect(openServer(redis, "register", { folder, addresses, ...options })).rejects.toThrow(message),
  );

  test("that cannot be reached are told as they are", () =>
    expect(openServer(redis, "register", { folder, addresses })).rejects.toThrow(/ECONNREFUSED/));

  describe.skipIf(redisIsMissing)("of Redis", () => {
    const cluster = createCluster(1);
    const given: string[] = [];
    beforeAll(async () => {
      const program = (await findProgram(redis.program as Program)) as string;
      const started = await redis.start?.(cluster, {
        replicas: 2,
        delays: [],
        program,
      });
      given.push(...(started?.addresses ?? []));
    });
    afterAll(() => cluster.close());

    test("are measured, and left as they were", async () => {
      const clients = await openRedisClients(async (name) => (await import(name)) as never);
      try {
        const primary = await clients.connect(given[0]);
        await primary.call("SET", "theirs", "kept");
        const hidden = given.map((address) => address.replace("//", "//default@"));
        await withServer("redis:set", { addresses: hidden, atOnce: 1 }, async (store) => {
          expect(store.facts).toMatchObject({ store: "redis", replicas: 2 });
          expect(store.facts.delivery).toBe(
            `servers at ${given.join(", ")}, as late as they are; clients pause up to 3 ms`,
          );
          for (let run = 0; run < 3; run++) {
            const { history, diverged, errors } = await store.record(run);
            expect({ size: history.size, diverged, errors }).toEqual({
              size: 15,
              diverged: false,
              errors: [],
            });
          }
          const evidence = await store.evidence?.();
          expect(evidence).toEqual({ bytes: [], lag: expect.any(Number) });
          expect(await primary.call("DBSIZE")).toBeGreaterThan(1);
        });
        expect(await primary.call("KEYS", "*")).toEqual(["theirs"]);
      } finally {
        clients.close();
      }
    });
  });
});
