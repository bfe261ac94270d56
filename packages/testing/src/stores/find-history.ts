import { isPending, measure } from "@sightline/core";
import type { OpenStore, RecordedRun, StoreOptions } from "@sightline/stores";
import { expect, test } from "vitest";
import { seeds } from "../seeds.js";
import { AT_ONCE, type UseServer } from "./with-server.js";

/** What is there is looked for in at most so many histories; that something is not there is seen in `ENOUGH`. */
const HISTORIES = 1000;
const ENOUGH = seeds(300);

/** The strongest level of a history, over session order and over real time. */
const levelOverSessions = ({ history }: RecordedRun): string => measure(history).level;
export const levelOverTime = ({ history }: RecordedRun): string =>
  measure(history, { order: "realtime" }).level;

/**
 * Looks for a history of which the condition holds, in at most so many. Throws where the delays were not in force,
 * for then it was not looked for.
 */
async function findHistory(
  store: OpenStore,
  isIt: (run: RecordedRun) => boolean,
  histories = HISTORIES,
): Promise<boolean> {
  let found = false;
  const look = async (first: number): Promise<void> => {
    for (let run = first; run < histories && !found; run += AT_ONCE)
      if (isIt(await store.record(run))) found = true;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => look(lane)));
  const evidence = await store.evidence?.();
  if (evidence === undefined || evidence.missing !== undefined)
    throw new Error(`the delays were not in force: ${JSON.stringify(evidence)}`);
  return found;
}

/** Some history violates basic, over session order. */
export const violatesBasic = (use: UseServer, options: StoreOptions): Promise<void> =>
  use("register", options, async (store) => {
    expect(await findHistory(store, (run) => levelOverSessions(run) === "weak")).toBe(true);
  });

/** No history is anything but linearizable, and replicas agree in the end. */
export const violatesNothing = (
  use: UseServer,
  type: string,
  options: StoreOptions,
  histories = ENOUGH,
): Promise<void> =>
  use(type, options, async (store) => {
    const isWrong = (run: RecordedRun): boolean =>
      levelOverTime(run) !== "complete" || run.diverged !== false;
    expect(await findHistory(store, isWrong, histories)).toBe(false);
  });

/** So many histories are looked at over session order, at least, where an old read is found before. */
const LEAST = 100;

/** Some history is not linearizable, and all are complete over session order. */
export const readsOld = (use: UseServer, options: StoreOptions): Promise<void> =>
  use("register", options, async (store) => {
    const levels = new Set<string>();
    let [seen, found] = [0, false];
    await findHistory(store, (run) => {
      levels.add(levelOverSessions(run));
      found ||= levelOverTime(run) !== "complete";
      seen++;
      return found && seen >= LEAST;
    });
    expect({ found, levels: [...levels] }).toEqual({ found: true, levels: ["complete"] });
  });

/** With this seed the first history has a cut link, and the second a crashed node: the first that may crash. */
const FAULTY_SEED = 247;

/** Declares the test that no history is lost to faults, and that what is in doubt is pending. */
export const testFaults = (use: UseServer, consistency: string): void =>
  test("with a cut link and a crashed node no history is lost, and what is in doubt is pending", () =>
    use(
      "register",
      { consistency, delivery: { partition: true, restart: true }, seed: FAULTY_SEED },
      async (store) => {
        const suffered = await sufferFaults(store, { histories: 2, operations: 15 });
        expect(suffered).toMatchObject({
          faults: [["partition"], ["restart"]],
          levels: ["complete"],
          diverged: 0,
          wrong: [],
        });
        expect(suffered.failed).toBeGreaterThan(0);
      },
    ));

/** What became of histories with faults. */
interface Suffered {
  /** The faults of each history. */
  readonly faults: readonly (readonly string[])[];
  /** Calls that failed. */
  readonly failed: number;
  /** The levels of the histories, over session order. */
  readonly levels: readonly string[];
  /** Histories whose replicas differ in the end. */
  readonly diverged: number;
  /** Histories that lack an operation other than queries that failed, or have an update in doubt that is not pending. */
  readonly wrong: readonly number[];
}

/** Records histories, one after the other, with a cut link or a crashed node in some. */
async function sufferFaults(
  store: OpenStore,
  { histories, operations }: { readonly histories: number; readonly operations: number },
): Promise<Suffered> {
  const faults: (readonly string[])[] = [];
  const levels = new Set<string>();
  const wrong: number[] = [];
  let [failed, diverged] = [0, 0];
  for (let number = 0; number < histories; number++) {
    const run = await store.record(number);
    const { history, errors = [] } = run;
    faults.push(run.faults ?? []);
    const queries = errors.filter((error) => /^(read|get|contains)/.test(error)).length;
    const pending = Array.from({ length: history.size }, (_, id) => id).filter((id) =>
      isPending(history, id),
    );
    if (history.size !== operations - queries || pending.length !== errors.length - queries)
      wrong.push(number);
    failed += errors.length;
    if (run.diverged !== false) diverged++;
    levels.add(levelOverSessions(run));
  }
  return { faults, failed, levels: [...levels], diverged, wrong };
}
