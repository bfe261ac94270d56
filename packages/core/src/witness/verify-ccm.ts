import { causalChains, closeChains, groupWrites } from "./memory-chains.js";

import { READ, type Recording } from "./memory-recording.js";
import { addConflicts, addRuleTwo, mustGoForwards, type Line, wrongStores } from "./partial-store-order.js";

/**
 * CCM: the order, which extends causality, also extends pww and rw[pww], where pww = (hb_WW ∪ cf[hb])+
 * and hb = (⋃ hb_o)+. As every edge found must go forwards in the order, the order itself serves to
 * compute the closures.
 */
export function wrongCcm(recording: Recording, order: readonly number[]): string | undefined {
  const { sessions, access } = recording;
  const chains = causalChains(recording, order);
  const writes = groupWrites(recording, chains);
  const lines: readonly Line[] = [{ order, place: chains.row, what: "the linearization" }];
  const ruleTwo = mustGoForwards(recording, lines);
  const co = closeChains(chains);
  for (const ids of sessions) {
    // hb_o grows along po: that of the last operation of a session holds those of all the others.
    const last = ids.at(-1);
    const reads = ids.filter((id) => access[id] === READ);
    const reason =
      last === undefined
        ? undefined
        : addRuleTwo(recording, { chains, writes, co, last, reads }, ruleTwo.add);
    if (reason !== undefined) return reason;
  }
  const hb = closeChains(chains, ruleTwo.edges);
  const conflicts = mustGoForwards(recording, lines);
  return (
    addConflicts(recording, { chains, writes, past: hb }, () => true, conflicts.add) ??
    wrongStores(recording, { chains, writes, past: hb }, conflicts.edges, lines)
  );
}
