import { createHistoryBuilder } from "../history/builder.js";
import type { History } from "../history/history.js";
import type { LiveOperation } from "./live-operation.js";

/** The last operations of a part, from a moment on at which all was settled: what a violation is explained from. */
export interface KeptWindow {
  call(operation: LiveOperation): void;
  end(operation: LiveOperation): void;
  /** From now on the operation may have returned anything or, where it cannot be at all, was not. */
  ignore(operation: LiveOperation, what: "result" | "operation"): void;
  /** All is settled in this state: what came before may be forgotten, but for what crashed and may take effect yet. */
  settle(state: unknown, crashed: readonly LiveOperation[]): void;
  /** The state that it starts from and the history since then; `undefined` where it grew too long to be kept. */
  history():
    | { readonly from: unknown; readonly history: History; readonly ids: readonly number[] }
    | undefined;
}

interface Kept {
  readonly operation: LiveOperation;
  readonly call: number;
  ret: number | undefined;
  ignored: boolean;
}

/** A moment at which all was settled. */
interface Settled {
  readonly position: number;
  readonly state: unknown;
  readonly crashed: readonly LiveOperation[];
}

/** So many operations are kept at most. */
const MOST_KEPT = 2_000;

/** So many are kept though all is settled: who reads why something is stale wants to see what made it so. */
const CONTEXT = 12;

/** A window that starts in this state. */
export function createKeptWindow(start: unknown): KeptWindow {
  let from = start;
  let position = 0;
  let tooLong = false;
  let moments: Settled[] = [];
  const kept = new Map<LiveOperation, Kept>();

  /** Forgets what was before a moment. */
  const cut = ({ position: at, state, crashed }: Settled): void => {
    from = state;
    moments = moments.filter((moment) => moment.position > at);
    for (const [operation, { call }] of kept)
      if (call < at && !crashed.includes(operation)) kept.delete(operation);
  };

  return {
    call(operation) {
      if (kept.size === MOST_KEPT) {
        tooLong = true;
        moments = [];
        kept.clear();
      }
      if (!tooLong) kept.set(operation, { operation, call: position++, ret: undefined, ignored: false });
    },
    end(operation) {
      const one = kept.get(operation);
      if (one === undefined) return;
      if (operation.fate === "failed") kept.delete(operation);
      else if (operation.fate === "returned") one.ret = position++;
    },
    ignore(operation, what) {
      const one = kept.get(operation);
      if (what === "operation") kept.delete(operation);
      else if (one !== undefined) one.ignored = true;
    },
    settle(state, crashed) {
      const moment = { position, state, crashed };
      if (tooLong) {
        tooLong = false;
        for (const operation of crashed)
          kept.set(operation, { operation, call: position++, ret: undefined, ignored: false });
        cut({ ...moment, position });
        return;
      }
      moments.push(moment);
      if (kept.size < 2 * CONTEXT) return;
      // As late a moment as leaves enough to read.
      const calls = [...kept.values()].map(({ call }) => call);
      const oldest = calls[calls.length - CONTEXT];
      const last = moments.findLast((earlier) => earlier.position <= oldest);
      if (last !== undefined) cut(last);
    },
    history() {
      if (tooLong) return undefined;
      const builder = createHistoryBuilder({}, "code", "order");
      const ids: number[] = [];
      let end = position;
      for (const { operation, call, ret, ignored } of kept.values()) {
        const { session, object, invocation, result, line, id, fate } = operation;
        // What is known to return, though not yet at this point, was judged by its result.
        const returned = ret ?? (fate === "returned" ? end++ : undefined);
        builder.add(
          {
            session,
            object,
            ...invocation,
            result: result ?? null,
            observed: returned !== undefined && result !== undefined && !ignored,
            call,
            return: returned,
          },
          line,
        );
        ids.push(id);
      }
      return { from, history: builder.finish(), ids };
    },
  };
}
