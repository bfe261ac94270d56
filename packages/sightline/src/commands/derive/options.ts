import type { DerivePlan, ObjectSpec } from "@sightline/lab";
import { bulkMethods, isMeant, signatureOf } from "@sightline/lab";
import type { TargetFlags } from "../shared/target-options.js";
import { checkNamed } from "../test/setup.js";
import { valuesIn } from "../shared/values-option.js";
import { UsageError } from "../../errors/usage-error.js";
import { positive, whole } from "../check/options.js";
import { seedOf } from "../record/memory/options.js";
import { rangeIn } from "../test/options.js";

/** The options of `derive` as the command line gives them. */
export interface DeriveFlags extends TargetFlags {
  readonly methods?: readonly string[];
  readonly programs?: string;
  readonly seconds?: string;
  readonly duration?: string;
  readonly threads?: string;
  readonly invocations?: string;
  readonly values?: string;
  readonly seed?: string;
  readonly axioms?: boolean;
  readonly splitBulk?: boolean;
  readonly json?: boolean;
  readonly html?: string;
  readonly writeSpec?: string;
  readonly quiet?: boolean;
}

const DEFAULTS = { programs: 100, seconds: 0.1 };

/** What the options say by themselves, whatever the object. */
export type DeriveWishes = Omit<DerivePlan, "spec" | "methods"> & {
  readonly methods: readonly string[] | undefined;
};

/** Understands the options of `derive` as far as that can be done without the object. Throws a `UsageError`. */
export function deriveWishesOf(flags: DeriveFlags): DeriveWishes {
  const programs =
    flags.programs !== undefined
      ? whole(flags.programs, "--programs", 1)
      : flags.duration !== undefined
        ? Infinity
        : DEFAULTS.programs;
  return {
    methods: flags.methods,
    programs,
    programsTogether: programs,
    secondsPerProgram: flags.seconds === undefined ? DEFAULTS.seconds : positive(flags.seconds, "--seconds"),
    ...(flags.duration !== undefined && { secondsInAll: positive(flags.duration, "--duration") }),
    seed: seedOf(flags.seed),
    bounds: {
      ...(flags.threads !== undefined && { threads: whole(flags.threads, "--threads", 2) }),
      ...(flags.invocations !== undefined && { invocations: rangeIn(flags.invocations) }),
      ...valuesIn(flags.values),
    },
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
      "the specification trusts every method: nothing to derive. Name some with --methods, or take their trusted away",
    );
  if (wishes.splitBulk && !methods.some(({ name }) => bulkMethods.includes(name)))
    throw new UsageError(
      `--split-bulk is for ${bulkMethods.join(", ")}: the methods to derive have none of them`,
    );
  return { ...wishes, spec, methods };
}
