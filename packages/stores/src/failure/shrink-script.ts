import type { Script, Step } from "../workload/script.js";

/**
 * A script that still fails, from which no step, no update of a batch and no replica can be left out without losing
 * the failure. Every candidate is really run: `fails` says what came of it.
 */
export async function shrinkScript(
  script: Script,
  fails: (candidate: Script) => Promise<boolean>,
): Promise<Script> {
  let best = tidy(script);
  if (!(await fails(best))) best = script;
  const attempt = async (steps: readonly Step[]): Promise<boolean> => {
    const candidate = tidy({ ...best, steps });
    if (!(await fails(candidate))) return false;
    best = candidate;
    return true;
  };
  for (let before = Infinity; weight(best) < before; ) {
    before = weight(best);
    for (let size = Math.max(1, best.steps.length >> 1); size >= 1; size >>= 1)
      for (let at = best.steps.length - size; at >= 0; at -= size)
        await attempt(best.steps.toSpliced(at, size));
    for (let at = best.steps.length - 1; at >= 0; at--) {
      const step = best.steps[at];
      if (step?.kind !== "deliver" || step.of.length < 2) continue;
      for (const id of step.of) {
        const now = best.steps[at];
        if (now?.kind !== "deliver") break;
        await attempt(best.steps.with(at, { ...now, of: now.of.filter((other) => other !== id) }));
      }
    }
  }
  return best;
}

/** How much there is to read in a script. */
const weight = ({ replicas, steps }: Script): number =>
  replicas + steps.reduce((sum, step) => sum + (step.kind === "deliver" ? step.of.length : 1), 0);

/** The script without deliveries of calls that are not there, and without replicas that do nothing. */
export function tidy({ steps }: Script): Script {
  const calls = new Set(steps.flatMap((step) => (step.kind === "call" ? [step.id] : [])));
  const kept = steps
    .map((step) => (step.kind === "deliver" ? { ...step, of: step.of.filter((id) => calls.has(id)) } : step))
    .filter((step) => step.kind !== "deliver" || step.of.length > 0);
  const used = [...new Set(kept.map(replicaOf))].sort((a, b) => a - b);
  const renumbered = new Map(used.map((replica, number) => [replica, number]));
  const at = (replica: number): number => renumbered.get(replica) as number;
  return {
    replicas: used.length,
    steps: kept.map((step) =>
      step.kind === "deliver" ? { ...step, to: at(step.to) } : { ...step, replica: at(step.replica) },
    ),
  };
}

const replicaOf = (step: Step): number => (step.kind === "deliver" ? step.to : step.replica);
