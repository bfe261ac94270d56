import { type Access, type LitmusTest, litmusTests } from "@sightline/lab";
import { accessOf } from "../shared/access-option.js";
import { whole } from "../shared/numbers.js";
import { oneOf } from "../shared/one-of.js";
import { seedOf } from "../shared/seed-option.js";

/** The options of `litmus` as the command line gives them. */
export interface LitmusFlags {
  readonly list?: boolean;
  readonly access?: string;
  readonly runs?: string;
  readonly seed?: string;
  readonly json?: boolean;
}

/** What `litmus` is to do, as its options say. */
export interface LitmusPlan {
  readonly tests: readonly LitmusTest[];
  readonly access: Access;
  readonly runs: number;
  /** Milliseconds for each test, at most. */
  readonly time: number | undefined;
  readonly seed: number;
  readonly json: boolean;
}

const DEFAULT_RUNS = 100_000;

/** Milliseconds for a test, at most, where `--runs` does not say how many runs it must be. */
const DEFAULT_TIME = 5000;

/** Understands the options of `litmus`. Throws a `UsageError`. */
export async function planLitmus(names: readonly string[], flags: LitmusFlags): Promise<LitmusPlan> {
  return {
    tests: await testsNamed(names),
    access: await accessOf(flags.access),
    runs: flags.runs === undefined ? DEFAULT_RUNS : whole(flags.runs, "--runs", 1),
    time: flags.runs === undefined ? DEFAULT_TIME : undefined,
    seed: seedOf(flags.seed),
    json: flags.json === true,
  };
}

/** The tests of these names, in any case; all of them where none is named. Throws a `UsageError`. */
async function testsNamed(names: readonly string[]): Promise<readonly LitmusTest[]> {
  if (names.length === 0) return litmusTests;
  const known = litmusTests.map(({ name }) => name);
  const wanted = await Promise.all(
    names
      .flatMap((name) => name.split(","))
      .map((name) => oneOf(inItsCase(name, known), known, "litmus test", "SL3005")),
  );
  return litmusTests.filter(({ name }) => wanted.includes(name));
}

const inItsCase = (name: string, known: readonly string[]): string =>
  known.find((other) => other.toLowerCase() === name.toLowerCase()) ?? name;
