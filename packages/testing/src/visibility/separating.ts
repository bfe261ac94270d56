import { createHistoryBuilder, type OperationRecord } from "@sightline/core/history/builder.js";
import type { History } from "@sightline/core/history/history.js";
import { set } from "@sightline/core/types/set.js";
import { map } from "@sightline/core/types/map.js";
import { memory } from "@sightline/core/types/memory.js";
import type { SequentialType } from "@sightline/core/types/type.js";
import { createRandom, type Random } from "@sightline/core/random.js";
import { plausibleResult, randomInvocation } from "../history/workload.js";

/**
 * Patterns that one of the levels admits and the next does not: per session, `w0` writes to 0, `r0`
 * reads that it was written and `n0` that it was not.
 */
export const separatingPatterns = {
  weak: [["w0", "n0"]],
  basic: [["w0"], ["r0", "n0"]],
  monotonic: [
    ["w0", "w1"],
    ["r1", "n0"],
  ],
  peer: [["w0"], ["r0", "w1"], ["r1", "n0"]],
  causal: [
    ["w0", "n1"],
    ["w1", "n0"],
  ],
  complete: [["w0"], ["r0"]],
} as const;

/** How a type with keys writes and reads one. */
const dialects: readonly [SequentialType, (step: string) => Omit<OperationRecord, "session">][] = [
  [
    set,
    ([kind, key]) =>
      kind === "w"
        ? { method: "add", args: [Number(key)], result: true }
        : { method: "contains", args: [Number(key)], result: kind === "r" },
  ],
  [
    map,
    ([kind, key]) =>
      kind === "w"
        ? { method: "put", args: [Number(key), 1] }
        : { method: "get", args: [Number(key)], result: kind === "r" ? 1 : null },
  ],
  [
    memory,
    ([kind, key]) =>
      kind === "w"
        ? { method: "write", args: [Number(key), 1] }
        : { method: "read", args: [Number(key)], result: kind === "r" ? 1 : 0 },
  ],
];

/**
 * A random history near the border between two levels: a pattern that separates them, with up to two
 * changes (an operation added, moved, left out, or with another result). Plain random histories seldom
 * tell the stronger levels apart.
 */
export function generateSeparatingHistory(seed: number): { type: SequentialType; history: History } {
  const random = createRandom(seed);
  const [type, inDialect] = random.pick(dialects);
  const pattern = random.pick(Object.values(separatingPatterns));
  const sessions = pattern.map((steps) => steps.map((step) => inDialect(step)));
  for (let changes = random.int(3); changes > 0; changes--) change(type, sessions, random);
  const builder = createHistoryBuilder({ type: type.name });
  const left = sessions.map((steps) => steps.slice());
  for (;;) {
    const open = [...left.keys()].filter((session) => left[session].length > 0);
    if (open.length === 0) return { type, history: builder.finish() };
    const session = random.pick(open);
    builder.add({ session, ...(left[session].shift() as Omit<OperationRecord, "session">) });
  }
}

function change(type: SequentialType, sessions: Omit<OperationRecord, "session">[][], random: Random): void {
  const steps = random.pick(sessions);
  const at = random.int(steps.length + 1);
  const invocation = randomInvocation(type, random, 2);
  const result = plausibleResult(type, invocation, random, 2);
  switch (random.int(4)) {
    case 0:
      if (sessions.flat().length < 6)
        steps.splice(at, 0, { ...invocation, ...(result !== undefined && { result }) });
      break;
    case 1:
      random.pick(sessions).push(...steps.splice(at, 1));
      break;
    case 2:
      if (sessions.flat().length > 2) steps.splice(at, 1);
      break;
    default: {
      if (at === steps.length) return;
      const { result: _old, ...rest } = steps[at];
      const other = plausibleResult(type, { method: rest.method, args: rest.args ?? [] }, random, 2);
      steps[at] = { ...rest, ...(other === undefined || random.chance(0.3) ? {} : { result: other }) };
    }
  }
}
