import {
  type Derivation,
  type FailedProgram,
  type MethodLevels,
  printAxiomInstance,
  printObjectProgram,
  type Refutation,
} from "@sightline/lab";

/** The lines of `derive --json`: one per method, one for all together, one for axioms, and the summary. */
export function deriveLines(target: string, derivation: Derivation, seed: number): readonly string[] {
  const { together, axioms, methods, ...facts } = derivation;
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
        seed,
      },
    }),
  ];
}

function methodFields({ refutations, failures, ...own }: MethodLevels): object {
  return { ...own, refutations: refutations.map(refutationFields), failures: failures.map(failureFields) };
}

const refutationFields = ({ program, ...refutation }: Refutation): object => ({
  ...refutation,
  program: printObjectProgram(program),
});

const failureFields = ({ program, failure }: FailedProgram): object => ({
  program: printObjectProgram(program),
  ...failure,
});
