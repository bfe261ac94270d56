import { createRandom, findType, HistoryError, type Random } from "@sightline/core";
import type { OpenStore, StoreOptions } from "../store.js";
import { finalReads } from "../workload/final-reads.js";
import { seedOfRun } from "../workload/seed-of-run.js";
import {
  type Asked,
  type Call,
  defaultWorkload,
  drawOperations,
  isUpdate,
  type StoreType,
  storeTypes,
  type Workload,
  workloadWords,
} from "../workload/workload.js";
import type { Fault, LiveStore, Session } from "./live-store.js";
import { historyOf, recordOperations, type TimedOperation } from "./record-history.js";

/** What calls can be drawn for beforehand: those of a sequence depend on what its replica shows. */
const liveTypes: readonly StoreType[] = storeTypes.filter((type) => type !== "sequence");

/** What is known of a live store besides what it says itself. */
export interface LiveFacts {
  readonly store: string;
  readonly version: string;
  readonly replicas: number;
  readonly consistency?: string;
  readonly delivery: string;
  /** The longest pause before an operation, in milliseconds. */
  readonly pause: number;
}

/** Opens a store that runs by itself. Which operations are made follows from the seed; what they meet does not. */
export function openLive(live: LiveStore, facts: LiveFacts, options: StoreOptions): OpenStore {
  const { seed = 1 } = options;
  const { type } = live;
  findType(type); // a type that there is not is told at once
  const workload: Workload = { ...defaultWorkload, ...options.workload, type: type as StoreType };
  const wanted = (["partition", "restart"] as const).filter((fault) => options.delivery?.[fault] === true);
  for (const fault of wanted)
    if (live.faults?.[fault] === undefined)
      throw new HistoryError(
        "SL1304",
        `${facts.store} cannot be made to suffer a ${fault}: leave --${fault} out`,
      );
  return {
    facts: {
      ...facts,
      type: type as StoreType,
      seed,
      workload: workloadWords(workload),
    },
    async record(number) {
      const random = createRandom(seedOfRun(seed, number));
      const asked = draw(live, workload, random);
      const pauses = asked.map(() => (facts.pause * random.int(1000)) / 1000);
      const sessions = await live.sessions(workload.sessions, number);
      const name = `seed ${seed}, history ${number}`;
      const faults = wanted.filter(() => random.chance(FAULTY));
      const suffering = faults.map((fault) => suffer(live.faults?.[fault] as Fault, random));
      const { operations, errors, names } = await recordOperations(sessions, asked, { isUpdate, pauses });
      await Promise.all(suffering);
      const history = historyOf(operations, { type, name });
      if (live.settle === undefined) return { number, history, errors, faults };
      await live.settle();
      const final = await readFinally(sessions, finalReads(type, asked), names);
      const whole =
        options.finalReads === true ? historyOf([...operations, ...final], { type, name }) : history;
      return { number, history: whole, errors, faults, diverged: differ(final) };
    },
    ...(live.evidence !== undefined && { evidence: async () => live.evidence?.() as never }),
    async close() {
      await live.close?.();
    },
  };
}

/** The share of histories with a fault, where faults are asked for, and how long one lasts, in milliseconds. */
const FAULTY = 0.2;
const FAULT_LASTS = 1000;

/** A fault that begins now and ends in a while. */
async function suffer(fault: Fault, random: Random): Promise<void> {
  const end = await fault(random);
  await new Promise((resolve) => setTimeout(resolve, FAULT_LASTS));
  await end();
}

/** How often a call is drawn anew because the store does not have its method. */
const MOST_DRAWS = 1000;

function draw({ operations, type }: LiveStore, workload: Workload, random: Random): readonly Asked[] {
  if (typeof operations === "function") {
    let written = 0;
    const value = (): number => ++written;
    return Array.from({ length: workload.operations }, () => ({
      session: random.int(workload.sessions),
      ...operations(random, value),
    }));
  }
  if (!liveTypes.includes(type as StoreType))
    throw new HistoryError(
      "SL1007",
      `there is no workload for ${type}: give the store a function \`operations\` that draws its calls, or use it as ${liveTypes.join(", ")}`,
    );
  if (operations === undefined) return drawOperations(workload, random);
  const asked: Asked[] = [];
  for (let draws = 0; asked.length < workload.operations; draws++) {
    if (draws > MOST_DRAWS + workload.operations)
      throw new HistoryError("SL1008", `no workload of ${type} calls ${operations.join(" or ")}`);
    asked.push(...drawOperations(workload, random).filter(({ method }) => operations.includes(method)));
  }
  return asked.slice(0, workload.operations);
}

/** Asks every client the same when all is delivered; a method that a client has not is not asked. */
async function readFinally(
  sessions: readonly Session[],
  queries: readonly Call[],
  names: readonly string[],
): Promise<readonly TimedOperation[]> {
  const all = sessions.map(async (session, i) => {
    const seen: TimedOperation[] = [];
    for (const { method, args } of queries) {
      if (session[method] === undefined) continue;
      let call = 0;
      const result = await persistently(async () => {
        call = performance.now();
        return session[method](...args);
      });
      if (result === undefined) continue;
      seen.push({ session: names[i], method, args, result, call, return: performance.now(), final: true });
    }
    return seen;
  });
  return (await Promise.all(all)).flat();
}

/** Whether some that ask the same got different answers. */
function differ(final: readonly TimedOperation[]): boolean {
  const answers = new Map<string, string>();
  return final.some(({ method, args, result }) => {
    const [asked, answered] = [JSON.stringify([method, args]), JSON.stringify(result)];
    const other = answers.get(asked);
    answers.set(asked, answered);
    return other !== undefined && other !== answered;
  });
}

/** How often a query is asked whose node may just have come back, and how long between, in milliseconds. */
const ATTEMPTS = 500;
const BETWEEN = 20;

/** Asks until there is an answer. Throws the last error where there is none. */
async function persistently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await ask();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN));
    }
}
