import type { OutcomeOptions, Value } from "@sightline/core";
import { UsageError } from "../../errors/usage-error.js";
import { type CriterionFlags, criteriaOf } from "../shared/criterion-options.js";
import { formatOf } from "../shared/format-option.js";
import { initialOf } from "../shared/initial-option.js";
import { positive } from "../shared/numbers.js";
import { parseValue } from "../shared/parse-value.js";
import type { ReadingFlags } from "../shared/reading-options.js";
import { typeFor } from "../shared/type-option.js";

/** The options of `outcomes` as the command line gives them. */
export interface OutcomesFlags extends CriterionFlags, Omit<ReadingFlags, "independent"> {
  readonly deadline?: string;
  readonly explain?: string;
  readonly json?: boolean;
}

/** What `outcomes` is to do, as its options say. */
export interface OutcomesPlan {
  readonly options: OutcomeOptions;
  /** The format of the program, where it is not to be recognised. */
  readonly format: string | undefined;
  /** The outcome to be explained; absent where all are listed. */
  readonly explain: readonly Value[] | undefined;
  readonly json: boolean;
}

/** Understands the options of `outcomes`. Throws a `UsageError`. */
export async function planOutcomes(flags: OutcomesFlags): Promise<OutcomesPlan> {
  const [criterion, ...others] = await criteriaOf(flags);
  if (others.length > 0)
    throw new UsageError(
      "SL4006",
      "-c, --levels, --annotations and --axioms: outcomes are of one criterion, give one",
    );
  const type = await typeFor(flags.type);
  return {
    options: {
      ...(criterion !== undefined && { criterion }),
      ...(type !== undefined && { type }),
      ...(flags.initial !== undefined && { initial: initialOf(flags.initial) }),
      ...(flags.deadline !== undefined && { limits: { seconds: positive(flags.deadline, "--deadline") } }),
    },
    format: flags.format === undefined ? undefined : await formatOf(flags.format),
    explain: flags.explain === undefined ? undefined : outcomeOf(flags.explain),
    json: flags.json === true,
  };
}

function outcomeOf(text: string): readonly Value[] {
  const value = parseValue(text);
  if (Array.isArray(value)) return value as readonly Value[];
  throw new UsageError("SL4008", `--explain takes a JSON array of results in program order: ${text} is not`);
}
