import { useEffect, useMemo, useState } from "preact/hooks";
import type { Office } from "../work/office.js";
import type { Loaded } from "./loaded.js";

/** Longer orders are shown without states: they would take more room than the history. */
const MOST = 20_000;

/** The states that an order leads through, when they are known. */
export function useStates(
  newOffice: () => Office,
  { history, type }: Loaded,
  order: readonly number[],
): readonly string[] {
  const office = useMemo(newOffice, []);
  useEffect(() => () => office.cancel(), []);
  const [states, setStates] = useState<readonly string[]>([]);
  useEffect(() => {
    let isOld = false;
    setStates([]);
    if (order.length > 0 && order.length <= MOST)
      office.ask("states", { history, type, order }).then(
        (found) => !isOld && setStates(found),
        () => {}, // a type that this page does not know has no states to show
      );
    return () => {
      isOld = true;
    };
  }, [history, type, order]);
  return states;
}
