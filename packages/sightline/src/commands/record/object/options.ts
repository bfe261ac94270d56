import { types } from "@sightline/core";
import { type CallOrder, generatePrograms, type ObjectSpec, type Program, type Target } from "@sightline/lab";
import { oneOf } from "../../shared/names.js";
import { UsageError } from "../../../errors/usage-error.js";
import { type TestFlags, type TestWishes, wishesOf } from "../../test/options.js";

/** The options of `record` for an object, as the command line gives them. */
export interface RecordObjectFlags
  extends Pick<
    TestFlags,
    | "spec"
    | "classpath"
    | "args"
    | "mode"
    | "program"
    | "methods"
    | "programs"
    | "threads"
    | "invocations"
    | "values"
    | "synchronised"
    | "seconds"
    | "duration"
    | "seed"
    | "quiet"
  > {
  readonly hb?: string;
  readonly type?: string;
  readonly output?: string;
}

/** How happens-before may be recorded, as `--hb` names it. */
const orders = ["counters", "clocks", "none"] as const;

/** What the options say by themselves, whatever the object. */
export interface RecordObjectWishes {
  /** Which programs, and for how long. */
  readonly test: TestWishes;
  readonly hb: CallOrder | "none" | undefined;
  /** The type that the histories are to name. */
  readonly type: string | undefined;
  /** Whether the object is made with other arguments than by default. */
  readonly constructed: boolean;
  readonly output: string;
  readonly quiet: boolean;
}

/** Understands the options as far as that can be done without the object. Throws a `UsageError`. */
export async function recordWishesOf(flags: RecordObjectFlags): Promise<RecordObjectWishes> {
  const { hb, type, output = "-", quiet = false, ...rest } = flags;
  return {
    test: await wishesOf(rest),
    hb: hb === undefined ? undefined : await oneOf(hb, orders, "value of --hb"),
    type: type === undefined ? undefined : await oneOf(type, Object.keys(types), "type"),
    constructed: flags.args !== undefined,
    output,
    quiet,
  };
}

/** The programs to record: those given, or so many random ones over all methods. Throws a `UsageError`. */
export async function programsToRecord(
  { programs, methods, generate, count }: TestWishes,
  spec: ObjectSpec,
): Promise<Iterable<Program>> {
  if (programs !== undefined) return programs;
  const names = [...new Set(spec.methods.map(({ name }) => name))];
  for (const name of methods ?? []) await oneOf(name, names, "method");
  const tested = spec.methods.filter(({ name }) => methods?.includes(name) ?? true);
  return take(generatePrograms(spec, { ...generate, methods: tested }), count);
}

function* take(programs: Iterable<Program>, count: number): Generator<Program, void> {
  let left = count;
  for (const program of programs) {
    yield program;
    if (--left === 0) return;
  }
}

/** How the target records happens-before: as asked, or by counters where it can. Throws a `UsageError`. */
export function orderToRecord(
  wish: RecordObjectWishes["hb"],
  { name, records = [] }: Pick<Target, "name" | "records">,
): CallOrder | undefined {
  if (wish === "none") return undefined;
  if (wish === undefined) return records.includes("counters") ? "counters" : undefined;
  if (records.includes(wish)) return wish;
  throw new UsageError(
    `--hb ${wish} is not possible for ${name}: take ${[...records, "none"].map((order) => `--hb ${order}`).join(" or ")}`,
  );
}
