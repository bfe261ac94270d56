import {
  type BoundedCheck,
  type checkWithin,
  decideWithin,
  type explainDecided,
  type explainViolation,
  type History,
  type OpenViolation,
  type Result,
  type Telling,
} from "@sightline/core";

/** What `explainer.ts` has. */
interface Explainer {
  readonly explainDecided: typeof explainDecided;
  readonly explainViolation: typeof explainViolation;
}

/** `checkWithin`, which may have to load what explains a violation. */
export type Check = (
  ...asked: [...Parameters<typeof checkWithin>, telling?: Telling]
) => Result | Promise<Result>;

/** `explainViolation`, which may have to be loaded. */
export type Explain = (
  ...asked: Parameters<typeof explainViolation>
) => ReturnType<typeof explainViolation> | Promise<ReturnType<typeof explainViolation>>;

let explainer: Explainer | undefined;

/** Runs `tell` with what explains violations: at once, but for the first time. */
function withExplainer<Answer>(tell: (loaded: Explainer) => Answer): Answer | Promise<Answer> {
  if (explainer !== undefined) return tell(explainer);
  return import("./explainer.js").then((loaded) => tell((explainer = loaded)));
}

/** Puts a violation into words. */
export const explainOpen = (open: OpenViolation, telling?: Telling): Result | Promise<Result> =>
  withExplainer((loaded) => loaded.explainDecided(open, telling));

/** What `checkWithin` answers. What explains is loaded for the first violation. */
export function checkLazily(
  history: History,
  options: BoundedCheck = {},
  telling?: Telling,
): Result | Promise<Result> {
  const decided = decideWithin(history, options);
  return "result" in decided ? decided.result : explainOpen(decided.open, telling);
}

/** What `explainViolation` answers, once it is loaded. */
export const explainLazily: Explain = (...asked) =>
  withExplainer((loaded) => loaded.explainViolation(...asked));
