import { LEVEL } from "../../../criteria/levels.js";
import type { Value } from "../../../history/value.js";
import type { Witness } from "../../../result.js";
import type { Replicated } from "../../../types/replicated.js";
import type { Meter } from "../../meter.js";
import { listElements, listsOf } from "./list-elements.js";
import type { LongProblem } from "../long-problem.js";
import { topologicalOrder } from "../session-order.js";
import { type Choice, createConclusions } from "./conclude.js";
import { createListOrder, type ListOrder } from "./list-order.js";
import { createListTask, type ListTask } from "./list-task.js";
import { createSights, type Sights } from "./sights.js";

/** What was found: a witness, that there is none, or `undefined`: neither. */
export type ListsFound = { readonly witness: Witness } | "none" | undefined;

/** Longer histories are left alone: what is known takes bits for each pair of operations. */
const LONGEST = 4096;
/** After so many choices that led nowhere it gives up. */
const MOST_CONFLICTS = 2000;

/**
 * Decides a history of lists, or says nothing. A result tells which elements are there, so that hardly anything is
 * left open once all conclusions are drawn: only which of several deletions an operation saw, and at `complete` who
 * stands first. What is open is chosen along a guess of when operations took effect, and the other way where that
 * leads nowhere; if both ways do, there is no solution. Where nothing is open, everybody sees what it must, and the
 * line is any that agrees with what is known of it.
 */
export function* searchLists(
  problem: LongProblem,
  type: Replicated,
  initial: Value | undefined,
  level: number,
  moments: Float64Array,
  meter: Meter,
): Generator<void, ListsFound> {
  if (problem.size > LONGEST) return undefined;
  const task = createListTask(problem, type, initial, meter);
  if (task === undefined) return undefined;
  if (task === "unexplained") return "none";
  const isOrder = level === LEVEL.complete;
  const list = createListOrder(task.values.values.length);
  if (!putListed(task, list)) return "none";
  const sights = createSights(problem, level, meter);
  const conclusions = createConclusions(task, sights, list, moments, isOrder, meter);
  const tried: { readonly choice: Choice; readonly sights: number; readonly list: number }[] = [];
  const take = ({ operation, other, isSeen }: Choice): boolean =>
    (isSeen ? sights.see : sights.hide)(operation, other) && conclusions.conclude();
  let conflicts = 0;
  for (let holds = conclusions.conclude(); ; ) {
    meter.visit();
    if (meter.isTurnOver()) yield;
    if (!holds) {
      const last = tried.pop();
      if (last === undefined) return "none";
      if (++conflicts > MOST_CONFLICTS) return undefined;
      sights.undo(last.sights);
      list.undo(last.list);
      holds = take({ ...last.choice, isSeen: !last.choice.isSeen });
      continue;
    }
    const choice = conclusions.open();
    if (choice === undefined) break;
    tried.push({ choice, sights: sights.mark(), list: list.mark() });
    holds = take(choice);
  }
  const line = lineOf(task, sights, moments);
  if (line === undefined) return undefined;
  const thereTo = isOrder ? thereAlong(task, line) : conclusions.thereTo;
  return witnessOf(task, sights, isOrder, line, thereTo, meter);
}

/** Puts in order what was there at first and what results list; false where they contradict each other. */
function putListed({ problem, type, values }: ListTask, list: ListOrder): boolean {
  const chain = (elements: readonly number[]): boolean =>
    elements.every(
      (element, at) =>
        at === 0 ||
        values.objectOf[elements[at - 1]] !== values.objectOf[element] ||
        list.put(elements[at - 1], element),
    );
  if (!chain(values.atFirst)) return false;
  const told = new Set(problem.label);
  return [...told].every((own) =>
    chain((type.ordered?.listed(problem.labels[own]) ?? []).map(values.numberOf)),
  );
}

/** An order of all operations that agrees with what is known of it. */
function lineOf({ problem }: ListTask, { before }: Sights, moments: Float64Array): Int32Array | undefined {
  const { size, sessions } = problem;
  const direct = Array.from({ length: size }, (_, operation) =>
    sessions.flatMap((members, s) => {
      const count = before(operation, s);
      return count > 0 ? [members[count - 1]] : [];
    }),
  );
  return topologicalOrder(size, direct, moments);
}

/** The elements that are there to an operation that sees all before it in a line. */
function thereAlong(
  { problem, values }: ListTask,
  line: Int32Array,
): (operation: number) => readonly number[] {
  const there = new Set(values.atFirst);
  const found = new Map<number, readonly number[]>();
  for (const operation of line) {
    const own = problem.label[operation];
    if (values.puts[own] >= 0) {
      found.set(operation, [...there]);
      there.add(values.puts[own]);
    }
    for (const element of values.taken[own] ?? []) there.delete(element);
  }
  return (operation) => found.get(operation) ?? [];
}

function witnessOf(
  { problem, type, values }: ListTask,
  { sees }: Sights,
  isOrder: boolean,
  line: Int32Array,
  thereTo: (operation: number) => readonly number[],
  meter: Meter,
): { readonly witness: Witness } | undefined {
  const { ids, label } = problem;
  const updates = Array.from(line, (operation) => ({
    operation,
    puts: values.puts[label[operation]],
    there: () => thereTo(operation),
  }));
  const elements = listElements(problem, type, values, updates, meter);
  if (elements === undefined) return undefined;
  const visibility: Record<string, readonly number[]> = {};
  if (!isOrder)
    line.forEach((operation, place) => {
      meter.work(place >> 4);
      const seen = line.subarray(0, place).filter((other) => sees(operation, other));
      if (seen.length < place) visibility[ids[operation]] = Array.from(seen.sort(), (other) => ids[other]);
    });
  return {
    witness: {
      linearization: Array.from(line, (operation) => ids[operation]),
      visibility,
      lists: listsOf(values, elements, problem.history.objects.length),
    },
  };
}
