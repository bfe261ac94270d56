import type { StepEdge } from "@sightline/core";

/** An arrow between two operations, and why it is there. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly kind: StepEdge["kind"];
  readonly because: string;
}

/** Each kind of edge in words: what its end does to its beginning, or the other way round. */
export const kindWords: Readonly<Record<StepEdge["kind"], string>> = {
  so: "session order",
  po: "program order",
  rt: "real time",
  hb: "happens-before",
  given: "declared",
  wr: "led to what it returned",
  ww: "comes before, of two updates",
  rw: "returned before it is overwritten",
  cf: "conflict",
  vis: "is seen by",
  blind: "is not seen by",
  lin: "comes before",
};

/** The numbers of the operations that words name, in order, each once. Texts in quotes are data and name nothing. */
export function operationsNamed(words: string, size: number): readonly number[] {
  const ids = [...withoutTexts(words).matchAll(/#(\d+)/gu)].map(([, digits]) => Number(digits));
  return [...new Set(ids)].filter((id) => id < size);
}

const withoutTexts = (words: string): string => words.replaceAll(/"(?:[^"\\]|\\.)*"/gu, '""');
