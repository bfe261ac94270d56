import type { History } from "@sightline/core/history/history.js";
import type { Witness } from "@sightline/core/result.js";
import { partOf } from "@sightline/core/types/views.js";
import { outcomes, stateKey } from "@sightline/core/types/type.js";
import { labelOf } from "@sightline/core/history/history.js";
import { equal } from "@sightline/core/history/value.js";
import type { At, Fact } from "@sightline/core/witness/proof/facts.js";
import type { Line } from "@sightline/core/witness/proof/proof.js";
import { type Entries, entriesOf } from "@sightline/core/witness/proof/entries.js";
import type { Scene } from "@sightline/core/witness/scene/scene.js";

/** An explanation of a history: who stands where, and who sees whom. */
export interface Explanation {
  readonly order: readonly number[];
  sees(a: number, b: number): boolean;
}

/** The explanation that a witness tells. */
export function explanationOf({ linearization, visibility = {}, unseen }: Witness): Explanation {
  if (unseen !== undefined) throw new Error("a witness that tells what is not seen");
  const place = new Map(linearization.map((id, at) => [id, at]));
  return {
    order: linearization,
    sees(a, b) {
      const [later, earlier] = [place.get(a), place.get(b)];
      if (later === undefined || earlier === undefined || earlier >= later) return false;
      return visibility[a]?.includes(b) ?? true;
    },
  };
}

/** All that is so, in the explanation, of two operations. */
export function truePairs(history: History, { order, sees }: Explanation, oneLine: boolean): Fact[] {
  const place = new Map(order.map((id, at) => [id, at]));
  const ids = Array.from(history.label.keys());
  return ids.flatMap((a) =>
    ids.flatMap((b): Fact[] => {
      const [one, other] = [place.get(a), place.get(b)];
      if (a === b) return [];
      const isBefore = one !== undefined && other !== undefined && one < other;
      return [
        ...(isBefore ? [{ kind: "<", a, b } as const] : []),
        ...(oneLine ? [] : [{ kind: sees(a, b) ? "sees" : "blind", a, b } as const]),
      ];
    }),
  );
}

/** The run of a line: who takes effect in it, in which state of the view. */
export interface Run {
  readonly line: Line;
  readonly view: number;
  readonly steps: readonly { readonly op: number; readonly before: number }[];
}

/**
 * The run of a line in the explanation by plain replay of the type, as the numbers that the view has for its states;
 * `undefined` where the view is of states that stand for others. Throws where a state is none of the view's.
 */
export function runOf(scene: Scene, { order, sees }: Explanation, line: Line, view: number): Run | undefined {
  const { history, type, initial, views } = scene;
  const space = scene.space(view, line);
  const object = history.objects.indexOf(views[view].object);
  const part = partOf(type, views[view].keep);
  if (part === undefined || views[view].results !== undefined) return undefined;
  const numbers = new Map([...space.all].map((number) => [stateKey(type, space.stateAt(number)), number]));
  const numberOf = (state: unknown): number => {
    const number = numbers.get(stateKey(type, part.of(state)));
    if (number === undefined)
      throw new Error(`a state that the view does not list: ${JSON.stringify(state)}`);
    return number;
  };
  const members = order.filter((id) => line === "all" || id === line || sees(line, id));
  const states = history.objects.map((): unknown => type.init(initial));
  const steps: Run["steps"][number][] = [];
  for (const op of members) {
    const { method, args, result } = labelOf(history, op);
    const own = history.object[op];
    const counts = line === "all" || op === line;
    const all = outcomes(type, states[own], { method, args });
    const fitting = all.filter((one) => !counts || result === undefined || equal(one.result, result));
    if (all.length > 1) return undefined;
    if (fitting.length === 0) throw new Error("the explanation does not explain the result");
    const before = numberOf(states[object]);
    states[own] = fitting[0].state;
    steps.push({ op, before });
  }
  return { line, view, steps };
}

/** Who led to the state in which an operation took effect, as the explanation has it, and what is so in that case. */
export function trueCase(scene: Scene, { line, view, steps }: Run, op: number, at: readonly At[]) {
  const entries: Entries = entriesOf(scene, { line, view, op }, at);
  const until = steps.findIndex((step) => step.op === op);
  if (!entries.states.has(steps[until].before)) throw new Error("the state is none that lets it happen");
  let from = until - 1;
  while (from >= 0 && entries.states.has(steps[from].before)) from--;
  const quiet = { kind: "quiet", line, view, until: op, states: entries.states } as const;
  if (from < 0) {
    if (!entries.start) throw new Error("it was so from the start, and there is no such case");
    return { by: "start" as const, facts: [{ ...quiet, from: -1 }] satisfies Fact[] };
  }
  const by = steps[from].op;
  const outside = entries.by.get(by);
  if (outside === undefined) throw new Error(`#${by} made it so, and there is no such case`);
  if (!outside.has(steps[from].before)) throw new Error(`#${by} made it so from a state that is not listed`);
  const facts: Fact[] = [
    { ...quiet, from: by },
    { kind: "<", a: by, b: op },
    { kind: "at", line, view, op: by, states: outside },
    ...(line === "all" ? [] : [{ kind: "sees", a: line, b: by } as const]),
  ];
  return { by, facts };
}
