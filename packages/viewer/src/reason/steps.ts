import { type Edge, edgesNamed, operationsNamed } from "./edges.js";

/** A line below a step: why it holds. */
export interface Because {
  readonly text: string;
  /** 0 for the step's own reasons, 1 for theirs. */
  readonly depth: number;
  readonly operations: readonly number[];
  readonly edges: readonly Edge[];
}

/** A case that a step is in. */
export interface Case {
  /** `3.1`: the first case of step 3. */
  readonly name: string;
  readonly text: string;
}

/** A step of a proof. */
export interface Step {
  readonly number: number;
  readonly text: string;
  /** The cases that it is in, from the outermost. */
  readonly within: readonly Case[];
  readonly because: readonly Because[];
  /** The operations that it names, its reasons' included. */
  readonly operations: readonly number[];
  readonly edges: readonly Edge[];
}

/** How a case ends, in the words of a proof: what an operation returned may hold brackets too. */
const caseHead =
  /^\[case (\d+\.\d+): (.*?(?:made it so last|it was so from the start|(?:comes before|sees|does not see) #\d+))\] /u;

/** The words of a proof as steps with their reasons, the cases they are in, the operations and orders they name. */
export function stepsOf(lines: readonly string[], size: number): readonly Step[] {
  const steps: { number: number; text: string; within: Case[]; because: Because[] }[] = [];
  for (const line of lines) {
    const head = /^(\d+)\. (.*)$/su.exec(line);
    if (head === null) {
      const [, space, text] = /^( *)(?:- )?(.*)$/su.exec(line) ?? ["", "", line];
      const depth = Math.floor(space.length / 2);
      steps.at(-1)?.because.push({
        text,
        depth,
        operations: operationsNamed(text, size),
        edges: edgesNamed(text, size),
      });
      continue;
    }
    const within: Case[] = [];
    let text = head[2];
    for (let found = caseHead.exec(text); found !== null; found = caseHead.exec(text)) {
      within.push({ name: found[1], text: found[2] });
      text = text.slice(found[0].length);
    }
    steps.push({ number: Number(head[1]), text, within, because: [] });
  }
  return steps.map((step) => {
    const all = [step.text, ...step.because.map(({ text }) => text)].join("\n");
    const edges = [edgesNamed(step.text, size), ...step.because.map(({ edges }) => edges)].flat();
    return { ...step, operations: operationsNamed(all, size), edges: withoutRepeats(edges) };
  });
}

/** One edge for each pair: that whose kind says most. */
function withoutRepeats(edges: readonly Edge[]): readonly Edge[] {
  const best = new Map<string, Edge>();
  for (const edge of edges) {
    const pair = `${edge.from} ${edge.to}`;
    const known = best.get(pair);
    if (known === undefined || (known.kind === "lin" && edge.kind !== "lin")) best.set(pair, edge);
  }
  return [...best.values()];
}
