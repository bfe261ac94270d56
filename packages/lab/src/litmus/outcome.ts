import { check, createHistoryBuilder, type History } from "@sightline/core";
import { type MemoryProgram, operationsOf, type Variable } from "../memory/program.js";
import type { LitmusOutcome, LitmusTest } from "./litmus-test.js";

/** The models that outcomes are held against. */
export type LitmusModel = "sc" | "tso";

/**
 * Whether a model allows an outcome: whether its history satisfies the criterion of that name. Values at
 * the end are told by a thread of their own per variable, which reads both of its writes in the order in
 * which they came, the last one last. Any memory that keeps one order of writes per variable could have
 * shown them to such a thread, and that thread adds nothing else.
 */
export function allows(model: LitmusModel, test: LitmusTest, outcome: LitmusOutcome): boolean {
  return check(outcomeHistory(test, outcome), { criterion: model, explain: false }).verdict === "satisfied";
}

/** The history of an outcome, with a thread for each observed variable. */
export function outcomeHistory(test: LitmusTest, { values, final }: LitmusOutcome): History {
  const builder = createHistoryBuilder({ type: "memory", name: test.name });
  for (const operation of operationsOf(test.program, values)) builder.add(operation);
  test.observed.forEach((variable, index) => {
    const last = final[index];
    const session = test.program.threads.length + index;
    for (const result of [...writesTo(test.program, variable).filter((value) => value !== last), last])
      builder.add({ session, method: "read", args: [variable], result });
  });
  return builder.finish();
}

/** The two values written to an observed variable. With more, the last would not tell their order. */
function writesTo({ threads }: MemoryProgram, observed: Variable): readonly number[] {
  const written = threads.flatMap((steps) =>
    steps.flatMap(([kind, variable, value]) => (kind === "w" && variable === observed ? [value] : [])),
  );
  if (written.length !== 2)
    throw new RangeError(`${observed} is written ${written.length} times: observe variables written twice`);
  return written;
}

/** An outcome as people write it: what each thread read, then the values at the end: `y=0 | x=0, x=1 at the end`. */
export function printOutcome({ program, observed }: LitmusTest, { values, final }: LitmusOutcome): string {
  let next = 0;
  const reads = program.threads
    .map((steps) =>
      steps.flatMap(([kind, variable]) => {
        const value = values[next++];
        return kind === "r" ? [`${variable}=${value}`] : [];
      }),
    )
    .filter((thread) => thread.length > 0)
    .map((thread) => thread.join(" "))
    .join(" | ");
  const atEnd = observed.map((variable, index) => `${variable}=${final[index]}`).join(" ");
  return [reads, ...(atEnd === "" ? [] : [`finally ${atEnd}`])].filter((part) => part !== "").join(", ");
}

/** Whether two outcomes are the same. */
export function sameOutcome(one: LitmusOutcome, other: LitmusOutcome): boolean {
  return outcomeKey(one) === outcomeKey(other);
}

/** A text that tells outcomes apart. */
export function outcomeKey({ values, final }: LitmusOutcome): string {
  return `${values.join()};${final.join()}`;
}
