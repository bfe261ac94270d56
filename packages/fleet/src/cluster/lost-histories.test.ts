import { describe, expect, test } from "vitest";
import type { Beginning } from "../messages.js";
import { lostHistories } from "./lost-histories.js";

type Client = Parameters<typeof lostHistories>[0];

/** What is used of Redis, in memory: one hash. */
function fakeRedis(): Client {
  const hash = new Map<string, number>();
  const multi = () => {
    const steps: (() => void)[] = [];
    const chain = {
      hdel: (_: string, field: string) => (steps.push(() => hash.delete(field)), chain),
      hincrby: (_: string, field: string, by: number) => (
        steps.push(() => hash.set(field, (hash.get(field) ?? 0) + by)), chain
      ),
      expire: () => chain,
      exec: async () => steps.forEach((step) => step()),
    };
    return chain;
  };
  const hgetall = async () => Object.fromEntries([...hash].map(([field, times]) => [field, String(times)]));
  return { hgetall, multi } as unknown as Client;
}

const at = (item: number, unreadable = false): Beginning => ({
  place: { piece: 0, item, question: 0 },
  unreadable,
});
const fault = ({ place }: Beginning) => ({ reason: "crash", message: `lost at ${place.item}` }) as const;

/** A worker that is lost after it began all of these. */
async function lose(client: Client, ...begun: readonly Beginning[]) {
  const { begin, doomed } = await lostHistories(client, "key", fault);
  for (const one of begun) await begin(one);
  return doomed;
}

describe("histories at which workers are lost", () => {
  test("are set apart after three tries, with all others that were finished not", async () => {
    const client = fakeRedis();
    for (let tries = 0; tries < 3; tries++) expect(await lose(client, at(0), at(1), at(2))).toEqual([]);
    expect(await lose(client)).toEqual([
      { ...at(2), reason: "crash", message: "lost at 2", milliseconds: 0 },
    ]);
  });

  test("are not those where workers were lost for another reason, now here, now there", async () => {
    const client = fakeRedis();
    for (const last of [3, 1, 2, 3, 2, 1, 0])
      expect(await lose(client, ...Array.from({ length: last + 1 }, (_, item) => at(item)))).toEqual([]);
  });

  test("may be lost as they are read", async () => {
    const client = fakeRedis();
    for (let tries = 0; tries < 3; tries++) await lose(client, at(0, true), at(0), at(1, true));
    expect(await lose(client)).toMatchObject([at(1, true)]);
  });
});
