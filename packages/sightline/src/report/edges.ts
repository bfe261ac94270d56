import type { StepEdge, Violation } from "@sightline/core";
import type { Style } from "../render/style.js";
import { wrap } from "../render/wrap.js";

/** More arrows than this are no help on a screen. */
const MOST = 16;

/**
 * The typed orders that a violation comes down to, as chains: `#0 ─so→ #1 ─rw→ #2 ─so→ #3 ─rw→ #0`. Those of its
 * circle or, without one, of the last step of its proof. Empty where there are none.
 */
export function drawEdges({ cycle, outline = [] }: Violation, { width }: Style, indent: string): string {
  const edges = cycle ?? outline.at(-1)?.edges ?? [];
  if (edges.length === 0 || edges.length > MOST) return "";
  const chains = chainsOf(edges);
  const [first = ""] = chains;
  const closes = chains.length === 1 && first.startsWith(`${first.slice(first.lastIndexOf("#"))} `);
  return wrap(`${closes ? "Circle" : "Orders"}: ${chains.join(", ")}`, width, indent);
}

type Arrow = Pick<StepEdge, "from" | "to" | "kind">;

/** Arrows, each joined to one that ends where it begins, and to one that begins where it ends. */
function chainsOf(edges: readonly Arrow[]): readonly string[] {
  const left = [...edges];
  /** Takes an arrow that fits out of those that are left. */
  const take = (fits: (edge: Arrow) => boolean): readonly Arrow[] => {
    const at = left.findIndex(fits);
    return at < 0 ? [] : left.splice(at, 1);
  };
  const chains: string[] = [];
  for (let chain = left.splice(0, 1); chain.length > 0; chain = left.splice(0, 1)) {
    for (let size = 0; size < chain.length; ) {
      size = chain.length;
      chain.push(...take(({ from }) => from === chain.at(-1)?.to));
      if (chain[0].from !== chain.at(-1)?.to) chain.unshift(...take(({ to }) => to === chain[0].from));
    }
    chains.push(`#${chain[0].from}${chain.map(({ kind, to }) => ` ─${kind}→ #${to}`).join("")}`);
  }
  return chains;
}
