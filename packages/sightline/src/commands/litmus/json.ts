import { allows, type LitmusTest, printOutcome } from "@sightline/lab";
import { type JudgedTest, promised } from "./judge.js";
import type { LitmusFacts } from "./litmus-facts.js";
import { printProgram } from "./print-program.js";

/** One line of `litmus --json`, without its newline. */
export function litmusLine({ test, access, runs, outcomes, beyond }: JudgedTest): string {
  return JSON.stringify({
    name: test.name,
    program: printProgram(test),
    access,
    runs,
    outcomes: outcomes.map(({ count, sc, tso, interesting, ...outcome }) => ({
      outcome: printOutcome(test, outcome),
      ...fields(test, outcome),
      count,
      share: count / runs,
      sc,
      tso,
      interesting,
    })),
    verdict: beyond ? "beyond" : "within",
  });
}

/** An outcome in fields: one result per operation (null for writes), and the values at the end. */
function fields(
  { program, observed }: LitmusTest,
  { values, final }: LitmusTest["interesting"],
): { readonly results: readonly (number | null)[]; readonly final?: Readonly<Record<string, number>> } {
  const kinds = program.threads.flatMap((steps) => steps.map(([kind]) => kind));
  return {
    results: kinds.map((kind, index) => (kind === "r" ? values[index] : null)),
    ...(observed.length > 0 && {
      final: Object.fromEntries(observed.map((variable, index) => [variable, final[index]])),
    }),
  };
}

/** The last line of `litmus --json`, without its newline. */
export function litmusSummaryLine(judged: readonly JudgedTest[], facts: LitmusFacts): string {
  const { access, milliseconds, interrupted } = facts;
  const namesOf = (tests: readonly JudgedTest[]): string[] => tests.map(({ test }) => test.name);
  return JSON.stringify({
    summary: {
      tests: judged.length,
      runs: judged.reduce((sum, { runs }) => sum + runs, 0),
      access,
      model: promised[access],
      beyond: namesOf(judged.filter(({ beyond }) => beyond)),
      beyondSc: namesOf(judged.filter(({ relaxed }) => relaxed)),
      interrupted,
      milliseconds: Math.round(milliseconds),
    },
  });
}

/** One line of `litmus --list --json`, without its newline: a test, the outcome that it asks for, and who allows that. */
export function listLine(test: LitmusTest): string {
  const { name, title, interesting } = test;
  return JSON.stringify({
    name,
    title,
    program: printProgram(test),
    outcome: printOutcome(test, interesting),
    ...fields(test, interesting),
    sc: allows("sc", test, interesting),
    tso: allows("tso", test, interesting),
  });
}
