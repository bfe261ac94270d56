import type { History, PartialOrders, Result, Violation } from "@sightline/core";

/** What is to be checked, and against what. */
export interface Question {
  readonly history: History;
  readonly type?: string | undefined;
  readonly criterion?: string | undefined;
  /** The most seconds. */
  readonly seconds?: number | undefined;
}

/** A history that was read, or why it was not. */
export type ReadItem =
  | { readonly history: History; readonly error?: undefined }
  | { readonly history?: undefined; readonly error: string };

/** What a worker is asked: each kind, its question and its answer. */
export interface Tasks {
  /** Reads a file of any format. */
  readonly read: {
    readonly asked: { readonly bytes: Uint8Array; readonly file: string; readonly type?: string | undefined };
    readonly answer: { readonly items: readonly ReadItem[]; readonly more: boolean };
  };
  /** The types and criteria: the worker has them, so the page need not carry them twice. */
  readonly catalogue: { readonly asked: null; readonly answer: Catalogue };
  readonly check: { readonly asked: Question; readonly answer: Result };
  /** The history in the notation. */
  readonly print: { readonly asked: History; readonly answer: string };
  /** How far orders lead of a history that has none; absent where the criterion asks for more than one order. */
  readonly partials: {
    readonly asked: Question & { readonly violation: Pick<Violation, "part" | "prefix"> };
    readonly answer: PartialOrders | undefined;
  };
  /** The states that operations lead through, one after the other, from the first: one more than there are operations. */
  readonly states: {
    readonly asked: Question & { readonly order: readonly number[] };
    readonly answer: readonly string[];
  };
}

/** The names of what there is to choose from. */
export interface Catalogue {
  readonly types: readonly string[];
  /** Criterion → what it asks, in one sentence. */
  readonly criteria: Readonly<Record<string, string>>;
}

export type TaskName = keyof Tasks;

/** A task as it is sent. */
export interface SentTask<Name extends TaskName = TaskName> {
  readonly id: number;
  readonly name: Name;
  readonly asked: Tasks[Name]["asked"];
}

/** What comes back: now and then that it goes on, at the end an answer or an error. */
export type Reply =
  | { readonly id: number; readonly milliseconds: number }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string };
