import { createRandom, type History } from "@sightline/core";
import { usedObjects, type UsedObjectName } from "@sightline/testing/visibility/used-objects.js";
import { replicatedHistory } from "./replicas.js";

/** How large the histories of a mixture are. */
export interface MixtureSize {
  readonly operations: readonly [least: number, most: number];
  readonly sessions: readonly [least: number, most: number];
}

const mixedObjects = ["set", "map", "queue", "register"] as const;

/**
 * A history, decided by its seed, of a mixture whose verdicts vary: half of them linearizable runs,
 * most with a wrong result or two, half of them runs of replicas that lag behind, lightly or badly.
 * All have real time, with operations that overlap little or much.
 */
export function mixedHistory(seed: number, { operations, sessions }: MixtureSize): History {
  const random = createRandom(seed);
  const between = ([least, most]: readonly [number, number]): number => least + random.int(most - least + 1);
  const lagging = random.chance(0.5);
  return replicatedHistory({
    object: usedObjects[random.pick(mixedObjects)],
    seed,
    operations: between(operations),
    sessions: between(sessions),
    values: 2 + random.int(3),
    delay: lagging ? random.pick([1, 2, 4, 8]) : 0,
    overtaking: random.chance(0.5),
    roaming: random.pick([0, 0, 0.3]),
    order: random.chance(0.8) ? "issued" : "arrival",
    observeUpdates: random.chance(0.6),
    spread: random.pick([1.5, 5, 20]),
    corrupt: lagging ? random.pick([0, 0, 0, 1]) : random.pick([0, 1, 1, 2, 3]),
  });
}

/**
 * A history like the traces that ViSearch measured (§4.2): few sessions, results of queries only, no
 * real time. `lag` is the longest delay of an update, in operations. Without lag it looks like a store
 * that asks a majority of its replicas; with it like one that asks any single one, so that a session
 * may miss what it wrote itself.
 */
export function storeTrace(name: UsedObjectName, seed: number, lag: number, sessions = 3): History {
  return replicatedHistory({
    object: usedObjects[name],
    seed,
    operations: 15,
    sessions,
    values: 5,
    delay: lag,
    overtaking: true,
    roaming: lag === 0 ? 0 : 0.5,
    order: "issued",
    observeUpdates: false,
    corrupt: 0,
  });
}
