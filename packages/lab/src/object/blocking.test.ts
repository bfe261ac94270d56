import { canonical, type LevelName, type Value } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { explainViolation } from "../trials/explain-violation.js";
import { admissionsOf } from "../derive/admission.js";
import { fakeTarget } from "@sightline/testing/lab/fake-target.js";
import { isAdmitted } from "./admitted.js";
import { parseProgram, printOutcome } from "./notation.js";
import { BLOCKED, type Call, NOT_REACHED, type Outcome, type Program } from "./program.js";
import { typeOfTarget } from "./type-of-target.js";

const [B, N] = [BLOCKED, NOT_REACHED];

/** A box with one place: `put` waits until it is empty, `take` until it is full. */
function runBox(calls: readonly Call[]): Value[] {
  const held: Value[] = [];
  const results: Value[] = [];
  for (const { method, args } of calls) {
    if (method === "put" ? held.length > 0 : method === "take" && held.length === 0) return [...results, B];
    if (method === "put") held.push(args[0]);
    results.push(method === "take" ? (held.pop() as Value) : method === "put" ? null : held.length);
  }
  return results;
}

const box = fakeTarget({ spec: { class: "Box", methods: [] }, run: runBox, shows: () => [] });

/** Every outcome of a box whose calls are atomic, by letting its threads take steps until none can. */
function atomicOutcomes({ threads }: Program): Set<string> {
  const found = new Set<string>();
  const explore = (done: readonly (readonly [thread: number, call: Call])[], at: readonly number[]): void => {
    const before = runBox(done.map(([, call]) => call));
    let moved = false;
    threads.forEach((steps, t) => {
      if (at[t] === steps.length) return;
      const next = [...done, [t, steps[at[t]]] as const];
      if (runBox(next.map(([, call]) => call)).at(-1) === B) return;
      moved = true;
      explore(next, at.with(t, at[t] + 1));
    });
    if (moved) return;
    const results = threads.map((steps, t) => {
      const own = done.flatMap(([thread], i) => (thread === t ? [before[i]] : []));
      return steps.map((_, i) => (i < own.length ? own[i] : i === own.length ? B : N));
    });
    found.add(canonical(results.flat()));
  };
  explore(
    [],
    threads.map(() => 0),
  );
  return found;
}

/** Every list of results that the steps of a program could be said to have. */
function* conceivable({ threads }: Program): Generator<Outcome> {
  const ofThread = (steps: readonly Call[]): Value[][] =>
    steps.reduce<Value[][]>(
      (lists, { method }) =>
        lists.flatMap((list) =>
          list.at(-1) === B || list.at(-1) === N
            ? [[...list, N]]
            : (method === "put" ? [null, B] : method === "take" ? [1, 2, B] : [0, 1]).map((result) => [
                ...list,
                result,
              ]),
        ),
      [[]],
    );
  yield* threads
    .map(ofThread)
    .reduce<Value[][]>((all, own) => all.flatMap((before) => own.map((list) => [...before, ...list])), [[]]);
}

describe("calls that block", () => {
  test.each([
    "{ take() } || { put(1) }",
    "{ take() } || { take() }",
    "{ put(1); put(2) } || { take() }",
    "{ put(1); put(2) } || { take() } || { take(); take() }",
    "{ take(); put(1) } || { put(2); size() }",
    "{ put(1) } || { put(2) } || { size(); take() }",
  ])("of an atomic object are admitted exactly where it can come to that: %s", async (text) => {
    const program = parseProgram(text);
    const type = await typeOfTarget(box, program);
    const [admission] = await admissionsOf(box, [program], { class: "Box", methods: [] }, false);
    const atomic = atomicOutcomes(program);
    const admitted = new Set<string>();
    for (const outcome of conceivable(program)) {
      const isFine = isAdmitted(program, outcome, type, { "*": "complete" });
      if (isFine) admitted.add(canonical([...outcome]));
      if (admission instanceof RangeError) throw admission;
      expect(admission.admits(outcome, { levels: { "*": "complete" } })).toBe(isFine);
      expect(admission.admits(outcome, { axioms: "SingleOrder(*, *)" })).toBe(isFine);
    }
    expect([...admitted].sort()).toEqual([...atomic].sort());
  });

  test.each<LevelName>(["weak", "basic", "monotonic", "peer", "causal", "complete"])(
    "see all that returned, though their method need only be %s",
    async (level) => {
      const program = parseProgram("{ put(1) } || { take() }");
      const type = await typeOfTarget(box, program);
      expect(isAdmitted(program, [null, B], type, { "*": level })).toBe(false); // a lost wake-up
      expect(isAdmitted(program, [null, 1], type, { "*": level })).toBe(true);
    },
  );

  test("may follow weak reads: what returned obeys its own level", async () => {
    const program = parseProgram("{ put(1); put(2) } || { size() }");
    const type = await typeOfTarget(box, program);
    expect(isAdmitted(program, [null, B, 0], type, { "*": "complete" })).toBe(true);
    expect(isAdmitted(program, [null, B, 2], type, { "*": "weak" })).toBe(false);
    const own = parseProgram("{ put(1); size(); put(2) } || { size() }");
    const ownType = await typeOfTarget(box, own);
    expect(isAdmitted(own, [null, 0, B, 1], ownType, { "*": "complete" })).toBe(false);
    expect(isAdmitted(own, [null, 0, B, 1], ownType, { size: "weak" })).toBe(true);
  });

  test("may stand between a lock and its unlock", async () => {
    const program = parseProgram("{ l.lock(); take(); l.unlock() } || { l.lock(); put(1); l.unlock() }");
    const type = await typeOfTarget(box, program);
    const complete = { "*": "complete" } as const;
    expect(isAdmitted(program, [0, B, N, B, N, N], type, complete)).toBe(true);
    expect(isAdmitted(program, [1, 1, null, 0, null, null], type, complete)).toBe(true);
    expect(isAdmitted(program, [1, B, N, 0, null, null], type, complete)).toBe(false);
  });

  test("are explained as people would say it", async () => {
    const explain = async (text: string, outcome: Outcome): Promise<string | undefined> => {
      const program = parseProgram(text);
      const type = await typeOfTarget(box, program);
      return explainViolation(program, outcome, type, { "*": "complete" })?.reason;
    };
    expect(printOutcome([null, B])).toBe("null, blocked");
    expect(await explain("{ put(1) } || { take() }", [null, B])).toBe(
      "take() of thread 1 blocks: in whichever order the calls that returned took effect, it would return at once on an object that one thread uses",
    );
    // Of two that wait for opposite things, one waits in vain.
    expect(await explain("{ put(1); put(2) } || { take() }", [null, B, B])).toBe(
      "take() of thread 1 blocks: in whichever order the calls that returned took effect, it would return at once on an object that one thread uses",
    );
    // What returned is wrong by itself.
    expect(await explain("{ put(1) } || { take(); take() }", [null, 2, B])).toMatch(/take\(\) => 2/);
    expect(await explain("{ put(1) } || { take(); take() }", [null, 1, B])).toBeUndefined();
    // Either could block, but not both.
    expect(await explain("{ put(1) } || { put(2); take() } || { take() }", [B, B, N, B])).toMatch(
      /^put\(1\) of thread 0 and put\(2\) of thread 1 block:/,
    );
  });
});
