import { expect, it } from "vitest";
import { createConsoleReader, type JcstressRun } from "./console.js";

/** What JCStress 0.16 prints, shortened. */
const CONSOLE = `Java Concurrency Stress Tests
----- [OK] Unlocking diagnostic VM options
----- [N/A] Testing PrintAssembly
----- [OK] [-XX:+UseBiasedLocking, -Xmx512m]

.......... [OK] sightline.jcstress.Program0

  Scheduling class:
    actor0: package group free, core group free

  JVM args: [-XX:+UseBiasedLocking, -Xmx512m]
  Fork: #1

                                             RESULT    SAMPLES     FREQ       EXPECT  DESCRIPTION
       [1,{"throws":"NullPointerException"}], [[]]  1,102,173   27.11%  Interesting  
                   [null,"a\\u0020\\u0020b"], [null,0]          1   <0.01%  Interesting  

(ETA: now)
(Results: 2 planned; 1 passed, 0 failed, 0 soft errs, 0 hard errs)


.......... [TIMEOUT] sightline.jcstress.Program1

  Messages:
    The VM is stuck
.......... [VM ERROR] sightline.jcstress.Program2

  VM error stream:
    goodbye

RUN RESULTS:
  Interesting tests: 1 matching test results.

.......... [OK] sightline.jcstress.Program0

                                             RESULT    SAMPLES     FREQ       EXPECT  DESCRIPTION
       [1,{"throws":"NullPointerException"}], [[]]  1,102,173   27.11%  Interesting  
`;

function runsIn(text: string): JcstressRun[] {
  const reader = createConsoleReader();
  return [...text.split("\n").map((line) => reader.line(line)), reader.end()].filter(
    (run) => run !== undefined,
  );
}

it("reads the tables of runs, and not again those of the summary", () => {
  expect(runsIn(CONSOLE)).toEqual([
    {
      test: "sightline.jcstress.Program0",
      outcomes: [
        { results: [1, { throws: "NullPointerException" }, []], count: 1_102_173 },
        { results: [null, "a  b", null, 0], count: 1 },
      ],
    },
    {
      test: "sightline.jcstress.Program1",
      outcomes: [],
      failure: { kind: "hang", message: "JCStress says TIMEOUT\n  Messages:\n    The VM is stuck" },
    },
    {
      test: "sightline.jcstress.Program2",
      outcomes: [],
      failure: { kind: "crash", message: "JCStress says VM ERROR\n  VM error stream:\n    goodbye" },
    },
  ]);
});

it("gives a run that nothing follows", () => {
  const [before] = CONSOLE.split("(ETA: now)");
  expect(runsIn(before)).toMatchObject([{ test: "sightline.jcstress.Program0", outcomes: [{}, {}] }]);
  expect(runsIn("nothing to see")).toEqual([]);
});
