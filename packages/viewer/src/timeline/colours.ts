import type { PageColours } from "../page/page-colours.js";

/** The colours of a drawing, as the page's style has them. */
export interface Colours extends PageColours {
  readonly tints: readonly string[];
  readonly edges: Readonly<Record<string, string>>;
}

const edgeKinds = ["so", "rt", "hb", "wr", "ww", "rw", "vis", "blind", "lin"] as const;

/** Kinds that share a colour. */
const alike: Readonly<Record<string, (typeof edgeKinds)[number]>> = { po: "so", given: "hb", cf: "ww" };

/** The colours that are in force now. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const of = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const edges = Object.fromEntries(edgeKinds.map((kind) => [kind, of(`edge-${kind}`)]));
  return {
    ground: of("ground"),
    raised: of("raised"),
    text: of("text"),
    muted: of("muted"),
    line: of("line"),
    link: of("link"),
    violated: of("violated"),
    satisfied: of("satisfied"),
    unknown: of("unknown"),
    tints: [0, 1, 2, 3, 4].map((tint) => of(`tint-${tint}`)),
    edges: { ...edges, ...Object.fromEntries(Object.entries(alike).map(([kind, as]) => [kind, edges[as]])) },
  };
}
