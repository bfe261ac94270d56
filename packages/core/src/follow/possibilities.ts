import type { Invocation, Label } from "../history/history.js";
import { canonical, equal } from "../history/value.js";
import { outcomes, type SequentialType, stateKey } from "../types/type.js";
import type { LiveOperation } from "./live-operation.js";

/**
 * One way in which all may have happened up to now: the state, and which of the open operations took effect
 * already, with what they will have to return.
 */
interface Possibility {
  readonly state: unknown;
  /** A bit for each slot of an operation that took effect. */
  readonly taken: number;
  /** Slot → the canonical text of the result that is promised. */
  readonly promised: ReadonlyMap<number, string>;
}

/** What the end of an operation means to the possibilities. `stuck`: none is left. */
export type Step = "on" | "stuck" | "too-many";

/**
 * All ways in which an object may have come to where it is, without the way: just-in-time linearization
 * (G. Lowe, "Testing for linearizability", 2017) that forgets what has ended.
 */
export interface Possibilities {
  /** An operation is open from now on. False: too many are. */
  call(operation: LiveOperation): boolean;
  /** An open operation's fate is known. `stuck` leaves everything as it was before. */
  end(operation: LiveOperation): Step;
  /** The states that are possible now. */
  states(): readonly unknown[];
  /** The one state, where only one is possible and no operation is open that could still return. */
  settled(): { readonly state: unknown } | undefined;
  /** The operations that crashed and may take effect yet. */
  crashed(): readonly LiveOperation[];
}

/** As many operations may be open at once as a number has bits to spare. */
const MOST_OPEN = 30;

/** Beyond so many ways nobody waits for the next. */
const MOST_POSSIBILITIES = 20_000;

const NOTHING: ReadonlyMap<number, string> = new Map();

/** The possibilities of an object that starts in this state. */
export function createPossibilities(type: SequentialType, start: unknown): Possibilities {
  let all: readonly Possibility[] = [{ state: start, taken: 0, promised: NOTHING }];
  const slots: (LiveOperation | undefined)[] = [];
  let open = 0;

  const labelOf = ({ invocation, result }: LiveOperation): Label => ({ ...invocation, result });

  /** All ways in which an open operation may take effect after this one. */
  const after = (from: Possibility, operation: LiveOperation, slot: number): Possibility[] => {
    const ways: Possibility[] = [];
    if (mustWait(operation, from.taken) || isTooLate(operation, from.taken)) return ways;
    for (const { state, result } of outcomes(type, from.state, operation.invocation)) {
      if (operation.fate === "returned" && operation.result !== undefined && !equal(result, operation.result))
        continue;
      const promised =
        operation.fate === "open"
          ? new Map([...from.promised, [slot, canonical(result)] as const])
          : from.promised;
      ways.push({ state, taken: from.taken | (1 << slot), promised });
    }
    return ways;
  };

  /** Whether its session gave something up before it that may take effect yet, but not after it. */
  const hindersElder = (operation: LiveOperation, taken: number): boolean =>
    slots.some(
      (other, slot) =>
        other?.fate === "crashed" &&
        other.id < operation.id &&
        other.session === operation.session &&
        (taken & (1 << slot)) === 0,
    );

  /** With all that only looks, and has seen what it returned, done: it can stand in nobody's way. */
  const absorbing = (from: Possibility): Possibility => {
    let { taken } = from;
    for (let slot = 0; slot < slots.length; slot++) {
      const operation = slots[slot];
      if (operation?.fate !== "returned" || (taken & (1 << slot)) !== 0) continue;
      if (type.pure?.(labelOf(operation)) !== true || hindersElder(operation, taken)) continue;
      if (after({ ...from, taken }, operation, slot).length > 0) taken |= 1 << slot;
    }
    return taken === from.taken ? from : { ...from, taken };
  };

  const keyOf = ({ state, taken, promised }: Possibility): string => {
    const words = [...promised].sort(([a], [b]) => a - b).map(([slot, text]) => `${slot}=${text}`);
    return `${taken} ${words.join(" ")} ${stateKey(type, state)}`;
  };

  /** Whether an equal operation that crashed earlier is still to be had: it is the one to take. */
  const hasElder = (of: LiveOperation, taken: number): boolean =>
    of.fate === "crashed" &&
    slots.some(
      (other, slot) =>
        other?.fate === "crashed" &&
        other.id < of.id &&
        (taken & (1 << slot)) === 0 &&
        sameInvocation(other.invocation, of.invocation),
    );

  /** Whether its session must do something else first: operations of a session that touch are in order all the same. */
  const mustWait = (operation: LiveOperation, taken: number): boolean =>
    slots.some(
      (other, slot) =>
        other !== undefined &&
        other.id < operation.id &&
        other.session === operation.session &&
        other.fate !== "crashed" &&
        other.fate !== "failed" &&
        (taken & (1 << slot)) === 0,
    );

  /** Whether its session has done something later: what crashed before that took effect before it, or never. */
  const isTooLate = (operation: LiveOperation, taken: number): boolean =>
    slots.some(
      (other, slot) =>
        other !== undefined &&
        other.id > operation.id &&
        other.session === operation.session &&
        (taken & (1 << slot)) !== 0,
    );

  const forget = (from: Possibility, slot: number): Possibility => {
    const promised = new Map(from.promised);
    promised.delete(slot);
    return { state: from.state, taken: from.taken & ~(1 << slot), promised };
  };

  /** What is possible once the operation has taken effect, and returned what it did. */
  const returned = (operation: LiveOperation, slot: number): readonly Possibility[] | "too-many" => {
    const bit = 1 << slot;
    const next = new Map<string, Possibility>();
    const seen = new Map<string, Possibility>();
    const put = (way: Possibility): void => {
      const rest = forget(way, slot);
      next.set(keyOf(rest), rest);
    };
    const text = operation.result === undefined ? undefined : canonical(operation.result);
    for (const from of all) {
      if ((from.taken & bit) !== 0) {
        const promise = from.promised.get(slot);
        if (text === undefined || promise === undefined || promise === text) put(from);
      } else {
        const absorbed = absorbing(from);
        seen.set(keyOf(absorbed), absorbed);
      }
    }
    // A map goes on to what is added to it meanwhile.
    for (const from of seen.values()) {
      if (seen.size + next.size > MOST_POSSIBILITIES) return "too-many";
      if ((from.taken & bit) !== 0) {
        put(from);
        continue;
      }
      for (const way of after(from, operation, slot)) put(absorbing(way));
      slots.forEach((other, at) => {
        if (other === undefined || at === slot || (from.taken & (1 << at)) !== 0) return;
        if (other.fate === "failed" || hasElder(other, from.taken)) return;
        for (const way of after(from, other, at)) {
          const absorbed = absorbing(way);
          const key = keyOf(absorbed);
          if (!seen.has(key)) seen.set(key, absorbed);
        }
      });
    }
    return [...next.values()];
  };

  /** The same where nothing else is open and only one way is possible, as most often: nothing to compare. */
  const alone = (operation: LiveOperation, slot: number): readonly Possibility[] | undefined => {
    if (all.length > 1 || open > 1 || all[0].taken !== 0) return undefined;
    const ways = after(all[0], operation, slot);
    return ways.length > 1 ? undefined : ways.map(({ state }) => ({ state, taken: 0, promised: NOTHING }));
  };

  const free = (slot: number): void => {
    slots[slot] = undefined;
    open--;
  };

  /** It is of no account any more whether an operation took effect. */
  const settle = (slot: number): void => {
    all = distinct(all.map((from) => forget(from, slot)));
    free(slot);
  };

  /** Of two ways that differ only in which crashed operations they needed, the one that needed fewer will do. */
  const withoutNeedless = (ways: readonly Possibility[]): readonly Possibility[] => {
    let crashed = 0;
    slots.forEach((operation, slot) => (crashed |= operation?.fate === "crashed" ? 1 << slot : 0));
    if (crashed === 0 || ways.length < 2) return ways;
    const groups = new Map<string, Possibility[]>();
    for (const way of ways) {
      const key = keyOf({ ...way, taken: way.taken & ~crashed });
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [way]);
      else group.push(way);
    }
    return [...groups.values()].flatMap((group) =>
      group.filter((way) => !group.some((other) => other !== way && (other.taken & ~way.taken) === 0)),
    );
  };

  return {
    call(operation) {
      if (open === MOST_OPEN) return false;
      let slot = slots.indexOf(undefined);
      if (slot < 0) slot = slots.length;
      slots[slot] = operation;
      open++;
      return true;
    },
    end(operation) {
      const slot = slots.indexOf(operation);
      if (operation.fate === "crashed") {
        // What it promised binds nobody now.
        all = distinct(all.map((from) => ({ ...forget(from, slot), taken: from.taken })));
        if (type.pure?.({ ...operation.invocation, result: undefined }) === true) settle(slot);
        return "on";
      }
      if (operation.fate === "failed") {
        const left = all.filter(({ taken }) => (taken & (1 << slot)) === 0);
        if (left.length === 0) return "stuck";
        all = left;
        free(slot);
        return "on";
      }
      const next = alone(operation, slot) ?? returned(operation, slot);
      if (next === "too-many") return next;
      if (next.length === 0) return "stuck";
      free(slot);
      all = next;
      slots.forEach((earlier, at) => {
        if (earlier?.fate === "crashed" && earlier.session === operation.session && earlier.id < operation.id)
          settle(at);
      });
      all = withoutNeedless(all);
      return "on";
    },
    states: () => [...new Map(all.map(({ state }) => [stateKey(type, state), state])).values()],
    settled() {
      if (
        all.length !== 1 ||
        slots.some((operation) => operation !== undefined && operation.fate !== "crashed")
      )
        return undefined;
      // Crashed operations that have taken effect for certain are done with.
      const [{ state, taken }] = all;
      for (let slot = 0; slot < slots.length; slot++) if ((taken & (1 << slot)) !== 0) free(slot);
      all = [{ state, taken: 0, promised: NOTHING }];
      return { state };
    },
    crashed: () => slots.filter((operation) => operation?.fate === "crashed") as LiveOperation[],
  };

  function distinct(ways: readonly Possibility[]): readonly Possibility[] {
    return [...new Map(ways.map((way) => [keyOf(way), way])).values()];
  }
}

const sameInvocation = (a: Invocation, b: Invocation): boolean =>
  a.method === b.method && equal(a.args, b.args);
