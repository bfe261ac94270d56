import { createHistoryBuilder, createRandom, type History, type OperationRecord } from "@sightline/core";

/** A run of replicas that tell what each operation saw. */
export interface RecordedReplicas {
  readonly type: "set" | "map" | "register" | "counter" | "or-set";
  readonly operations: number;
  readonly sessions: number;
  /** How many keys, elements or values. */
  readonly values: number;
  readonly seed: number;
  /** Whether one result, in the middle, is changed. */
  readonly wrong?: boolean;
}

/** Replicas that hear from each other now and then, and then of all that the other has heard: causal delivery. */
export function recordReplicas(asked: RecordedReplicas): History {
  const builder = createHistoryBuilder({ type: asked.type, name: `${asked.operations} ${asked.type}` });
  for (const operation of replicaOperations(asked)) builder.add(operation);
  return builder.finish();
}

/** One operation after another: each has its number for a time stamp, and the latest wins. */
export function* replicaOperations(asked: RecordedReplicas): Generator<OperationRecord> {
  const { type, operations, sessions, values, seed, wrong = false } = asked;
  const random = createRandom(seed);
  const names = Array.from({ length: sessions }, (_, s) => `r${s}`);
  const clocks = names.map(() => new Int32Array(sessions));
  const done: Done[][] = names.map(() => []);
  const views = names.map(() => createView(type));
  for (let id = 0; id < operations; id++) {
    const own = random.int(sessions);
    if (random.chance(0.3)) {
      const other = random.int(sessions);
      const news = done.flatMap((changes, s) => changes.slice(clocks[own][s], clocks[other][s]));
      for (const change of news.sort((a, b) => a.id - b.id)) views[own].take(change);
      for (let s = 0; s < sessions; s++) clocks[own][s] = Math.max(clocks[own][s], clocks[other][s]);
    }
    const key = random.int(values);
    const isUpdate = random.chance(0.5);
    const saw = clocks[own].slice();
    const call = isUpdate ? updateOf(type, key, id, random.chance(0.3)) : queryOf(type, key);
    const result = views[own].answer(call);
    const change: Done = { id, call, saw, session: own, at: saw[own] };
    done[own].push(change);
    clocks[own][own]++;
    views[own].take(change);
    yield {
      session: names[own],
      ...call,
      result: wrong && id === operations >> 1 ? otherThan(result) : result,
      saw: Object.fromEntries(names.flatMap((name, s) => (saw[s] === 0 ? [] : [[name, saw[s]]]))),
    };
  }
}

interface Call {
  readonly method: string;
  readonly args: number[];
}

interface Done {
  readonly id: number;
  readonly call: Call;
  readonly saw: Int32Array;
  readonly session: number;
  readonly at: number;
}

type Answer = number | boolean | null;

const otherThan = (result: Answer): Answer => (typeof result === "boolean" ? !result : (result ?? 0) + 1);

function updateOf(type: RecordedReplicas["type"], key: number, id: number, isSecond: boolean): Call {
  if (type === "map") return { method: "put", args: [key, id % 1000] };
  if (type === "register") return { method: "write", args: [id] };
  if (type === "counter") return { method: isSecond ? "dec" : "inc", args: [] };
  return { method: isSecond ? "remove" : "add", args: [key] };
}

function queryOf(type: RecordedReplicas["type"], key: number): Call {
  if (type === "map") return { method: "get", args: [key] };
  return type === "register" || type === "counter"
    ? { method: "read", args: [] }
    : { method: "contains", args: [key] };
}

/** What a replica holds. */
interface View {
  take(change: Done): void;
  answer(call: Call): Answer;
}

function createView(type: RecordedReplicas["type"]): View {
  if (type === "counter") {
    let sum = 0;
    return {
      take: ({ call }) => void (sum += call.method === "inc" ? 1 : call.method === "dec" ? -1 : 0),
      answer: ({ method }) => (method === "read" ? sum : null),
    };
  }
  if (type === "or-set") return createOrView();
  const held = new Map<number, { readonly id: number; readonly value: number | null }>();
  const keyOf = ({ args }: Call): number => (type === "register" ? 0 : args[0]);
  return {
    take({ id, call }) {
      if (["get", "contains", "read"].includes(call.method)) return;
      if ((held.get(keyOf(call))?.id ?? -1) > id) return;
      const value = call.method === "remove" ? null : (call.args[type === "map" ? 1 : 0] ?? 0);
      held.set(keyOf(call), { id, value });
    },
    answer(call) {
      const value = held.get(keyOf(call))?.value ?? null;
      if (type === "set") return call.method === "add" ? value === null : value !== null;
      return call.method === "write" ? null : value;
    },
  };
}

/** An element is there if somebody added it whom no remove has seen. */
function createOrView(): View {
  const added = new Map<number, Done[]>();
  return {
    take(change) {
      const { method, args } = change.call;
      const adders = added.get(args[0]) ?? [];
      if (method === "add") added.set(args[0], [...adders, change]);
      if (method === "remove")
        added.set(
          args[0],
          adders.filter(({ session, at }) => change.saw[session] <= at),
        );
    },
    answer({ method, args }) {
      const isThere = (added.get(args[0]) ?? []).length > 0;
      return method === "add" ? !isThere : isThere;
    },
  };
}
