import type { SequentialType, Value } from "@sightline/core";
import { UsageError } from "../../errors/usage-error.js";
import { type CriterionFlags, criteriaOf } from "../shared/criterion-options.js";
import { formatOf } from "../shared/format-option.js";
import { initialOf } from "../shared/initial-option.js";
import type { ReadingFlags } from "../shared/reading-options.js";
import { typeFor } from "../shared/type-option.js";

/** The options of `verify` as the command line gives them. */
export interface VerifyFlags extends Omit<CriterionFlags, "criterion">, ReadingFlags {
  readonly criterion?: string;
  readonly quiet?: boolean;
}

/** What `verify` is to do, as its options say. */
export interface VerifyPlan {
  /** What the evidence is about; absent where its lines say. */
  readonly criterion: string | undefined;
  /** The type over the history's own: the name of a built-in one, or a user's. */
  readonly type: SequentialType | string | undefined;
  readonly initial: Value | undefined;
  readonly format: string | undefined;
  readonly independent: boolean;
  readonly quiet: boolean;
}

/** Understands the options of `verify`. Throws a `UsageError`. */
export async function planVerify(flags: VerifyFlags): Promise<VerifyPlan> {
  return {
    criterion: await criterionOf(flags),
    type: await typeFor(flags.type),
    initial: flags.initial === undefined ? undefined : initialOf(flags.initial),
    format: flags.format === undefined ? undefined : await formatOf(flags.format),
    independent: flags.independent === true,
    quiet: flags.quiet === true,
  };
}

/** What the witness is to show, if the options say: a name or a text that the library understands. */
async function criterionOf(flags: VerifyFlags): Promise<string | undefined> {
  const { criterion, ...more } = flags;
  const [asked, ...others] = await criteriaOf({
    ...more,
    ...(criterion === undefined ? {} : { criterion: [criterion] }),
  });
  if (others.length > 0)
    throw new UsageError(
      "SL4006",
      "-c, --levels, --annotations and --axioms: a witness shows one criterion, give one",
    );
  return asked;
}
