import type { History } from "../history/history.js";
import type { SequentialType } from "../types/type.js";
import { createKeptWindow } from "./kept-window.js";
import type { LiveEvent, LiveOperation } from "./live-operation.js";
import { createPossibilities } from "./possibilities.js";

/** Something that is not as it should be. */
export type Trouble =
  | {
      readonly kind: "violation";
      /** The operation that no order explains. */
      readonly operation: LiveOperation;
      /** The states that were possible when it ended, in words where the type has any. */
      readonly states: readonly string[];
      /** What led to it since all was settled, where that is still known: it violates linearizability by itself. */
      readonly since: Since | undefined;
    }
  /** Too much is possible: this part is followed no more. */
  | { readonly kind: "lost"; readonly operation: LiveOperation };

/** The operations since a moment at which only one state was possible. */
export interface Since {
  /** That state, in words where the type has any. */
  readonly state: string | undefined;
  /** Whether it is the state that the type starts from. */
  readonly isStart: boolean;
  readonly history: History;
  /** The type, started from that state. */
  readonly type: SequentialType;
  /** The numbers in the log of the history's operations. */
  readonly ids: readonly number[];
}

/** One object or one key of a history that has no end. */
export interface FollowedPart {
  call(operation: LiveOperation): void;
  /** An operation's fate is known. True: it is time to judge. */
  end(operation: LiveOperation): boolean;
  /** From now on nothing is judged. */
  lose(): void;
  /** Judges all that was held back. */
  judge(): { readonly troubles: readonly Trouble[]; readonly judged: number; readonly left: number };
}

/** So many events are held back at most while operations are open whose results would help. */
const MOST_HELD = 64;

/** A part in its first state. */
export function createFollowedPart(type: SequentialType, start: unknown): FollowedPart {
  const possibilities = createPossibilities(type, start);
  const window = createKeptWindow(start);
  let held: LiveEvent[] = [];
  let open = 0;
  let isLost = false;

  const shown = (states: readonly unknown[]): string[] =>
    type.show === undefined ? [] : states.map((state) => (type.show as (state: unknown) => string)(state));

  const violation = (operation: LiveOperation): Trouble => {
    window.end(operation);
    const kept = window.history();
    const since = kept && {
      state: type.show?.(kept.from),
      isStart: kept.from === start,
      history: kept.history,
      type: { ...type, init: () => kept.from },
      ids: kept.ids,
    };
    return { kind: "violation", operation, states: shown(possibilities.states()), since };
  };

  /** Goes on after a violation, as if the result had not been seen or, where it cannot be at all, without it. */
  const goOnWithout = (operation: LiveOperation): "on" | "too-many" => {
    const { fate, result } = operation;
    operation.result = undefined;
    if (fate === "failed") operation.fate = "returned";
    let step = possibilities.end(operation);
    window.ignore(operation, step === "stuck" ? "operation" : "result");
    if (step === "stuck") {
      operation.fate = "failed";
      step = possibilities.end(operation);
    }
    operation.fate = fate;
    operation.result = result;
    return step === "too-many" ? step : "on";
  };

  return {
    call(operation) {
      open++;
      held.push({ kind: "call", operation });
    },
    end(operation) {
      open--;
      held.push({ kind: "end", operation });
      return open === 0 || held.length >= MOST_HELD;
    },
    lose() {
      isLost = true;
    },
    judge() {
      const events = held;
      held = [];
      const troubles: Trouble[] = [];
      let judged = 0;
      let left = 0;
      const lose = (operation: LiveOperation): void => {
        isLost = true;
        troubles.push({ kind: "lost", operation });
      };
      for (const { kind, operation } of events) {
        if (isLost) {
          left += kind === "call" ? 1 : 0;
          continue;
        }
        if (kind === "call") {
          window.call(operation);
          if (!possibilities.call(operation)) lose(operation);
          continue;
        }
        let step = possibilities.end(operation);
        if (step === "stuck") {
          troubles.push(violation(operation));
          step = goOnWithout(operation);
        } else window.end(operation);
        if (step === "too-many") {
          lose(operation);
          continue;
        }
        if (operation.fate === "returned") judged++;
        const settled = possibilities.settled();
        if (settled !== undefined) window.settle(settled.state, possibilities.crashed());
      }
      return { troubles, judged, left };
    },
  };
}
