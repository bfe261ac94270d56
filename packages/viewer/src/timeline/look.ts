import type { Edge } from "../reason/edges.js";
import type { Colours } from "./colours.js";

/** What is pointed out in a drawing. */
export interface Look {
  readonly colours: Colours;
  /** The operations that the reason is about, and the one that nothing explains. */
  readonly core: ReadonlySet<number>;
  readonly stuck: number;
  /** Rows of those that fit the search; absent where nothing is looked for. */
  readonly found: readonly Int32Array[] | undefined;
  /** The operations of the step that is being read. */
  readonly marked: ReadonlySet<number>;
  readonly selected: number;
  readonly hovered: number;
  /** The annotation that is pointed at, or −1. */
  readonly mark: number;
  readonly edges: readonly Edge[];
  /** What the selected operation sees, where that is known; what it does not see of those before it. */
  readonly seen: ReadonlySet<number>;
  readonly unseen: ReadonlySet<number>;
  /** An order, and where it passes. */
  readonly order: readonly number[];
  readonly path: Float64Array;
}
