import { expectTypeOf, test } from "vitest";
import {
  type AxiomBreach,
  type CheckOptions,
  check,
  createHistoryBuilder,
  evaluateAxioms,
  type History,
  type Limits,
  type Measurement,
  type OperationRecord,
  parseHistory,
  type Result,
  type Violation,
  type Witness,
} from "./index.js";

// What `npm run typecheck` holds; run, these ask nothing.
const history = parseHistory("register { write(1) }");

test("the verdict tells which fields a result has", () => {
  const result = check(history);
  expectTypeOf(result).toEqualTypeOf<Result>();
  expectTypeOf(result.verdict).toEqualTypeOf<"satisfied" | "violated" | "unknown">();
  // @ts-expect-error: nothing is known of the verdict yet
  void result.violation;
  // @ts-expect-error: nor here
  void result.witness;
  if (result.verdict === "violated") {
    expectTypeOf(result.violation).toEqualTypeOf<Violation>();
    expectTypeOf(result.violation.kind).toEqualTypeOf<"cycle" | "core" | "exhausted">();
    // @ts-expect-error: a violation has no witness
    void result.witness;
  } else if (result.verdict === "satisfied") expectTypeOf(result.witness).toEqualTypeOf<Witness>();
  else expectTypeOf(result.reason).toEqualTypeOf<"deadline" | "memory" | "states" | "cancelled" | "lost">();
});

test("options and limits that are unknown are errors of types too", () => {
  expectTypeOf<keyof Limits>().toEqualTypeOf<"seconds" | "megabytes" | "states" | "signal">();
  expectTypeOf<AbortSignal>().toExtend<NonNullable<Limits["signal"]>>();
  // @ts-expect-error: limits are relative
  const absolute: CheckOptions = { limits: { deadline: 5 } };
  // @ts-expect-error: a slip of the pen
  const slip: CheckOptions = { critereon: "causal" };
  void [absolute, slip];
});

test("a record takes what code has at hand", () => {
  const absent: number | undefined = new Map<string, number>().get("x");
  createHistoryBuilder().add({
    session: 0,
    method: "get",
    result: absent,
    observed: false,
    call: 1n,
    return: 2n,
  });
  expectTypeOf<Date>().not.toExtend<OperationRecord["result"]>();
  expectTypeOf<() => void>().not.toExtend<OperationRecord["result"]>();
});

test("answers of the other questions", () => {
  expectTypeOf<Measurement["level"]>().toEqualTypeOf<
    "weak" | "basic" | "monotonic" | "peer" | "causal" | "complete" | "none" | "unknown"
  >();
  expectTypeOf(evaluateAxioms).returns.toEqualTypeOf<AxiomBreach | undefined>();
  expectTypeOf(evaluateAxioms).parameter(0).toEqualTypeOf<History>();
});
