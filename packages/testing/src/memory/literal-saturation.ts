import type { MemoryHistory } from "@sightline/core/memory/memory-history.js";
import { causalOrder, conflictOrder, literalHistory, readsBefore } from "./memory-oracle.js";
import { closure, isSame, type Relation, union } from "./relation.js";

/** The least transitive R ⊇ po ∪ wr ∪ given that is closed under cf and rw, round by round, as it is written down. */
export function literalSaturation(memory: MemoryHistory): Relation {
  const history = literalHistory(memory);
  let related = causalOrder(history);
  for (;;) {
    const more = closure(union(related, conflictOrder(history, related), readsBefore(history, related)));
    if (isSame(more, related)) return related;
    related = more;
  }
}
