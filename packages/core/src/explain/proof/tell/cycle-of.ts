import { labelOf } from "../../../history/history.js";
import type { CycleEdge } from "../../../result.js";
import type { Pair } from "../../../witness/proof/facts.js";
import type { Proof, ProofNode, Ref } from "../../../witness/proof/proof.js";
import type { Scene } from "../../../witness/scene/scene.js";
import { isTrivial } from "../measure-proof.js";
import { chainOf, givenKind, givenReason, type Link } from "./told.js";

/** From an operation, or the start, until another the state stays; or no more than that the other took effect. */
interface Span {
  readonly from: number;
  readonly until: number;
  readonly always: boolean;
}

/** What a proof knows of a name on its way to the end. */
interface Edge {
  readonly pair: Pair;
  readonly kind: CycleEdge["kind"];
  readonly because: string;
}

/**
 * The circle that a proof closes, where it is one: orders of the history (`so`, `rt`, `hb`), who wrote what was
 * read (`wr`), who overwrote it (`rw`) and which of two came first (`ww`). Only for proofs in one line whose
 * branches all but one are told in half a sentence.
 */
export function cycleOf(scene: Scene, { tree }: Proof): readonly CycleEdge[] | undefined {
  if (!scene.oneLine) return undefined;
  const { history, type } = scene;
  const reads = (id: number): boolean => type.pure?.(labelOf(history, id)) === true;
  const edges = new Map<string, Edge>();
  /** The span of each name, by its ends. */
  const spans = new Map<string, Span>();

  const edgeOf = (ref: Ref): Edge[] => {
    if (typeof ref === "string") return edges.has(ref) ? [edges.get(ref) as Edge] : [];
    if ("until" in ref || "answered" in ref || "recorded" in ref) return [];
    const [a, b] = ref;
    const because = givenReason(scene, a, b);
    return [{ pair: { kind: "<", a, b, given: true }, kind: givenKind(scene, a, b), because }];
  };
  const spanOf = (refs: readonly Ref[]): Span | undefined => {
    for (const ref of refs) {
      if (typeof ref === "string" && spans.has(ref)) return spans.get(ref);
      if (typeof ref === "object" && "until" in ref) return { from: -1, until: ref.until, always: true };
    }
    return undefined;
  };
  /** The order of the end of a span and an operation that cannot lie in it: it changes what must stay. */
  const overwritten = ({ from, until, always }: Span, by: number): Edge => {
    const what = from < 0 ? "what was so at the start" : `what #${from} led to`;
    const because = always
      ? `after #${by}, #${until} could not return what it did`
      : `#${until} returned by ${what}, and #${by}${from < 0 ? "" : `, which comes after #${from},`} ends that`;
    return { pair: { kind: "<", a: until, b: by }, kind: reads(until) ? "rw" : "ww", because };
  };
  const close = (refs: readonly Ref[], between: readonly number[]): readonly CycleEdge[] | undefined => {
    const known = refs.flatMap(edgeOf);
    const span = spanOf(refs);
    if (between.length > 1) return undefined;
    if (span !== undefined && between.length === 1) {
      if (reads(between[0])) return undefined; // two reads that contradict each other are no circle of these kinds
      known.push(overwritten(span, between[0]));
    }
    const links = known.map(
      (edge): Link => ({ from: edge.pair.a, to: edge.pair.b, told: { fact: edge.pair } }),
    );
    for (const { from } of links) {
      const circle = chainOf(links, from, from);
      if (circle === undefined) continue;
      return circle.map(({ from: a, to: b, told }) => {
        const { kind, because } = known.find(({ pair }) => pair === told.fact) as Edge;
        return { from: a, to: b, kind, because };
      });
    }
    return undefined;
  };
  const walk = ({ steps = [], end }: ProofNode): readonly CycleEdge[] | undefined => {
    for (const { id, fact, from, between = [] } of steps) {
      const [kind, a, b] = fact;
      const span = spanOf(from);
      if (kind !== "<" || span === undefined || between.length !== 1 || reads(between[0])) continue;
      const pair: Pair = { kind, a, b };
      edges.set(
        id,
        a === span.until
          ? overwritten(span, b)
          : { pair, kind: "ww", because: `otherwise #${a} would lie between #${b} and #${span.until}` },
      );
    }
    if ("clash" in end) return close(end.clash, end.between ?? []);
    if (!("since" in end) || end.cases.some((one) => "like" in one.end)) return undefined;
    const open = end.cases.filter((one) => !isTrivial(one));
    const [one] = open.length === 0 ? end.cases : open;
    if (one === undefined || open.length > 1 || (open.length === 0 && end.cases.length > 1)) return undefined;
    const from = one.by === "start" ? -1 : one.by;
    spans.set(`${end.id}.quiet`, { from, until: end.since.op, always: false });
    if (from >= 0) {
      const because = `only #${from} can have led to what #${end.since.op} returned`;
      edges.set(`${end.id}.before`, { pair: { kind: "<", a: from, b: end.since.op }, kind: "wr", because });
    }
    return walk(one);
  };
  return walk(tree);
}
