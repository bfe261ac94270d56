import { createHistoryBuilder, type History, type SequentialType, type Value } from "@sightline/core";
import * as fc from "fast-check";
import { judge } from "../matchers/judge.js";
import type { Orders, Prefix, RanCommand } from "./possible-orders.js";
import { resultOf } from "./transcript.js";

/** The terminal's report of a run that no order explains, and what the commands said to the longest orders. */
export function reportOfCommands<Model extends object, Real>(
  ran: readonly RanCommand<Model, Real>[],
  { root }: Orders,
  page: string,
): string {
  const labels = ran.map(({ command, transcript }) => ({
    ...labelOf(command),
    result: valueOf(resultOf(transcript)),
  }));
  const { message } = judge(historyOf(ran, labels), "linearizability", { type: typeOf(root, labels) });
  const text = (place: number): string => ran[place].command.toString();
  const said = longest(root).flatMap(({ order, model, refused }) =>
    [...refused].map(
      ([place, why]) =>
        `    ${order.length === 0 ? "first" : `after ${order.map(text).join(", ")}`} (the model is ${model}), ${text(place)} fails: ${inShort(why)}`,
    ),
  );
  return `${message(page)}\n\n  What the commands say, in the orders that get furthest:\n${said.slice(0, 6).join("\n")}`;
}

type Operation = { readonly method: string; readonly args: readonly Value[]; readonly result: Value };

function historyOf<Model extends object, Real>(
  ran: readonly RanCommand<Model, Real>[],
  labels: readonly Operation[],
): History {
  const builder = createHistoryBuilder({});
  for (const [place, { lane, call, return: end }] of ran.entries())
    builder.add({ session: lane, ...labels[place], call, return: end });
  return builder.finish();
}

/** The orders that were possible, as a type: its states are what they begin with. */
function typeOf(root: Prefix, labels: readonly Operation[]): SequentialType<Prefix> {
  const same = (a: Operation, b: Pick<Operation, "method" | "args">): boolean =>
    a.method === b.method && JSON.stringify(a.args) === JSON.stringify(b.args);
  return {
    name: "model",
    init: () => root,
    step: ({ next }, invocation) =>
      [...next].flatMap(([place, state]) =>
        same(labels[place], invocation) ? [{ state, result: labels[place].result }] : [],
      ),
    key: ({ id }) => id,
    show: ({ model }) => model,
  };
}

/** A command as an operation: `push(1)` where its text is of that form, else its class and the text. */
function labelOf(command: { toString(): string }): Pick<Operation, "method" | "args"> {
  const text = command.toString();
  const [, method, inside] = /^(\w+)\((.*)\)$/s.exec(text) ?? [];
  if (method !== undefined)
    try {
      return { method, args: JSON.parse(`[${inside}]`) as Value[] };
    } catch {
      return { method, args: [inside] };
    }
  return { method: command.constructor.name, args: [text] };
}

/** What is data, as it is; anything else as text. */
function valueOf(value: unknown): Value {
  if (value === undefined) return null;
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? fc.stringify(value) : (JSON.parse(text) as Value);
}

function longest(root: Prefix): Prefix[] {
  const all: Prefix[] = [];
  const visit = (prefix: Prefix): void => {
    all.push(prefix);
    for (const next of prefix.next.values()) visit(next);
  };
  visit(root);
  const most = Math.max(...all.map(({ order }) => order.length));
  return all.filter(({ order }) => order.length === most);
}

/** The words of an assertion on one line, without the drawing below them. */
function inShort(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error))
    .split("\n")
    .map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .slice(0, 2)
    .join(" ");
}
