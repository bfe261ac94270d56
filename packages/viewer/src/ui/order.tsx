import { OrderList, type OrderListProps } from "./order-list.js";

export interface OrderProps extends OrderListProps {
  /** Whether all operations see all before them. */
  readonly seesAll: boolean;
}

/** The order that explains a history. */
export function Order({ seesAll, ...list }: OrderProps) {
  return (
    <section>
      <h3>An order that explains the history</h3>
      <p class="muted">
        {seesAll
          ? "Each operation sees all before it; the state after each is on the right."
          : "Choose an operation to see what it sees, and what it does not."}
      </p>
      <OrderList {...list} />
    </section>
  );
}
