import type { DerivePlan, ObjectSpec } from "@sightline/lab";
import { bulkMethods, isMeant, signatureOf } from "@sightline/lab";
import { UsageError } from "../../errors/usage-error.js";
import type { BatchFlags } from "../shared/batch-flags.js";
import { checkNamed } from "../shared/check-named.js";
import { positive } from "../shared/numbers.js";
import { seedOf } from "../shared/seed-option.js";
import type { TargetFlags } from "../shared/target-options.js";
import { programCount, shapeOf, type WorkloadFlags } from "../shared/workload.js";

/** The options of `derive` as the command line gives them. */
export interface DeriveFlags
  extends TargetFlags,
    Omit<WorkloadFlags, "program" | "synchronised">,
    BatchFlags {
  readonly axioms?: boolean;
  readonly splitBulk?: boolean;
  readonly json?: boolean;
  readonly html?: string;
  readonly writeSpec?: string;
  readonly quiet?: boolean;
}

/** Seconds for each program at first. */
const DEFAULT_SECONDS = 0.1;

/** What the options say by themselves, whatever the object. */
export type DeriveWishes = Omit<DerivePlan, "spec" | "methods"> & {
  readonly methods: readonly string[] | undefined;
};

/** Understands the options of `derive` as far as that can be done without the object. Throws a `UsageError`. */
export function deriveWishesOf(flags: DeriveFlags): DeriveWishes {
  const programs = programCount(flags);
  return {
    methods: flags.methods,
    programs,
    programsTogether: programs,
    secondsPerProgram: flags.seconds === undefined ? DEFAULT_SECONDS : positive(flags.seconds, "--seconds"),
    ...(flags.duration !== undefined && { secondsInAll: positive(flags.duration, "--duration") }),
    seed: seedOf(flags.seed),
    bounds: shapeOf(flags),
    splitBulk: flags.splitBulk === true,
    axioms: flags.axioms === true,
  };
}

/** The plan for an object of this specification. Throws a `UsageError`. */
export async function derivePlanOf(wishes: DeriveWishes, spec: ObjectSpec): Promise<DerivePlan> {
  await checkNamed(wishes.methods ?? [], spec);
  // Overloads go by one name and get one level; each has programs of its own.
  const methods = spec.methods.filter((method) =>
    wishes.methods === undefined
      ? method.trusted !== true
      : wishes.methods.some((wanted) => isMeant(signatureOf(method), wanted)),
  );
  // Where the named ones, or all, cannot be tested, the report says why.
  if (methods.length === 0 && wishes.methods === undefined && spec.methods.length > 0)
    throw new UsageError(
      "SL4006",
      "the specification trusts every method: nothing to derive. Name some with --methods, or take their trusted away",
    );
  if (wishes.splitBulk && !methods.some(({ name }) => bulkMethods.includes(name)))
    throw new UsageError(
      "SL4006",
      `--split-bulk is for ${bulkMethods.join(", ")}: the methods to derive have none of them`,
    );
  return { ...wishes, spec, methods };
}
