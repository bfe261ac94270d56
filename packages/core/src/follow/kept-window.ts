import { createHistoryBuilder } from "../history/builder.js";
import type { History } from "../history/history.js";
import type { LiveOperation } from "./live-operation.js";

/** The operations of a part since the last moment at which all was settled: what a violation is explained from. */
export interface KeptWindow {
  call(operation: LiveOperation): void;
  end(operation: LiveOperation): void;
  /** From now on the operation may have returned anything or, where it cannot be at all, was not. */
  ignore(operation: LiveOperation, what: "result" | "operation"): void;
  /** All is settled in this state: only what crashed, and may take effect yet, is kept. */
  cut(state: unknown, crashed: readonly LiveOperation[]): void;
  /** The state that it starts from and the history since then; `undefined` where it grew too long to be kept. */
  history(): { readonly from: unknown; readonly history: History; readonly ids: readonly number[] } | undefined;
}

interface Kept {
  readonly operation: LiveOperation;
  readonly call: number;
  ret: number | undefined;
  ignored: boolean;
}

/** So many operations are kept at most. */
const MOST_KEPT = 2_000;

/** A window that starts in this state. */
export function createKeptWindow(start: unknown): KeptWindow {
  let from = start;
  let position = 0;
  let tooLong = false;
  const kept = new Map<LiveOperation, Kept>();
  return {
    call(operation) {
      if (kept.size === MOST_KEPT) {
        tooLong = true;
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
    cut(state, crashed) {
      from = state;
      tooLong = false;
      position = 0;
      kept.clear();
      for (const operation of crashed) kept.set(operation, { operation, call: position++, ret: undefined, ignored: false });
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
