import { shorten } from "@sightline/core";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Texts } from "../document/texts.js";
import { count } from "../text/clip.js";
import { PAGE, turnPages } from "./use-page.js";

export interface OrderListProps {
  readonly order: readonly number[];
  /** The states that the order leads through, one more than operations; empty where unknown. */
  readonly states: readonly string[];
  readonly texts: Texts;
  readonly selected: number;
  readonly onSelect: (id: number) => void;
  /** Whether its end is what matters, and shown first. Default: its beginning is. */
  readonly endFirst?: boolean;
}

/** An order of operations as a numbered list, with the states between them. */
export function OrderList({ order, states, texts, selected, onSelect, endFirst = false }: OrderListProps) {
  const pageOf = (place: number): number => Math.floor(Math.max(0, place) / PAGE) * PAGE;
  const [from, setFrom] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const at = order.indexOf(selected);
    setFrom(pageOf(at < 0 && endFirst ? order.length - 1 : at));
  }, [selected, order]);
  useEffect(() => {
    if (selected >= 0) list.current?.querySelector(".current")?.scrollIntoView({ block: "nearest" });
  }, [selected, order, from]);
  const shown = order.slice(from, from + PAGE);
  return (
    <>
      {order.length > PAGE && (
        <div class="row">
          <span class="muted">
            {from + 1}–{from + shown.length} of {count(order.length, "operation")}
          </span>
          {turnPages(from, order.length, setFrom)}
        </div>
      )}
      <ol class="order" start={from + 1} ref={list}>
        {from === 0 && states.length > 0 && (
          <li class="state start">
            <span class="muted">at first</span> <code>{states[0]}</code>
          </li>
        )}
        {shown.map((id, at) => (
          <li key={id} class={id === selected ? "current" : ""}>
            <button type="button" class="line" onClick={() => onSelect(id)} aria-pressed={id === selected}>
              <span class="number">{from + at + 1}</span>
              <code>{shorten(texts.named(id))}</code>
              {states.length > 0 && <code class="state">{states[from + at + 1]}</code>}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
