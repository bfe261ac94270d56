import type { Line, ProofCase, ProofEnd, ProofNode, ProofStep, Ref } from "../../witness/proof/proof.js";
import { isPair } from "../../witness/proof/facts.js";
import type { Answer, Branch, Goal } from "./context.js";
import { basesOf, type Known, type Premises } from "./known.js";

/** A finished branch as the tree of a proof. */
export function toTree(root: Branch): ProofNode {
  let names = 0;
  const named = new Map<Known, string>();
  const caseNames = new Map<number, string>();

  /** Runs what names facts, and forgets the names: they hold in one branch only. */
  const within = (write: () => ProofNode): ProofNode => {
    const before = new Set(named.keys());
    const node = write();
    for (const known of named.keys()) if (!before.has(known)) named.delete(known);
    return node;
  };
  const refOf = (known: Known): Ref => {
    const { why } = known;
    if (why.kind === "ref") return why.ref;
    if (why.kind === "case") return `${caseNames.get(why.of)}${why.part}`;
    return named.get(known) as string;
  };
  /** The premises, after the steps that lead to them. */
  const refsOf = (facts: readonly Known[], steps: ProofStep[]): Ref[] => {
    const bases = [...basesOf(facts)];
    for (const known of bases) {
      const { why, fact } = known;
      if (why.kind !== "step" || named.has(known) || !isPair(fact)) continue;
      const from = refsOf(why.from.facts, steps);
      const id = `f${++names}`;
      named.set(known, id);
      steps.push({ id, fact: [fact.kind, fact.a, fact.b], from, ...namesOf(why.from) });
    }
    return bases.map(refOf);
  };
  const refute = (
    id: string,
    { line, view }: { line: Line; view: number },
    { by, refuted }: Answer,
  ): ProofNode => {
    const steps: ProofStep[] = [];
    if (refuted === undefined) throw new Error("a case without a proof");
    const own = refuted.parts.map((part): Ref => `${id}.${part}`);
    if (refuted.other !== undefined) {
      const from = [...own, ...refsOf([refuted.other], steps)];
      return { steps, end: { since: { line, view, op: by, from }, id: `s${++names}`, cases: [] } };
    }
    const clash = [...own, ...refsOf(refuted.facts, steps)];
    return { steps, end: { clash, ...namesOf(refuted) } };
  };
  const since = (
    goal: Goal,
    answers: readonly Answer[],
    others: ReadonlyMap<number, Branch>,
    steps: ProofStep[],
    main?: { readonly by: number; readonly caseId: number; readonly write: () => ProofNode },
  ): ProofEnd => {
    const { line, view, op } = goal;
    const from = refsOf(goal.from, steps);
    const id = `s${++names}`;
    if (main !== undefined) caseNames.set(main.caseId, id);
    const cases = answers.map((answer): ProofCase => {
      const other = others.get(answer.by);
      const node = within(() => {
        if (answer.by === main?.by) return main.write();
        if (other === undefined) return refute(id, goal, answer);
        caseNames.set(other.caseId, id);
        return write(other, 0);
      });
      return { by: answer.by < 0 ? "start" : answer.by, ...node };
    });
    return { since: { line, view, op, ...(from.length > 0 && { from }) }, id, cases };
  };
  const write = (branch: Branch, at: number): ProofNode => {
    const steps: ProofStep[] = [];
    const commitment = branch.commitments[at];
    if (commitment !== undefined) {
      const { goal, answers, others, main: by, caseId } = commitment;
      return {
        steps,
        end: since(goal, answers, others, steps, { by, caseId, write: () => write(branch, at + 1) }),
      };
    }
    const { end } = branch;
    switch (end.kind) {
      case "clash": {
        const clash = refsOf(end.facts, steps);
        return { steps, end: { clash, ...namesOf(end), ...(end.search === true && { search: true }) } };
      }
      case "since":
        return { steps, end: since(end.goal, end.answers, end.others, steps) };
      case "either": {
        const id = `s${++names}`;
        const { kind, a, b } = end.fact;
        const [yes, no] = end.cases.map((one) =>
          within(() => {
            caseNames.set(one.caseId, id);
            return write(one, 0);
          }),
        );
        return { steps, end: { either: [kind, a, b], id, cases: [yes, no] } };
      }
    }
  };
  return write(root, 0);
}

const namesOf = ({ between }: Premises): { between?: readonly number[] } =>
  between === undefined || between.length === 0 ? {} : { between };
