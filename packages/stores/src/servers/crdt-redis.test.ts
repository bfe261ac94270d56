import { type Reply, type RespServer, startRespServer } from "@sightline/testing/stores/resp-server.js";
import { levelOverTime } from "@sightline/testing/stores/find-history.js";
import { withServer } from "@sightline/testing/stores/with-server.js";
import { afterEach, describe, expect, test } from "vitest";
import { openServer } from "./open-server.js";
import { servers } from "./servers.js";

/** An element at one copy: the score that each add gave it, as far as not removed, and what was added to it since. */
interface Element {
  readonly adds: Map<number, number>;
  increments: number;
}

const started: RespServer[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.close()));
});

/**
 * Nodes with CRDT-Redis's commands of one strategy, each with a copy of its own; what the first does the others do so
 * many commands later, what the second does twice as many: late on any machine. A remove takes away what its author saw.
 */
async function startNodes(
  strategy: string,
  late: number,
): Promise<{ addresses: string[]; asked: Set<string> }> {
  const asked = new Set<string>();
  let [clock, commands] = [0, 0];
  let underWay: { readonly due: number; arrive(): void }[] = [];
  const copies = Array.from({ length: 3 }, () => new Map<string, Map<string, Element>>());
  const elementAt = (copy: number, key: string, name: string): Element => {
    const object = copies[copy].get(key) ?? new Map<string, Element>();
    const element = object.get(name) ?? { adds: new Map(), increments: 0 };
    copies[copy].set(key, object.set(name, element));
    return element;
  };
  const everywhere = (origin: number, effect: (copy: number) => void): "OK" => {
    effect(origin);
    for (const other of copies.keys())
      if (other !== origin)
        underWay.push({ due: commands + late * (origin + 1), arrive: () => effect(other) });
    return "OK";
  };
  const deliver = (): void => {
    commands++;
    const arrived = underWay.filter(({ due }) => due < commands);
    underWay = underWay.filter(({ due }) => due >= commands);
    for (const { arrive } of arrived) arrive();
  };
  const scoreOf = ({ adds, increments }: Element): number =>
    Number([...adds].toSorted(byFirst).at(-1)?.[1]) + increments;
  const answer =
    (node: number) =>
    (command: string, [key = "", name = "", amount = "0"]: readonly string[]): Reply => {
      if (command === "info") return "redis_version:6.0.5\r\n";
      deliver();
      if (!command.startsWith(strategy)) throw new Error(`unknown command '${command}'`);
      asked.add(command);
      const present = [...(copies[node].get(key) ?? [])].filter(([, { adds }]) => adds.size > 0);
      const own = present.find(([element]) => element === name)?.[1];
      const update = command.slice(strategy.length);
      switch (update) {
        case "sadd":
        case "zadd": {
          if (own !== undefined) throw new Error("element already exists");
          const time = ++clock;
          return everywhere(node, (copy) => elementAt(copy, key, name).adds.set(time, Number(amount)));
        }
        case "srem":
        case "zrem": {
          if (own === undefined) throw new Error("no such element");
          const seen = [...own.adds.keys()];
          return everywhere(node, (copy) => {
            for (const add of seen) elementAt(copy, key, name).adds.delete(add);
          });
        }
        case "zincrby":
          if (own === undefined) throw new Error("no such element");
          return everywhere(node, (copy) => void (elementAt(copy, key, name).increments += Number(amount)));
        case "scontains":
          return copies[node].has(key) ? Number(own !== undefined) : null;
        case "ssize":
          return present.length === 0 ? [] : present.length;
        case "zscore":
          return own === undefined ? null : String(scoreOf(own));
        case "zmax": {
          const best = present
            .map(([element, state]) => [scoreOf(state), Number(element)] as const)
            .toSorted(byFirst)
            .at(-1);
          return best === undefined ? [] : [String(best[1]), String(best[0])];
        }
        default:
          throw new Error(`unknown command '${command}'`);
      }
    };
  for (const node of copies.keys()) started.push(await startRespServer(answer(node)));
  return { addresses: started.map(({ address }) => address), asked };
}

const byFirst = ([a, x]: readonly [number, number], [b, y]: readonly [number, number]): number =>
  a - b || x - y;

describe("crdt-redis", () => {
  test("without an address is told that one is needed", () =>
    expect(openServer(servers["crdt-redis"], "set", {})).rejects.toThrow(
      /crdt-redis is not started by Sightline: give its nodes with --address redis:\/\/host:6379/,
    ));

  test.each([
    ["o", "set", ["osadd", "oscontains", "osrem", "ossize"]],
    ["r", "set", ["rsadd", "rscontains", "rsrem", "rssize"]],
    ["rwf", "rpq", ["rwfsadd", "rwfscontains", "rwfzadd", "rwfzincrby", "rwfzmax", "rwfzrem", "rwfzscore"]],
  ])("asks the commands of the strategy %s for a %s", async (consistency, type, commands) => {
    const { addresses, asked } = await startNodes(consistency, 0);
    await withServer(`crdt-redis:${type}`, { addresses, consistency }, async (store) => {
      expect(store.facts).toMatchObject({ version: "6.0.5", replicas: 3, type });
      const runs = await Promise.all(Array.from({ length: 20 }, (_, run) => store.record(run)));
      for (const { history, errors = [], diverged } of runs) {
        // What the server refuses did not happen: it is no operation of the history.
        expect(history.size).toBe(15 - errors.length);
        expect(errors.every((error) => /already exists|no such element/.test(error))).toBe(true);
        expect(diverged).toBe(false);
      }
    });
    expect([...asked].toSorted()).toEqual(commands);
  });

  test("one node is linearizable; three that are late are not", async () => {
    const { addresses } = await startNodes("o", 40);
    const levels = async (some: readonly string[]): Promise<Set<string>> => {
      const seen = new Set<string>();
      await withServer("crdt-redis:set", { addresses: some, consistency: "o" }, async (store) => {
        for (const recorded of await Promise.all(Array.from({ length: 20 }, (_, run) => store.record(run)))) {
          seen.add(levelOverTime(recorded));
          expect(recorded.diverged).toBe(false);
        }
      });
      return seen;
    };
    expect(await levels(addresses.slice(0, 1))).toEqual(new Set(["complete"]));
    expect((await levels(addresses)).size).toBeGreaterThan(1);
  });
});
