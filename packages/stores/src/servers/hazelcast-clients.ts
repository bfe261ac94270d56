import type { Value } from "@sightline/core";

/** What is used of hazelcast-client. */
export interface HazelcastModule {
  readonly default: {
    readonly Client: {
      newHazelcastClient(options: {
        readonly clusterName: string;
        readonly network: { readonly clusterMembers: readonly string[]; readonly smartRouting: boolean };
        readonly properties: Readonly<Record<string, string>>;
      }): Promise<HazelcastClient>;
    };
  };
}

/** A client, at one member. */
export interface HazelcastClient {
  getMap(name: string): Promise<HazelcastMap>;
  getPNCounter(name: string): Promise<PnCounter>;
  getCluster(): { getMembers(): readonly HazelcastMember[] };
  shutdown(): Promise<unknown>;
}

interface HazelcastMember {
  readonly version: { readonly major: number; readonly minor: number; readonly patch: number };
}

/** A map whose entries are at the members that own them. */
export interface HazelcastMap {
  get(key: Value): Promise<unknown>;
  set(key: Value, value: Value): Promise<unknown>;
  delete(key: Value): Promise<unknown>;
  containsKey(key: Value): Promise<boolean>;
  destroy(): Promise<unknown>;
}

/** A counter with a copy at each member. */
export interface PnCounter {
  addAndGet(amount: number): Promise<unknown>;
  get(): Promise<{ toString(): string }>;
  destroy(): Promise<unknown>;
}

/**
 * The counter of this name as a client sees it that asks the copy with this number. By itself a client asks a copy
 * that it draws once, and keeps to it; what it has drawn is the field that is set here.
 */
export async function counterAt(
  clients: readonly HazelcastClient[],
  copy: number,
  name: string,
): Promise<PnCounter> {
  const client = clients[copy % clients.length];
  const counter = await client.getPNCounter(name);
  const members = client.getCluster().getMembers();
  return Object.assign(counter, { currentTargetReplicaAddress: members[copy % members.length] });
}

/** A mark after all else, and whether each other has got it. */
export interface HazelcastMarks {
  write(mark: number): Promise<unknown>;
  readonly reads: readonly (() => Promise<unknown>)[];
  destroy(): Promise<unknown>;
}

/** Marks in a map: all is there as soon as they are. */
export async function mappedMarks(
  clients: readonly HazelcastClient[],
  name: string,
): Promise<HazelcastMarks> {
  const maps = await Promise.all(clients.map((client) => client.getMap(name)));
  return {
    write: (mark) => maps[0].set("mark", mark),
    reads: maps.map((map) => () => map.get("mark")),
    destroy: () => maps[0].destroy(),
  };
}

/** Marks in counters: every copy takes updates, so each makes a mark of its own, and all must see all of them. */
export async function countedMarks(
  clients: readonly HazelcastClient[],
  name: string,
): Promise<HazelcastMarks> {
  const each = clients.map((_, copy) => copy);
  /** `seen[copy][author]`: what the copy has of the author's mark. */
  const seen = await Promise.all(
    each.map((copy) => Promise.all(each.map((author) => counterAt(clients, copy, `${name}${author}`)))),
  );
  return {
    write: (mark) =>
      Promise.all(
        each.map(async (author) => {
          const own = seen[author][author];
          await own.addAndGet(mark - Number(await own.get()));
        }),
      ),
    reads: seen.map((counters) => async () => {
      const marks = await Promise.all(counters.map(async (counter) => Number(await counter.get())));
      return Math.min(...marks);
    }),
    destroy: () => Promise.all(seen[0].map((counter) => counter.destroy())),
  };
}
