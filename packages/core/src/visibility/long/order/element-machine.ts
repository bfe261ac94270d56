import { queue } from "../../../types/queue.js";
import { stack } from "../../../types/stack.js";
import { canonical, type Value } from "../../../history/value.js";
import type { LongProblem } from "../long-problem.js";

/** One queue or stack that is empty at first, as small numbers: what operations put, take, and tell of it. */
export interface ElementMachine {
  readonly isQueue: boolean;
  /** Operation → 1 where it puts an element there, 2 where it takes one away. */
  readonly does: Uint8Array;
  /** How many values there are; operation → the number of the one that it puts there, from 1 on. */
  readonly values: number;
  readonly valueOf: Int32Array;
  /** Operation → the number of the value that it found in front or on top; 0 where it found none, -1 where it tells nothing. */
  readonly finds: Int32Array;
  /** Operation → the size that it tells; -1 where it tells none, -2 where it tells that it is not 0. */
  readonly told: Int32Array;
  /** Value → session → positions of those who put it there, and of those who find it, ascending. */
  readonly putters: readonly (readonly Int32Array[])[];
  readonly finders: readonly (readonly Int32Array[])[];
}

/** Methods that put, take, and tell. */
const methods: ReadonlySet<string> = new Set("offer poll push pop peek size isEmpty".split(" "));

/** The machine of a problem of one queue or stack. */
export function createElementMachine(problem: LongProblem): ElementMachine | undefined {
  const { single, labels, label, size, sessions, history, initial } = problem;
  const isQueue = single.step === queue.step;
  if ((!isQueue && single.step !== stack.step) || history.objects.length > 1) return undefined;
  if (!labels.every(({ method }) => methods.has(method))) return undefined;
  const { result: atStart } = single.step(initial, { method: "size", args: [] }) as { result: number };
  if (atStart > 0) return undefined;
  const numbers = new Map<string, number>();
  const asked = new Set(
    labels.flatMap(({ method, result }) => (isFinding(method, result) ? [canonical(result)] : [])),
  );
  /** What nobody finds is all the same. */
  const numberOf = (value: Value): number => {
    const text = canonical(value);
    const name = asked.has(text) ? text : "";
    const known = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, known);
    return known;
  };
  const ofLabel = <List extends Int32Array | Uint8Array>(list: List, of: (at: number) => number): List => {
    const values = labels.map((_, at) => of(at));
    for (let operation = 0; operation < size; operation++) list[operation] = values[label[operation]];
    return list;
  };
  const isPut = ({ method }: { method: string }): boolean => method === "offer" || method === "push";
  const valueOf = ofLabel(new Int32Array(size), (at) =>
    isPut(labels[at]) ? numberOf(labels[at].args[0]) : 0,
  );
  const finds = ofLabel(new Int32Array(size), (at) => {
    const { method, result } = labels[at];
    if (!isFinding(method, result)) return -1;
    return result === null ? 0 : numberOf(result);
  });
  const positionsOf = (values: Int32Array): readonly (readonly Int32Array[])[] =>
    Array.from({ length: numbers.size + 1 }, (_, value) =>
      sessions.map((members) =>
        Int32Array.from([...members.keys()].filter((at) => values[members[at]] === value)),
      ),
    );
  return {
    isQueue,
    does: ofLabel(new Uint8Array(size), (at) => {
      const { method } = labels[at];
      if (isPut(labels[at])) return 1;
      return method === "poll" || method === "pop" ? 2 : 0;
    }),
    values: numbers.size + 1,
    valueOf,
    finds,
    told: ofLabel(new Int32Array(size), (at) => {
      const { method, result } = labels[at];
      if (method === "size" && typeof result === "number") return result;
      if (method !== "isEmpty" || result === undefined) return -1;
      return result === true ? 0 : -2;
    }),
    putters: positionsOf(valueOf),
    finders: positionsOf(finds),
  };
}

function isFinding(method: string, result: Value | undefined): result is Value {
  return (method === "peek" || method === "poll" || method === "pop") && result !== undefined;
}
