import type { PartialOrder, PartialOrders } from "@sightline/core";
import { useEffect, useMemo, useState } from "preact/hooks";
import { asksForOneOrder } from "../reason/one-order.js";
import { Cancelled, type Office } from "../work/office.js";
import type { Loaded, Reason } from "./loaded.js";

/** Of longer histories it is found out only when asked how far orders lead. */
const BY_ITSELF = 2000;
/** The most seconds for it. */
const SECONDS = 5;

/** The orders of a history: the one that explains it or, where none does, how far others lead. */
export interface Orders {
  /** Whether there is an order to show, or will be. */
  readonly isThere: boolean;
  /** Whether others are being looked for. */
  readonly isSought: boolean;
  readonly all: readonly PartialOrder[];
  /** The place of the one that is shown. */
  readonly at: number;
  readonly shown: PartialOrder;
  readonly show: (at: number) => void;
  /** Shows the longest that has an operation in it, where any has. */
  readonly showWith: (id: number) => void;
  /** What is known of partial orders; absent where the order is whole, while it is not known, and where it cannot be. */
  readonly partials: PartialOrders | undefined;
}

const noOrder: PartialOrder = { order: [], refused: [] };

/** Keeps which order is shown, and finds out how far orders lead where none explains the history. */
export function useOrders(
  newOffice: () => Office,
  { history, type, criterion, result }: Loaded,
  reason: Reason,
  isAsked: boolean,
): Orders {
  const office = useMemo(newOffice, []);
  const [known, setKnown] = useState<{ readonly of: object; readonly partials: PartialOrders | undefined }>();
  const [at, setAt] = useState(0);
  const violation = result?.verdict === "violated" ? result.violation : undefined;
  const hasPartials = violation !== undefined && asksForOneOrder(result?.criterion ?? "");
  const mayAsk = hasPartials && (isAsked || history.size <= BY_ITSELF);
  useEffect(() => setAt(0), [history, result]);
  useEffect(() => {
    if (!mayAsk || violation === undefined) return;
    const { part, prefix } = violation;
    const asked = { history, type, criterion, seconds: SECONDS };
    const told = { ...(part !== undefined && { part }), ...(prefix !== undefined && { prefix }) };
    office.ask("partials", { ...asked, violation: told }).then(
      (partials) => setKnown({ of: violation, partials }),
      // A type that this page does not know: what the violation tells is all there is.
      (error: unknown) => error instanceof Cancelled || setKnown({ of: violation, partials: undefined }),
    );
    return () => office.cancel();
  }, [history, type, violation, mayAsk]);

  const isKnown = known !== undefined && known.of === violation;
  const partials = isKnown ? known.partials : undefined;
  const all = useMemo(
    () => partials?.orders ?? (reason.order.length > 0 ? [{ order: reason.order, refused: [] }] : []),
    [partials, reason],
  );
  const shown = all[at] ?? noOrder;
  return {
    isThere: all.length > 0 || (hasPartials && !isKnown),
    isSought: hasPartials && !isKnown,
    all,
    at,
    shown,
    show: setAt,
    showWith(id) {
      const place = shown.order.includes(id) ? at : all.findIndex(({ order }) => order.includes(id));
      if (place >= 0) setAt(place);
    },
    partials,
  };
}
