import type { StepCase, Violation } from "@sightline/core";
import { type Edge, operationsNamed } from "./edges.js";

/** A line below a step: why it holds. */
export interface Because {
  readonly text: string;
  /** 0 for the step's own reasons, 1 for theirs. */
  readonly depth: number;
  readonly operations: readonly number[];
  /** Those of the step between operations that the line names. */
  readonly edges: readonly Edge[];
}

/** A step of a proof. */
export interface Step {
  readonly number: number;
  readonly text: string;
  /** The cases that it is in, from the outermost. */
  readonly within: readonly StepCase[];
  readonly because: readonly Because[];
  /** The operations that it names or draws between, its reasons' included. */
  readonly operations: readonly number[];
  readonly edges: readonly Edge[];
}

/** The steps of a violation's proof: their words, and what they rest on as the proof has it. */
export function stepsOf(
  { steps: lines = [], outline = [] }: Pick<Violation, "steps" | "outline">,
  size: number,
): readonly Step[] {
  const told: { lead: string; reasons: string[] }[] = [];
  for (const line of lines) {
    const [number, lead] = splitNumber(line);
    if (number > 0) told.push({ lead, reasons: [] });
    else told.at(-1)?.reasons.push(line);
  }
  return told.map(({ lead, reasons }, at) => {
    const { within, edges: known } = outline[at] ?? { within: [], edges: [] };
    const cases = within.reduce((sum, { name, text }) => sum + `[case ${name}: ${text}] `.length, 0);
    const text = lead.slice(cases);
    const edges = known
      .filter(({ from, to }) => from < size && to < size)
      .map((edge): Edge => ({ ...edge, because: text }));
    const because = reasons.map((line) => becauseOf(line, edges, size));
    const named = [text, ...because.map((one) => one.text)].flatMap((words) => operationsNamed(words, size));
    const operations = [...new Set([...named, ...edges.flatMap(({ from, to }) => [from, to])])];
    return { number: at + 1, text, within, because, operations, edges };
  });
}

function becauseOf(line: string, edges: readonly Edge[], size: number): Because {
  const [, space, text] = /^( *)(?:- )?(.*)$/su.exec(line) ?? ["", "", line];
  const operations = operationsNamed(text, size);
  const isNamed = ({ from, to }: Edge): boolean => operations.includes(from) && operations.includes(to);
  return { text, depth: Math.floor(space.length / 2), operations, edges: edges.filter(isNamed) };
}

/** The number that a line begins with, or 0. */
function splitNumber(line: string): readonly [number, string] {
  const [, digits, lead] = /^(\d+)\. (.*)$/su.exec(line) ?? [];
  return lead === undefined ? [0, line] : [Number(digits), lead];
}
