import { useEffect, useState } from "preact/hooks";
import type { Texts } from "../document/texts.js";
import { count } from "../text/clip.js";
import { Named } from "./named.js";

export interface OrderProps {
  readonly order: readonly number[];
  /** The states that the order leads through, one more than operations; empty where unknown. */
  readonly states: readonly string[];
  readonly texts: Texts;
  readonly selected: number;
  readonly onSelect: (id: number) => void;
  /** Of a violation: the operation at which no order can go on, −1 where it is not known. Absent where the order is whole. */
  readonly stuck?: number;
  /** Whether all operations see all before them. */
  readonly seesAll: boolean;
}

/** So many are listed at a time. */
const PAGE = 100;

/** An order of operations as a numbered list, with the states between them. */
export function Order({ order, states, texts, selected, onSelect, stuck, seesAll }: OrderProps) {
  const [from, setFrom] = useState(0);
  useEffect(() => {
    const at = order.indexOf(selected);
    if (at >= 0) setFrom(Math.floor(at / PAGE) * PAGE);
  }, [selected, order]);
  const shown = order.slice(from, from + PAGE);
  return (
    <section>
      <h3>
        {stuck === undefined ? "An order that explains the history" : "The longest prefix that has an order"}
      </h3>
      {stuck === undefined ? (
        <p class="muted">
          {seesAll
            ? "Each operation sees all before it; the state after each is on the right."
            : "Choose an operation to see what it sees, and what it does not."}
        </p>
      ) : (
        <p class="muted">
          After it no order can go on
          {stuck >= 0 && (
            <>
              {" "}
              with <Named words={`#${stuck}`} texts={texts} onSelect={onSelect} full />
            </>
          )}
          . The numbers on the timeline are its places.
        </p>
      )}
      {order.length > PAGE && (
        <div class="row">
          <span class="muted">
            {from + 1}–{from + shown.length} of {count(order.length, "operation")}
          </span>
          <div class="group">
            <button type="button" disabled={from === 0} onClick={() => setFrom(from - PAGE)}>
              Earlier
            </button>
            <button type="button" disabled={from + PAGE >= order.length} onClick={() => setFrom(from + PAGE)}>
              Later
            </button>
          </div>
        </div>
      )}
      <ol class="order" start={from + 1}>
        {from === 0 && states.length > 0 && (
          <li class="state start">
            <span class="muted">at first</span> <code>{states[0]}</code>
          </li>
        )}
        {shown.map((id, at) => (
          <li key={id} class={id === selected ? "current" : ""}>
            <button type="button" class="line" onClick={() => onSelect(id)} aria-pressed={id === selected}>
              <span class="number">{from + at + 1}</span>
              <code>{texts.named(id)}</code>
              {states.length > 0 && <code class="state">{states[from + at + 1]}</code>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
