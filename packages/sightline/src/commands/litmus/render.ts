import { allows, type LitmusTest, printOutcome } from "@sightline/lab";
import { count } from "../../render/count.js";
import { duration } from "../../render/duration.js";
import { percent } from "../../render/percent.js";
import type { Style } from "../../render/style.js";
import { wholeNumber } from "../../render/whole-number.js";
import { type JudgedOutcome, type JudgedTest, promised } from "./judge.js";
import type { LitmusFacts } from "./litmus-facts.js";
import { printProgram } from "./print-program.js";

/** A test that was run, for people: its program, and a table of its outcomes. Ends in a newline. */
export function renderTest({ test, access, runs, outcomes }: JudgedTest, { colours }: Style): string {
  const texts = outcomes.map((outcome) => printOutcome(test, outcome));
  const counts = outcomes.map((outcome) => wholeNumber(outcome.count));
  const shares = outcomes.map((outcome) => percent(outcome.count / runs));
  const width = (cells: readonly string[], title: string): number =>
    Math.max(title.length, ...cells.map((cell) => cell.length));
  const [wide, many, part] = [width(texts, "outcome"), width(counts, "seen"), width(shares, "share")];
  const mark = (allowed: boolean): string => (allowed ? colours.green("yes") : `${colours.red("no")} `);
  const paint = (outcome: JudgedOutcome, text: string): string => {
    if (outcome.count === 0) return colours.dim(text);
    if (!outcome[promised[access]]) return colours.bold(colours.red(text));
    return outcome.sc ? text : colours.yellow(text);
  };
  const rows = outcomes.map((outcome, index) => {
    const cells = `${texts[index].padEnd(wide)}  ${counts[index].padStart(many)}  ${shares[index].padStart(part)}`;
    return `${outcome.interesting ? "▸" : " "} ${paint(outcome, cells)}   ${mark(outcome.sc)}  ${mark(outcome.tso)}`;
  });
  const header = `  ${"outcome".padEnd(wide)}  ${"seen".padStart(many)}  ${"share".padStart(part)}   SC   TSO`;
  return [
    `${colours.bold(test.name)}  ${test.title}`,
    `  ${colours.cyan(printProgram(test))}`,
    "",
    ...[colours.dim(header), ...rows].map((line) => `  ${line.trimEnd()}`),
    "",
  ].join("\n");
}

/** What all tests come to. Ends in a newline. */
export function renderConclusion(
  judged: readonly JudgedTest[],
  { access, milliseconds, interrupted, cores }: LitmusFacts,
  { colours }: Style,
): string {
  if (judged.length === 0) return "no test was run\n";
  const names = (tests: readonly JudgedTest[]): string => tests.map(({ test }) => test.name).join(", ");
  const model = promised[access].toUpperCase();
  const runs = judged.reduce((sum, test) => sum + test.runs, 0);
  const beyond = judged.filter((test) => test.beyond);
  const relaxed = judged.filter((test) => test.relaxed);
  const crowded = judged.filter(({ test }) => test.program.threads.length > cores);
  const lines = [
    `${count(judged.length, "test")}, ${count(runs, "run")} with ${access} accesses, ${duration(milliseconds)}` +
      (interrupted ? ", interrupted" : ""),
    beyond.length === 0
      ? `${colours.green("✔")} all that was seen is within ${model}`
      : `${colours.red("✘")} beyond ${model}: ${names(beyond)}`,
  ];
  if (model !== "SC")
    lines.push(
      relaxed.length === 0
        ? "  nothing was seen that SC forbids"
        : `  seen though SC forbids it: ${names(relaxed)}`,
    );
  if (crowded.length > 0)
    lines.push(
      `  note: more threads than the ${count(cores, "core")} of this machine, so little can be seen: ${names(crowded)}`,
    );
  return `${lines.join("\n")}\n`;
}

/** The tests, the outcomes that they ask for, and who allows these. Ends in a newline. */
export function renderList(tests: readonly LitmusTest[], { colours }: Style): string {
  return tests
    .map((test) => {
      const { name, title, interesting } = test;
      const [sc, tso] = [allows("sc", test, interesting), allows("tso", test, interesting)];
      const word = (allowed: boolean): string => (allowed ? colours.green("allows") : colours.red("forbids"));
      return [
        `${colours.bold(name)}  ${title}`,
        `  ${colours.cyan(printProgram(test))}`,
        `  ${printOutcome(test, interesting)}: SC ${word(sc)} it, TSO ${word(tso)} it`,
        "",
        "",
      ].join("\n");
    })
    .join("");
}
