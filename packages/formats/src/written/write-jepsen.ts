import { canonical, type History, isPending, labelOf, type Value } from "@sightline/core";
import { refuseUnsayable } from "./sayable.js";

/** An operation as Jepsen has it: its `:f`, what it asks for and what came back. */
interface Logged {
  readonly f: string;
  readonly asked: Value;
  readonly told: Value;
}

type Told = (method: string, args: readonly Value[], result: Value | undefined) => Logged | undefined;

const transactions: Told = (_, [asked], result) => ({ f: "txn", asked, told: result ?? asked });

/** How operations of each type that Jepsen's workloads have are logged. */
const types: Readonly<Record<string, Told>> = {
  register: (method, args, result) => {
    if (method === "read") return { f: "read", asked: null, told: result ?? null };
    if (method === "write") return { f: "write", asked: args[0], told: args[0] };
    // What did not find the old value failed, and did nothing.
    return method === "cas" && result === true ? { f: "cas", asked: args, told: args } : undefined;
  },
  counter: (method, args, result) => {
    if (method === "read") return { f: "read", asked: null, told: result ?? null };
    return method === "add"
      ? { f: "add", asked: args[0], told: args[0] }
      : { f: method, asked: null, told: null };
  },
  queue: (method, args, result) => {
    if (method === "offer") return { f: "enqueue", asked: args[0], told: args[0] };
    return method === "poll" ? { f: "dequeue", asked: null, told: result ?? null } : undefined;
  },
  mutex: (method) => ({ f: method, asked: null, told: null }),
  "multi-register": transactions,
  "multi-list": transactions,
};

/**
 * A timed history as Jepsen's events in EDN. Who has not returned has no completion. Throws a `RangeError` for what
 * Jepsen's logs cannot say.
 */
export function writeJepsen(history: History): string {
  refuseUnsayable("jepsen", history, { times: true, types: Object.keys(types) });
  if (!history.timed) throw new RangeError("jepsen has its events in order of time, and there are no times");
  const events: (readonly [time: number, line: string])[] = [];
  const open = new Map<number, number>();
  for (let id = 0; id < history.size; id++) {
    const { method, args, result } = labelOf(history, id);
    const logged = types[history.type as string](method, args, result);
    if (logged === undefined) throw new RangeError(`jepsen has no ${method} such as operation ${id}`);
    const before = open.get(history.session[id]) ?? -1;
    if (before > history.call[id])
      throw new RangeError(`operation ${id} was called while another of its session was open`);
    if (!isPending(history, id) && result === undefined && logged.asked === null && logged.f === "read")
      throw new RangeError(`operation ${id} has no result, and jepsen's reads have one`);
    open.set(history.session[id], isPending(history, id) ? Infinity : history.ret[id]);
    const process = history.sessions[history.session[id]];
    const event = (type: string, value: Value): string =>
      `{:process ${edn(process)}, :type :${type}, :f :${logged.f}, :value ${edn(value, history.type)}}`;
    events.push([history.call[id], event("invoke", logged.asked)]);
    if (!isPending(history, id)) events.push([history.ret[id], event("ok", logged.told)]);
  }
  return events
    .sort(([a], [b]) => a - b)
    .map(([, line]) => line)
    .join("\n");
}

/** A value in EDN. The names of micro-operations are keywords. */
function edn(value: Value, type?: string): string {
  if (value === null) return "nil";
  if (!Array.isArray(value)) return typeof value === "object" ? refuseMap(value) : JSON.stringify(value);
  const isMicro = type?.startsWith("multi-") === true && value.length === 3 && typeof value[0] === "string";
  const short = new Map<Value, string>([
    ["read", ":r"],
    ["write", ":w"],
    ["append", ":append"],
  ]);
  const items = (value as readonly Value[]).map((item, i) =>
    isMicro && i === 0 ? (short.get(item) ?? edn(item)) : edn(item, isMicro ? undefined : type),
  );
  return `[${items.join(" ")}]`;
}

const refuseMap = (value: Value): never => {
  throw new RangeError(`${canonical(value)} is an object, which jepsen's logs have no form for`);
};
