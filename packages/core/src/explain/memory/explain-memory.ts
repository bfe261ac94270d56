import type { Budget } from "../../budget.js";
import type { History } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import type { MemoryHistory } from "../../memory/memory-history.js";
import { asksForStoreOrder, type MemoryModel } from "../../criteria/memory-models.js";
import type { Violation } from "../../result.js";
import { memoryCause } from "../cause/memory-cause.js";
import type { Effort } from "../effort.js";
import { findCore } from "./find-core.js";
import { mentioned, type Pattern } from "./refutation.js";
import { refute } from "./refute.js";
import { tellCycle, tellRefutation } from "./tell-refutation.js";

/** How the model of the history to be explained is decided. */
export interface MemoryTools {
  /** Whether a part of the history satisfies the model. */
  decide(
    memory: MemoryHistory,
    budget: Budget,
  ): { readonly verdict: "satisfied" | "violated" | "unknown"; readonly states: number };
  /** The values to start from, where they are given. */
  readonly initial?: Value | undefined;
  /** Operations at which the contradiction showed. */
  readonly clue?: readonly number[];
}

/** The steps that a case takes for each pair of operations. */
const PER_CASE = 50;
/** The most operations whose relations are worked out as matrices. */
const MOST = 128;

/**
 * Says why a history violates a shared-memory model: a core of few operations that violates it by
 * itself, and its reason. That is the bad pattern by its name where there is one, or else the simplest
 * cycle of the relation that the model wants to have none, with the reason of each edge. For `sc` and `tso`
 * it may take cases: the two orders of two writes, and a cycle in each.
 *
 * A part of the history may only leave out reads, and writes together with their readers. Then what
 * explains the history explains the part, so the core refutes the whole.
 */
export function explainMemory(
  memory: MemoryHistory,
  model: MemoryModel,
  tools: MemoryTools,
  history: History,
  effort: Effort,
): Violation {
  const { mayGoOn } = effort;
  const violates = (part: MemoryHistory): boolean =>
    effort.attempt(part.size, () => tools.decide(part, effort.trial))?.verdict === "violated";
  const clue = tools.clue ?? [];
  const core = findCore(memory, { violates, mayGoOn, clue }).memory;
  const mayTry = (): boolean => effort.pay(PER_CASE * core.size ** 2) && mayGoOn();
  const refutation = core.size <= MOST ? refute(core, model, mayTry) : undefined;
  if (refutation === undefined) {
    const operations = core.size <= MOST ? ascending(core.ids) : ascending(clue.map((o) => memory.ids[o]));
    return {
      kind: "exhausted",
      operations,
      reason: tellUnexplained(model, core.size, history.size - core.size, mayGoOn()),
      ...memoryCause(history, operations, { criterion: model, kind: "exhausted", initial: tools.initial }),
    };
  }
  const operations = ascending(mentioned(core, refutation).map((o) => core.ids[o]));
  const subject = { memory: core, history };
  const kind = refutation.kind === "cycle" ? "cycle" : "core";
  const name = refutation.kind === "cycle" ? refutation.pattern : undefined;
  const told = tellRefutation(subject, refutation);
  return {
    kind,
    operations,
    headline: tellPattern(name),
    reason: [...told, ...tellRest(history.size - operations.length)].join(". "),
    steps: told.map((sentence, at) => `${at + 1}. ${withoutName(sentence, name)}.`),
    ...memoryCause(history, operations, { criterion: model, kind, name, initial: tools.initial }),
    ...(refutation.kind === "cycle" && { cycle: tellCycle(subject, refutation.cycle) }),
    ...(name !== undefined && { pattern: name }),
  };
}

const ascending = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

/** What is wrong, in a few words that need no paper. */
const meanings: Readonly<Record<Pattern, string>> = {
  CyclicCO: "causes lead in a circle",
  WriteCOInitRead: "a read misses a write that comes before it",
  WriteCORead: "a read returns what had been overwritten before it",
  CyclicCF: "reads show writes in orders that lead in a circle",
  WriteHBInitRead: "a read misses a write that comes before it, by what its thread has seen",
  CyclicHB: "what one thread has seen leads in a circle",
};

const tellPattern = (name: Pattern | undefined): string =>
  name === undefined ? "what must come before what leads in a circle" : `${meanings[name]} (${name})`;

/** A sentence that begins with the name of the pattern, without it. */
function withoutName(sentence: string, name: Pattern | undefined): string {
  if (name === undefined || !sentence.startsWith(`${name}: `)) return sentence;
  const rest = sentence.slice(name.length + 2);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** What can be said without a reason that fits into words. */
function tellUnexplained(model: MemoryModel, size: number, others: number, finished: boolean): string {
  const why = !finished
    ? "It would take too long to find a shorter reason"
    : asksForStoreOrder(model)
      ? "Every store order was tried: the cases are too many to tell"
      : "They are too many to tell the reason";
  return [`${size} operations violate ${model} by themselves`, why, ...tellRest(others)].join(". ");
}

function tellRest(others: number): string[] {
  if (others === 0) return [];
  return [others === 1 ? "The other operation cannot help" : `The other ${others} operations cannot help`];
}
