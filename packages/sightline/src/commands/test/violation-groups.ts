import {
  compareSize,
  type Program,
  type ProgramResult,
  printObjectProgram,
  testedMethods,
  type TestPlan,
} from "@sightline/lab";

/** A program that shows what is not admitted, as a page tells of it. */
export interface ShownViolation {
  readonly result: ProgramResult;
  /** The methods under test. */
  readonly tested: readonly string[];
  /** The command that runs it again. */
  readonly replay: string | undefined;
  /** The larger program that it was made from. */
  readonly shrunkFrom: Program | undefined;
}

/** Violations of one kind: they have one cause, or were made smaller to programs that have. */
export interface ViolationGroup {
  /** The one with the smallest program. */
  readonly first: ShownViolation;
  /** The others that were met, small ones first; not those that they were made smaller to. */
  readonly others: readonly ShownViolation[];
  /** How many programs were met that show it. */
  readonly programs: number;
}

/** Groups violations by their kind; those with the most programs come first. */
export function groupViolations(violations: readonly ShownViolation[]): readonly ViolationGroup[] {
  const groupOf = new Map<string, ShownViolation[]>();
  const groups = new Set<ShownViolation[]>();
  for (const violation of violations) {
    const names = namesOf(violation);
    const known = new Set(names.flatMap((name) => groupOf.get(name) ?? []));
    const whole = [...known, violation];
    for (const name of names) groups.delete(groupOf.get(name) ?? []);
    groups.add(whole);
    for (const name of whole.flatMap(namesOf)) groupOf.set(name, whole);
  }
  return [...groups].map(tellGroup).toSorted((a, b) => b.programs - a.programs);
}

function tellGroup(group: readonly ShownViolation[]): ViolationGroup {
  const [first, ...rest] = group.toSorted((a, b) => compareSize(a.result.program, b.result.program));
  const isMet = ({ shrunkFrom }: ShownViolation): boolean => shrunkFrom === undefined;
  return { first, others: rest.filter(isMet), programs: group.filter(isMet).length };
}

/** What a violation has in common with others of its kind: its cause, and the program that it was made smaller from. */
function namesOf(violation: ShownViolation): readonly string[] {
  const { result, shrunkFrom } = violation;
  const cause = causeOf(violation);
  return [
    `program ${printObjectProgram(shrunkFrom ?? result.program)}`,
    ...(cause === undefined ? [] : [`cause ${cause}`]),
  ];
}

/** Objects that hang or crash are alike where the same methods were called. */
function causeOf({ result, tested }: ShownViolation): string | undefined {
  const { cause, failure } = result;
  if (cause !== undefined || failure === undefined) return cause;
  return `${failure.kind} ${tested.join(" ")}`;
}

/** A violation and what is known of it. */
export function shownViolation(
  result: ProgramResult,
  plan: TestPlan,
  more: Pick<ShownViolation, "replay" | "shrunkFrom">,
): ShownViolation {
  return { result, tested: testedMethods(result.program, plan.spec), ...more };
}
