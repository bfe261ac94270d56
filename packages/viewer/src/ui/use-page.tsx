import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

/** So many are listed at a time. */
export const PAGE = 100;

/** The buttons that lead to the others of so many, where these do not all fit. */
export function turnPages(from: number, length: number, setFrom: (from: number) => void): ComponentChildren {
  return (
    length > PAGE && (
      <div class="group">
        <button type="button" disabled={from === 0} onClick={() => setFrom(from - PAGE)}>
          Earlier
        </button>
        <button type="button" disabled={from + PAGE >= length} onClick={() => setFrom(from + PAGE)}>
          Later
        </button>
      </div>
    )
  );
}

/** Some of many, and the buttons that lead to the others. */
export interface Page<One> {
  /** The place of the first that is shown. */
  readonly from: number;
  readonly shown: readonly One[];
  readonly turn: ComponentChildren;
}

/** A hundred of a list at a time; of another list, the first ones. */
export function usePage<One>(all: readonly One[]): Page<One> {
  const [from, setFrom] = useState(0);
  useEffect(() => setFrom(0), [all]);
  return {
    from,
    shown: all.slice(from, from + PAGE),
    turn: turnPages(from, all.length, setFrom),
  };
}
