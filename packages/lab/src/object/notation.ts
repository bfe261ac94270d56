import {
  createHistoryBuilder,
  type History,
  parseHistory,
  printOperation,
  printValue,
  type Value,
} from "@sightline/core";
import { blockedName } from "./blocking.js";
import { isBlocked, isNotReached, type Outcome, type Program, type Step } from "./program.js";
import { checkSynchronisation, type Edge, happensBeforeOf } from "./synchronise.js";

/**
 * Reads a program in the notation: `{ put(1,0); get(1) } || { put(1,1) }`. The bars may be left out,
 * as the tables of POPL'19 do. A step on a named object is a synchronisation: `v.set()`, `v.get()`,
 * `l.lock()`, `l.unlock()`. Results, where there are some, are ignored.
 *
 * Throws core's errors with line and column, or a `RangeError` where the synchronisation makes no sense.
 */
export function parseProgram(text: string): Program {
  const history = parseHistory(
    text.replace(/"(?:[^"\\]|\\.)*"|\}\s*\{/g, (match) => (match.startsWith('"') ? match : "}||{")),
  );
  const threads: Step[][] = history.sessions.map(() => []);
  for (let id = 0; id < history.size; id++) {
    const { method, args } = history.labels[history.label[id]];
    const on = history.objects[history.object[id]];
    threads[history.session[id]].push({ method, args, ...(on !== undefined && { on: String(on) }) });
  }
  const program = { threads };
  checkSynchronisation(program);
  return program;
}

/** A program as people write it; `parseProgram` reads it back. */
export function printProgram({ threads }: Program): string {
  return threads.map((steps) => `{ ${steps.map(printStep).join("; ")} }`).join(" || ");
}

/** `put(1,0)`, or `v.set()` for a synchronisation. */
export function printStep({ on, method, args }: Step): string {
  return `${on === undefined ? "" : `${on}.`}${printOperation({ method, args, result: undefined })}`;
}

/**
 * The results of an outcome as people write them: `null, false, null, 0`; an exception by its name, the
 * object under test as `this`, a call that waits for ever as `blocked`, a step that its thread never came to
 * as `-`.
 */
export function printOutcome(outcome: Outcome): string {
  return outcome.map(printResult).join(", ");
}

function printResult(result: Value): string {
  if (isBlocked(result)) return "blocked";
  if (isNotReached(result)) return "-";
  if (result === null || typeof result !== "object") return printValue(result);
  if ("throws" in result) return `throws ${printValue(result.throws)}`;
  return "this" in result ? "this" : printValue(result);
}

/** All steps, thread by thread: the order in which an outcome lists its results. */
export function stepsOf({ threads }: Program): readonly (Step & { readonly thread: number })[] {
  return threads.flatMap((steps, thread) => steps.map((step) => ({ ...step, thread })));
}

/**
 * The history of one run of a program: its calls with their results, and as declared happens-before
 * what the run's synchronisation shows (POPL'19 §3: a behaviour is an order and an outcome). Without an
 * outcome no result is observed and nothing but program order holds. A call that blocks comes after all that
 * returned, under a name of its own (see `withBlocked`); what was not reached is not there.
 */
export function programHistory(program: Program, outcome?: Outcome): History {
  const steps = stepsOf(program);
  const numberOf = new Map<number, number>(); // step → operation
  const builder = createHistoryBuilder({});
  steps.forEach(({ on, method, args, thread }, i) => {
    if (on !== undefined || isNotReached(outcome?.[i])) return;
    numberOf.set(i, numberOf.size);
    const name = isBlocked(outcome?.[i]) ? blockedName(method) : method;
    builder.add({
      session: thread,
      method: name,
      args,
      ...(outcome?.[i] !== undefined && { result: outcome[i] }),
    });
  });
  const edges = outcome === undefined ? [] : [...happensBeforeOf(program, outcome), ...afterAll(outcome)];
  const happensBefore = edges.flatMap(([from, to]) => {
    const [a, b] = [numberOf.get(from), numberOf.get(to)];
    return a === undefined || b === undefined ? [] : [[a, b] as [number, number]];
  });
  return builder.finish({ happensBefore });
}

/** From every step that returned to every one that blocks. */
function afterAll(outcome: Outcome): readonly Edge[] {
  const blocked = [...outcome.keys()].filter((i) => isBlocked(outcome[i]));
  return blocked.flatMap((to) =>
    [...outcome.keys()].flatMap((from) => (isBlocked(outcome[from]) ? [] : [[from, to] as const])),
  );
}
