import type { PartialOrder } from "@sightline/core";
import type { Texts } from "../document/texts.js";
import { useMemo } from "preact/hooks";
import { clipMiddle, count } from "../text/clip.js";
import { Named } from "./named.js";
import { OrderList } from "./order-list.js";
import type { Orders } from "./use-orders.js";

export interface PartialOrdersProps {
  readonly orders: Orders;
  /** The states that the shown order leads through; empty where unknown. */
  readonly states: readonly string[];
  readonly texts: Texts;
  readonly selected: number;
  readonly onSelect: (id: number) => void;
}

/** So many operations that come next are named. */
const MOST_NAMED = 6;

/** How far orders lead of a history that none explains: the longest, and for each operation the longest that has it. */
export function PartialOrdersView({ orders, states, texts, selected, onSelect }: PartialOrdersProps) {
  const { all, at, shown, show, partials } = orders;
  const titles = useMemo(() => titlesOf(all, texts), [all, texts]);
  const size = partials?.among.length;
  const isNowhere =
    partials?.all === true &&
    partials.among.includes(selected) &&
    all.every(({ order }) => !order.includes(selected));
  return (
    <section>
      <div class="row">
        <h3>How far orders lead</h3>
        {all.length > 1 && (
          <div class="group" role="group" aria-label="Other orders">
            <button type="button" disabled={at === 0} onClick={() => show(at - 1)}>
              ← <span class="hidden">Order before</span>
            </button>
            <button type="button" disabled={at === all.length - 1} onClick={() => show(at + 1)}>
              → <span class="hidden">Next order</span>
            </button>
          </div>
        )}
      </div>
      <p class="muted">
        Each explains its operations as far as it goes; none explains all
        {size !== undefined && ` ${size.toLocaleString("en")}`}. Choose an operation to see the longest with
        it.
      </p>
      <select
        class="orders"
        aria-label="Order"
        value={String(at)}
        disabled={all.length < 2}
        onChange={(event) => show(Number(event.currentTarget.value))}
      >
        {titles.map((title, place) => (
          <option key={place} value={String(place)}>
            {title}
          </option>
        ))}
      </select>
      <p class="muted noted" role="status">
        {partials === undefined
          ? orders.isSought && "Looking for others …"
          : isNowhere
            ? `#${selected} is in none${partials.complete ? "" : " that was found"}.`
            : partials.complete
              ? "All were tried: none is longer."
              : "Not all were tried: there may be longer ones."}
      </p>
      <OrderList
        order={shown.order}
        states={states}
        texts={texts}
        selected={selected}
        onSelect={onSelect}
        endFirst
      />
      <Refused refused={shown.refused} texts={texts} onSelect={onSelect} />
    </section>
  );
}

/** Of each order its length, and the first operation that none before it has. */
function titlesOf(all: readonly PartialOrder[], texts: Texts): readonly string[] {
  const told = new Set<number>();
  return all.map(({ order }, place) => {
    const own = order.find((id) => !told.has(id));
    for (const id of order) told.add(id);
    const words = count(order.length, "operation");
    if (place === 0 || own === undefined) return `The longest: ${words}`;
    return `The longest with ${clipMiddle(texts.named(own), 40)}: ${words}`;
  });
}

/** What comes after an order, and cannot. */
function Refused({
  refused,
  texts,
  onSelect,
}: {
  readonly refused: readonly number[];
  readonly texts: Texts;
  readonly onSelect: (id: number) => void;
}) {
  if (refused.length === 0) return null;
  return (
    <p class="refused">
      Next would be{" "}
      {refused.slice(0, MOST_NAMED).map((id, place) => (
        <>
          {place > 0 && " or "}
          <Named words={`#${id}`} texts={texts} onSelect={onSelect} full />
        </>
      ))}
      {refused.length > MOST_NAMED && " …"}, which cannot return that from this state.
    </p>
  );
}
