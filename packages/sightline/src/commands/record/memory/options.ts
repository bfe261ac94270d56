import { HistoryError, parseHistory } from "@sightline/core";
import { type Access, type MemoryProgram, type ProgramShape, programOf } from "@sightline/lab";
import { UsageError } from "../../../errors/usage-error.js";
import { wholeNumber } from "../../../render/whole-number.js";
import { accessOf } from "../../shared/access-option.js";
import { badProgram } from "../../shared/bad-program.js";
import { canonicalName } from "../../shared/criterion-options.js";
import { positive, share, whole } from "../../shared/numbers.js";
import { seedOf } from "../../shared/seed-option.js";

/** The options of `record memory` as the command line gives them. */
export interface RecordMemoryFlags {
  readonly threads?: string;
  readonly operations?: string;
  readonly variables?: string;
  readonly writes?: string;
  readonly program?: string;
  readonly histories?: string;
  readonly duration?: string;
  readonly access?: string;
  readonly seed?: string;
  readonly merge?: boolean;
  readonly output?: string;
  readonly check?: readonly string[];
  readonly deadline?: string;
  readonly quiet?: boolean;
}

/** What `record --memory` is to do, as its options say. */
export interface RecordMemoryPlan {
  readonly programs: MemoryProgram | ProgramShape;
  /** Whether equal outcomes of the one program are written once, with how often they were seen. */
  readonly merge: boolean;
  /** How many runs; `Infinity` where only the time ends them. */
  readonly histories: number;
  /** Milliseconds. */
  readonly duration: number | undefined;
  readonly access: Access;
  readonly seed: number;
  /** A file, or `-` for standard output. */
  readonly output: string;
  readonly criteria: readonly string[];
  /** Milliseconds for the check of one history. */
  readonly deadline: number | undefined;
  readonly quiet: boolean;
}

const DEFAULTS = { threads: 2, operations: 20, variables: 4, writes: 0.5, histories: 1000 };

/** Threads beyond this only take turns; operations beyond this do not fit in memory. */
const MOST_THREADS = 64;
const MOST_OPERATIONS = 10_000_000;
const MOST_VARIABLES = 100_000;

/** Understands the options of `record memory`. Throws a `UsageError`. */
export async function planRecordMemory(flags: RecordMemoryFlags): Promise<RecordMemoryPlan> {
  const { duration, histories, deadline } = flags;
  const given = flags.program === undefined ? undefined : givenProgram(flags.program, flags);
  if (flags.merge === false && given === undefined)
    throw new UsageError(
      "SL4006",
      "--no-merge is for --program: random programs are written one by one as it is",
    );
  const criteria = (flags.check ?? []).flatMap((names) => names.split(","));
  if (deadline !== undefined && criteria.length === 0)
    throw new UsageError("SL4006", "--deadline is for --check: give both or neither");
  return {
    programs: given ?? shapeOf(flags),
    merge: given !== undefined && flags.merge !== false,
    histories:
      histories !== undefined
        ? whole(histories, "--histories", 1)
        : duration !== undefined
          ? Infinity
          : DEFAULTS.histories,
    duration: duration === undefined ? undefined : 1000 * positive(duration, "--duration"),
    access: await accessOf(flags.access),
    seed: seedOf(flags.seed),
    output: flags.output ?? "-",
    criteria: [...new Set(await Promise.all(criteria.map(canonicalName)))],
    deadline: deadline === undefined ? undefined : 1000 * positive(deadline, "--deadline"),
    quiet: flags.quiet === true,
  };
}

/** The shape of random programs. */
function shapeOf(flags: RecordMemoryFlags): ProgramShape {
  const shape = {
    threads: most(flags.threads, "--threads", DEFAULTS.threads, MOST_THREADS),
    operations: most(flags.operations, "--operations", DEFAULTS.operations, MOST_OPERATIONS),
    variables: most(flags.variables, "--variables", DEFAULTS.variables, MOST_VARIABLES),
    writes: flags.writes === undefined ? DEFAULTS.writes : share(flags.writes, "--writes"),
  };
  if (shape.threads * shape.operations > MOST_OPERATIONS)
    throw new UsageError("SL4005", `--threads times --operations is at most ${wholeNumber(MOST_OPERATIONS)}`);
  return shape;
}

/** A whole number between 1 and `limit`. */
function most(text: string | undefined, option: string, otherwise: number, limit: number): number {
  if (text === undefined) return otherwise;
  const number = whole(text, option, 1);
  if (number > limit)
    throw new UsageError("SL4005", `${option} takes at most ${wholeNumber(limit)}: ${text} is more`);
  return number;
}

/** The program of `--program`, which says all about itself. */
function givenProgram(text: string, flags: RecordMemoryFlags): MemoryProgram {
  for (const option of ["threads", "operations", "variables", "writes"] as const)
    if (flags[option] !== undefined)
      throw new UsageError("SL4006", `--${option} is for random programs: leave it out with --program`);
  try {
    const program = programOf(parseHistory(text, { type: "memory" }));
    if (program.threads.length > MOST_THREADS)
      throw new HistoryError(
        "SL1010",
        `${program.threads.length} threads: at most ${MOST_THREADS} can be run`,
      );
    if (program.threads.length > 0) return program;
    throw new HistoryError("SL1010", "no operation: there is nothing to run");
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    throw badProgram(error, "{ write(x,1); read(y) } || { write(y,1); read(x) }");
  }
}
