import { implies, memoryModels } from "./criteria/memory-models.js";
import type { Result } from "./result.js";

/**
 * The verdict on a model of shared memory that follows from earlier ones: violated, where it implies
 * a model that is violated. `undefined`: it is to be checked.
 */
export function violatedByLaw(criterion: string, earlier: readonly Result[]): Result | undefined {
  const stronger = memoryModels.find((model) => model === criterion);
  if (stronger === undefined) return undefined;
  for (const result of earlier) {
    const weaker = memoryModels.find((model) => model === result.criterion);
    if (result.verdict !== "violated" || weaker === undefined || !implies(stronger, weaker)) continue;
    const { violation } = result;
    if (violation.impliedBy !== undefined) continue; // the one that it follows from stands before it
    const reason = `${weaker} is violated, and ${criterion} asks for more: ${violation.reason}`;
    return {
      criterion,
      verdict: "violated",
      violation: { ...violation, impliedBy: weaker, reason },
      stats: { algorithm: "law", states: 0, milliseconds: 0 },
    };
  }
  return undefined;
}
