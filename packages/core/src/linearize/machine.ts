import type { Budget } from "../budget.js";
import { type Automaton, createAutomaton, DISABLED } from "./automaton.js";
import type { Part } from "./part.js";

/**
 * The automaton of a part after merging what this history cannot tell apart: states that no
 * sequence of its labels distinguishes (bisimulation), and labels that then act alike.
 */
export interface Machine {
  readonly initial: number;
  /** Row of the part → class of its label. */
  readonly classOf: Int32Array;
  readonly classCount: number;
  /** Class → 1 where it leaves every state, in which it is enabled, as it was. */
  readonly pure: Uint8Array;
  /** The state after the class, or `DISABLED`. */
  step(state: number, labelClass: number): number;
  /** As the automaton has it. */
  readonly isUnlikely?: Automaton["isUnlikely"];
  /** All steps, `table[state * classCount + class]`, where the states are few enough to list. */
  readonly table: Int32Array | undefined;
}

/** The parts of a problem that a machine is built from. */
type Alphabet = Pick<Part, "type" | "initial" | "size" | "labels" | "label">;

/** Looks at all reachable states if they are few; else leaves states and labels as they are. */
export function createMachine(part: Alphabet, budget: Budget): Machine {
  const automaton = createAutomaton(part.type, part.labels, part.initial, budget);
  const labelCount = part.labels.length;
  const steps = explore(automaton.initial, automaton.step, labelCount, worthExploring(part));
  if (steps === undefined)
    return {
      initial: automaton.initial,
      classOf: part.label,
      classCount: labelCount,
      pure: automaton.pure,
      step: automaton.step,
      isUnlikely: automaton.isUnlikely,
      table: undefined,
    };
  const blocks = bisimulation(steps.table, steps.count, labelCount);
  const { classOf, classes } = mergeLabels(steps.table, blocks, labelCount);
  const classCount = classes.length;
  const table = new Int32Array(blocks.count * classCount);
  for (let state = 0; state < steps.count; state++)
    for (let c = 0; c < classCount; c++) {
      const next = steps.table[state * labelCount + classes[c]];
      table[blocks.of[state] * classCount + c] = next === DISABLED ? DISABLED : blocks.of[next];
    }
  return {
    initial: blocks.of[0],
    classOf: pick(classOf, part.label),
    classCount,
    pure: findPure(table, blocks.count, classCount),
    step: (state, labelClass) => table[state * classCount + labelClass],
    table,
  };
}

function pick(values: Int32Array, indices: Int32Array): Int32Array {
  const picked = new Int32Array(indices.length);
  for (let i = 0; i < indices.length; i++) picked[i] = values[indices[i]];
  return picked;
}

/** The most steps worth taking to list all states, in the hope that there are few. */
function worthExploring({ type, size, labels }: Alphabet): number {
  if (type.bounded !== true) return 64 + 2 * Math.min(size, 1000);
  const ifFewStates = labels.length * (labels.length + 2);
  return ifFewStates > MOST_STEPS ? 0 : Math.max(ifFewStates, Math.min(1024 + 16 * size, 1 << 15));
}

/** Beyond this many steps no listing pays. */
const MOST_STEPS = 1 << 19;

type Step = (state: number, label: number) => number;

/** The full step table with states numbered from the initial one, or nothing if it exceeds `most` steps. */
function explore(
  initial: number,
  step: Step,
  labelCount: number,
  most: number,
): { table: Int32Array; count: number } | undefined {
  const number = new Map<number, number>([[initial, 0]]);
  const states = [initial];
  const table: number[] = [];
  if (labelCount > most) return undefined;
  for (let at = 0; at < states.length; at++)
    for (let label = 0; label < labelCount; label++) {
      const next = step(states[at], label);
      if (next === DISABLED) {
        table.push(DISABLED);
        continue;
      }
      let known = number.get(next);
      if (known === undefined) {
        known = states.length;
        number.set(next, known);
        states.push(next);
        // Each state that is met takes a step for every label: what cannot be finished is given up at once.
        if (states.length * labelCount > most) return undefined;
      }
      table.push(known);
    }
  return { table: Int32Array.from(table), count: states.length };
}

interface Blocks {
  readonly of: Int32Array;
  readonly count: number;
}

/** The rounds of refinement after which merging is given up; most machines settle in two or three. */
const ROUNDS = 24;

/** Moore's partition refinement: states stay together while their steps lead to the same blocks. */
function bisimulation(table: Int32Array, count: number, labelCount: number): Blocks {
  let of = new Int32Array(count);
  let blockCount = 1;
  for (let round = 0; round < ROUNDS; round++) {
    const signatures = new Map<string, number>();
    const refined = new Int32Array(count);
    for (let state = 0; state < count; state++) {
      let signature = `${of[state]}`;
      for (let label = 0; label < labelCount; label++) {
        const next = table[state * labelCount + label];
        signature += next === DISABLED ? ",-" : `,${of[next]}`;
      }
      let block = signatures.get(signature);
      if (block === undefined) signatures.set(signature, (block = signatures.size));
      refined[state] = block;
    }
    of = refined;
    if (signatures.size === blockCount) return { of, count: blockCount };
    blockCount = signatures.size;
  }
  return { of: Int32Array.from({ length: count }, (_, state) => state), count };
}

/** Labels whose steps agree in every block form one class; `classes` names one label of each. */
function mergeLabels(
  table: Int32Array,
  blocks: Blocks,
  labelCount: number,
): { classOf: Int32Array; classes: number[] } {
  const representatives = new Int32Array(blocks.count);
  blocks.of.forEach((block, state) => {
    representatives[block] = state;
  });
  const columns = new Map<string, number>();
  const classes: number[] = [];
  const classOf = new Int32Array(labelCount);
  for (let label = 0; label < labelCount; label++) {
    let column = "";
    for (const state of representatives) {
      const next = table[state * labelCount + label];
      column += next === DISABLED ? "-," : `${blocks.of[next]},`;
    }
    let number = columns.get(column);
    if (number === undefined) {
      number = classes.length;
      columns.set(column, number);
      classes.push(label);
    }
    classOf[label] = number;
  }
  return { classOf, classes };
}

function findPure(table: Int32Array, stateCount: number, classCount: number): Uint8Array {
  const pure = new Uint8Array(classCount).fill(1);
  for (let state = 0; state < stateCount; state++)
    for (let c = 0; c < classCount; c++) {
      const next = table[state * classCount + c];
      if (next !== DISABLED && next !== state) pure[c] = 0;
    }
  return pure;
}
