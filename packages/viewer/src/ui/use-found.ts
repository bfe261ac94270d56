import type { History } from "@sightline/core";
import { useMemo, useState } from "preact/hooks";
import type { Texts } from "../document/texts.js";
import {
  type Choices,
  choicesOf,
  type Filter,
  isFiltering,
  matches,
  nextMatch,
  noFilter,
} from "../search/filter.js";
import { keepInRows } from "../timeline/rows.js";
import type { Scene } from "../timeline/scene.js";

/** What is searched for, and what was found. */
export interface Finding {
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
  /** What there is to choose from. */
  readonly choices: Choices;
  /** Whether anything is searched for. */
  readonly isFiltering: boolean;
  /** The operations that fit, of those that are drawn. */
  readonly ids: readonly number[];
  /** The same by rows, for the drawing; absent where nothing is searched for. */
  readonly rows: readonly Int32Array[] | undefined;
  /** The operation that fits next to one, in time or against it; −1 where none does. */
  readonly after: (id: number, step: 1 | -1) => number;
}

/** Keeps what is searched for in a history. */
export function useFound(history: History, texts: Texts, scene: Scene): Finding {
  const [filter, setFilter] = useState(noFilter);
  const fits = useMemo(
    () => (isFiltering(filter) ? matches(history, texts, filter) : undefined),
    [history, texts, filter],
  );
  const rows = useMemo(
    () => (fits === undefined ? undefined : keepInRows(scene.rows, (id) => fits[id] === 1)),
    [scene, fits],
  );
  const ids = useMemo(
    () => Array.from(scene.extents.ids).filter((id) => fits === undefined || fits[id] === 1),
    [scene, fits],
  );
  const choices = useMemo(() => choicesOf(history), [history]);
  const after = (id: number, step: 1 | -1): number => {
    if (fits === undefined) return -1;
    const { ids: drawn, start } = scene.extents;
    const inOrder = drawn.slice().sort((a, b) => start[a] - start[b] || a - b);
    return nextMatch(fits, inOrder, id, step);
  };
  return { filter, setFilter, choices, isFiltering: fits !== undefined, ids, rows, after };
}
