import { createHistoryBuilder, type History, type Seen } from "@sightline/core";
import { isBlocked, isNotReached, type Program } from "../object/program.js";
import { happensBeforeOf } from "../object/synchronise.js";
import type { CallOrder, SeenOutcome } from "../object/target.js";
import { stepsOf } from "../object/notation.js";

/** What a recorded history says besides its operations. */
export interface RecordedHeader {
  readonly name?: string;
  readonly seen?: Seen;
  readonly type?: string;
}

/**
 * The history of runs of a program that were seen: its calls with their results and, as happens-before,
 * what the program's own synchronisation shows and what was recorded of the order of calls. Counters give
 * declared happens-before edges, clocks give instants of calls and returns. A call that blocks is pending
 * where there are clocks; else it is left out, for it has no effect.
 */
export function recordedHistory(
  program: Program,
  { results, order }: Pick<SeenOutcome, "results" | "order">,
  record: CallOrder | undefined,
  header: RecordedHeader = {},
): History {
  const ofStep = new Map<number, number>(); // step → operation
  const ofCall = new Map<number, number>(); // call of the object → operation
  const builder = createHistoryBuilder({});
  let calls = 0;
  stepsOf(program).forEach(({ on, method, args, thread }, step) => {
    if (on !== undefined) return;
    const call = calls++;
    const [begun, ended] = record === "clocks" ? (order?.[call] ?? []) : [];
    const isPending = isBlocked(results[step]);
    if (isNotReached(results[step]) || (isPending && begun === undefined)) return;
    ofStep.set(step, ofStep.size);
    ofCall.set(call, ofCall.size);
    builder.add({
      session: thread,
      method,
      args,
      ...(isPending || results[step] === undefined ? {} : { result: results[step] }),
      ...(begun !== undefined && ended !== undefined && { call: begun }),
      ...(begun !== undefined && ended !== undefined && !isPending && { return: ended }),
    });
  });
  const synchronised = between(happensBeforeOf(program, results), ofStep);
  const counted =
    record === "counters" && order !== undefined ? between(countedEdges(program, order), ofCall) : [];
  const edges = new Map([...synchronised, ...counted].map((edge) => [edge.join(), edge]));
  return builder.finish({ ...header, happensBefore: [...edges.values()] });
}

/** Edges as edges between operations; those whose ends are not there are left out. */
function between(
  edges: readonly (readonly [number, number])[],
  operationOf: ReadonlyMap<number, number>,
): readonly (readonly [number, number])[] {
  return edges.flatMap(([from, to]) => {
    const [a, b] = [operationOf.get(from), operationOf.get(to)];
    return a === undefined || b === undefined ? [] : [[a, b] as const];
  });
}

/**
 * A call that saw `n` calls of another thread counted comes after the `n`th of them (CAV'18 Fig. 6). What
 * an earlier call of its thread had seen already follows from program order.
 */
function countedEdges(
  { threads }: Program,
  order: readonly (readonly number[])[],
): readonly (readonly [number, number])[] {
  const counts = threads.map((steps) => steps.filter(({ on }) => on === undefined).length);
  const first = counts.map((_, thread) => counts.slice(0, thread).reduce((sum, count) => sum + count, 0));
  return counts.flatMap((count, thread) => {
    const others = counts.flatMap((_, other) => (other === thread ? [] : [other]));
    const known = others.map(() => 0);
    return Array.from({ length: count }, (_, i) => first[thread] + i).flatMap((call) =>
      others.flatMap((other, column) => {
        const seen = order[call][column];
        if (seen <= known[column]) return [];
        known[column] = seen;
        return [[first[other] + seen - 1, call] as const];
      }),
    );
  });
}
