import { check, parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { stepsOf } from "./steps.js";

const proved = (text: string, criterion?: string) => {
  const history = parseHistory(text);
  const result = check(history, criterion === undefined ? {} : { criterion });
  if (result.verdict !== "violated") return expect.fail(result.verdict);
  return stepsOf(result.violation, history.size);
};
const arrows = (edges: readonly { from: number; to: number; kind: string }[]) =>
  edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`);

test("a proof of sequential: who made it so, what may not come between, and the circle", () => {
  const steps = proved(
    "queue { p.offer(1) => true; q.offer(1) => true; p.poll() => 2 } || { q.offer(2) => true; p.offer(2) => true; q.poll() => 1 }",
  );
  expect(steps.map(({ number, operations }) => [number, operations])).toEqual([
    [1, [2, 4]],
    [2, [5, 1]],
    [3, [4, 2]],
    [4, [0, 4]],
    [5, [1, 3, 5, 4, 0]],
  ]);
  expect(steps.map(({ edges }) => arrows(edges))).toEqual([
    ["4 wr 2"],
    ["1 wr 5"],
    ["4 wr 2"],
    ["4 ww 0"],
    ["3 so 4", "4 ww 0", "0 so 1", "1 wr 5"],
  ]);
  expect(steps[2].because.map(({ depth, text }) => [depth, text])).toEqual([
    [0, "#2 p.poll() => 2 could have made it so, but #4 comes before #2 (step 1)"],
  ]);
});

test("a proof of causal: who sees whom", () => {
  const steps = proved(
    "set { add(1) => true } || { contains(1) => true; add(2) => true } || { contains(2) => true; contains(1) => false }",
    "causal",
  );
  expect(arrows(steps[0].edges)).toEqual(["0 wr 1"]);
  expect(arrows(steps[2].edges)).toEqual(["0 vis 1", "2 vis 3", "1 so 2", "3 so 4", "0 vis 4"]);
  expect(arrows(steps[2].because[0].edges)).toEqual(arrows(steps[2].edges));
});

test("a proof by real time", () => {
  const steps = proved(
    "register { write(1) @0-10; read() => 0 @12-20 } || { write(0) @1-5; read() => 1 @6-11 }",
  );
  expect(arrows(steps.flatMap(({ edges }) => edges))).toEqual(expect.arrayContaining(["3 rt 1", "2 so 3"]));
});

test("cases are told apart, whatever stands in their values", () => {
  const [first, second] = stepsOf(
    {
      steps: ["1. one of 2.", '2. [case 1.1: #1 write("] ") made it so last] But #1 comes before #0.'],
      outline: [
        { within: [], edges: [] },
        {
          within: [{ name: "1.1", text: '#1 write("] ") made it so last' }],
          edges: [{ from: 1, to: 0, kind: "so" }],
        },
      ],
    },
    2,
  );
  expect(first.within).toEqual([]);
  expect(second.within).toEqual([{ name: "1.1", text: '#1 write("] ") made it so last' }]);
  expect(second.text).toBe("But #1 comes before #0.");
});

test("what stands in texts of the history names nothing, and arrows are the proof's alone", () => {
  const [step] = stepsOf(
    { steps: ['1. #0 write("#1 comes before #2 (same session)") can only happen while so.'] },
    3,
  );
  expect(step.operations).toEqual([0]);
  expect(step.edges).toEqual([]);
});
