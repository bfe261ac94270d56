import { type AnnotationRecord, createRandom, findType, HistoryError, type Random } from "@sightline/core";
import type { OpenStore, StoreOptions } from "../store.js";
import { type FinalRead, finalReads, stateShown, type WindowEnd } from "../workload/final-reads.js";
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
import type { Fault, FaultName, LiveStore, Session } from "./live-store.js";
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
  if (options.sights === true && live.saw === undefined)
    throw new HistoryError(
      "SL1304",
      `${facts.store} does not tell what its replicas have applied: leave --sights out`,
    );
  let last: (WindowEnd & { readonly sessions: readonly Session[] }) | undefined;
  if (options.windows === true && live.settle === undefined)
    throw new HistoryError("SL1304", `${facts.store} cannot tell when all is delivered: leave --windows out`);
  if (
    options.windows === true &&
    stateShown(type, [{ method: "read", args: [], result: null }]) === undefined
  )
    throw new HistoryError(
      "SL1304",
      `the state of a ${type} is not shown by its queries: leave --windows out`,
    );
  return {
    facts: {
      ...facts,
      type: type as StoreType,
      seed,
      workload: workloadWords(workload, options.windows),
    },
    async record(number) {
      // A window goes on where the one before ended, unless that left something in doubt: then with a new object.
      const window = last?.next === number ? last : undefined;
      const random = createRandom(seedOfRun(seed, number));
      const { written = 0 } = window ?? {};
      const asked = draw(live, { ...workload, written }, random);
      const pauses = asked.map(() => (facts.pause * random.int(1000)) / 1000);
      const sessions = window?.sessions ?? (await live.sessions(workload.sessions, number));
      const begin = {
        type,
        name: `seed ${seed}, history ${number}`,
        ...(window !== undefined && { initial: window.state }),
      };
      const faults = wanted.filter(() => random.chance(FAULTY));
      const suffering = faults.map((fault) => suffer(fault, live.faults?.[fault] as Fault, random));
      const saw = options.sights === true ? live.saw?.bind(live) : undefined;
      const { operations, errors, names } = await recordOperations(sessions, asked, {
        isUpdate,
        pauses,
        ...(saw !== undefined && { saw }),
      });
      const annotations = await Promise.all(suffering);
      const head = { ...begin, ...(annotations.length > 0 && { annotations }) };
      const history = historyOf(operations, head);
      if (live.settle === undefined) return { number, history, errors, faults };
      await live.settle();
      const reads = finalReads(type, asked, window?.reads);
      const final = await readFinally(sessions, reads, names);
      const diverged = differ(final);
      const state = stateShown(type, shownTo(names[0], final));
      last =
        options.windows !== true || diverged || errors.length > 0 || state === undefined
          ? undefined
          : { next: number + 1, sessions, state, reads, written: written + workload.operations };
      const whole = options.finalReads === true ? historyOf([...operations, ...final], head) : history;
      return { number, history: whole, errors, faults, diverged };
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

const faultWords: Readonly<Record<FaultName, string>> = {
  partition: "partition: nodes do not hear of each other",
  restart: "restart: a node is killed, and started again",
};

/** A fault that begins now and ends in a while; when that was. */
async function suffer(name: FaultName, fault: Fault, random: Random): Promise<AnnotationRecord> {
  const at = performance.now();
  const end = await fault(random);
  await new Promise((resolve) => setTimeout(resolve, FAULT_LASTS));
  await end();
  return { at, until: performance.now(), text: faultWords[name] };
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

/** What one session was answered. */
const shownTo = (name: string, final: readonly TimedOperation[]): readonly FinalRead[] =>
  final.flatMap(({ session, method, args = [], result = null }) =>
    session === name ? [{ method, args, result }] : [],
  );

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
