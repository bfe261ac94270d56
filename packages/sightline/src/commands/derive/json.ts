import {
  type Derivation,
  type FailedProgram,
  type MethodLevels,
  printAxiomInstance,
  printObjectProgram,
  type Refutation,
} from "@sightline/lab";
import type { LeftOutOfRun } from "../shared/left-out.js";

/** The lines of `derive --json`: one per method, one for all together, one for axioms, and the summary. */
export function deriveLines(
  target: string,
  derivation: Derivation,
  seed: number,
  { request, untested }: LeftOutOfRun,
): readonly string[] {
  const { together, axioms, methods, coverage: _, ...facts } = derivation;
  return [
    ...methods.map((own) => JSON.stringify(methodFields(own))),
    JSON.stringify({
      together: {
        ...together,
        weakenings: together.weakenings.map((weakening) => ({
          ...weakening,
          program: printObjectProgram(weakening.program),
        })),
        failures: together.failures.map(failureFields),
      },
    }),
    ...(axioms === undefined
      ? []
      : [
          JSON.stringify({
            axioms: {
              ...axioms,
              beyond: axioms.beyond.map(printAxiomInstance),
              idle: axioms.idle.map(printAxiomInstance),
            },
          }),
        ]),
    JSON.stringify({
      summary: {
        target,
        levels: Object.fromEntries(methods.map(({ method, level }) => [method, level])),
        ...facts,
        untested,
        notAsked: request.notAsked,
        seed,
      },
    }),
  ];
}

function methodFields({ refutations, failures, distrusted, ...own }: MethodLevels): object {
  return {
    ...own,
    ...(distrusted !== undefined && { distrusted: refutationFields(distrusted) }),
    refutations: refutations.map(refutationFields),
    failures: failures.map(failureFields),
  };
}

const refutationFields = ({ program, ...refutation }: Refutation): object => ({
  ...refutation,
  program: printObjectProgram(program),
});

const failureFields = ({ program, failure }: FailedProgram): object => ({
  program: printObjectProgram(program),
  ...failure,
});
