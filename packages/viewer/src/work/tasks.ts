import {
  check,
  criteria,
  findType,
  type History,
  labelOf,
  outcomes,
  partialOrders,
  printHistory,
  printValue,
  type Result,
  shorten,
  typeNames,
  type Value,
} from "@sightline/core";
import { readHistories } from "@sightline/formats";
import type { Catalogue, Question, ReadItem, Tasks } from "./messages.js";
import { visible } from "../text/visible.js";
import { unpackGzip } from "./unpack-gzip.js";

/** The most histories of a file that are shown. */
const MOST_HISTORIES = 200;

/** Does the history satisfy the criterion? `alive` is called now and then while it is being found out. */
export const checkTask = (question: Question, alive: () => void): Result =>
  check(question.history, optionsOf(question, alive));

/** The most configurations that a search for partial orders visits, and the most megabytes that it takes. */
const [MOST_CONFIGURATIONS, MOST_MEGABYTES] = [300_000, 500];

/** How far orders of a history lead that has none. */
export function partialsTask(
  { violation, ...question }: Tasks["partials"]["asked"],
  alive: () => void,
): Tasks["partials"]["answer"] {
  const { limits, ...options } = optionsOf(question, alive);
  const bounds = { ...limits, states: MOST_CONFIGURATIONS, megabytes: MOST_MEGABYTES };
  return partialOrders(question.history, { ...options, limits: bounds }, violation);
}

function optionsOf({ type, criterion, seconds }: Omit<Question, "history">, alive: () => void) {
  const signal = {
    get aborted() {
      alive();
      return false;
    },
  };
  return {
    ...(type !== undefined && { type }),
    ...(criterion !== undefined && { criterion }),
    limits: { signal, ...(seconds !== undefined && { seconds }) },
  };
}

/** The histories of a file, in whatever format, packed by gzip or not. */
export async function readTask({
  bytes,
  file,
  type,
}: Tasks["read"]["asked"]): Promise<Tasks["read"]["answer"]> {
  const plain = await unpackGzip(bytes, file);
  async function* source(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(plain);
  }
  const items: ReadItem[] = [];
  for await (const { history, error } of readHistories(source(), { file, type })) {
    if (items.length >= MOST_HISTORIES) return { items, more: true };
    items.push(history === undefined ? { error: error?.message ?? "it cannot be read" } : { history });
  }
  return { items, more: false };
}

/** The types and criteria that there are. */
export const catalogueTask = (): Catalogue => ({
  types: typeNames,
  criteria: Object.fromEntries(Object.values(criteria).map(({ name, doc }) => [name, doc])),
});

/** The history in the notation. */
export const printTask = (history: History): string => printHistory(history);

/**
 * The states that operations lead through, from the first one on, as people write them. Each object has its
 * own; where there are several, all of them are told.
 */
export function statesTask({ history, type, order }: Tasks["states"]["asked"]): readonly string[] {
  const name = type ?? history.type;
  if (name === undefined) return [];
  const sequential = findType(name);
  const states = new Map<number, unknown>(
    [...history.objects.keys()].map((object) => [object, sequential.init(history.initial)]),
  );
  const told = (): string => {
    const each = [...states].map(([object, state]) => {
      const text = sequential.show?.(state) ?? "?";
      return history.objects.length === 1 ? text : `${history.objects[object] ?? "·"}: ${text}`;
    });
    return visible(shorten(each.join(", ")));
  };
  const texts = [told()];
  for (const id of order) {
    const label = labelOf(history, id);
    const ways = outcomes(sequential, states.get(history.object[id]), label);
    const way =
      label.result === undefined
        ? ways[0]
        : (ways.find(({ result }) => printValue(result) === printValue(label.result as Value)) ?? ways[0]);
    if (way !== undefined) states.set(history.object[id], way.state);
    texts.push(told());
  }
  return texts;
}
