import type { Event } from "./report.js";

/** The events of one input, on their way from its worker to whoever reads them. */
export interface Lane {
  /** Puts an event at the end. `onTaken` is called when it is read. */
  push(event: Event, onTaken?: () => void): void;
  /** No more will come. */
  close(): void;
  /** The next event, or `undefined` after the last. */
  take(): Promise<Event | undefined>;
}

/** An empty lane. `count` hears of each event that begins or ceases to wait. */
export function createLane(count: (change: 1 | -1) => void): Lane {
  const waiting: { readonly event: Event; readonly onTaken: (() => void) | undefined }[] = [];
  let first = 0;
  let closed = false;
  let wake: (() => void) | undefined;
  return {
    push(event, onTaken) {
      waiting.push({ event, onTaken });
      count(1);
      wake?.();
    },
    close() {
      closed = true;
      wake?.();
    },
    async take() {
      while (first === waiting.length) {
        waiting.length = first = 0;
        if (closed) return undefined;
        await new Promise<void>((resolve) => (wake = resolve));
      }
      const { event, onTaken } = waiting[first++];
      count(-1);
      onTaken?.();
      return event;
    },
  };
}
