import type { Bounds, History, Shortage } from "@sightline/core";
import type { Item as Read } from "@sightline/formats";
import type { CheckJob } from "./jobs/check.js";
import type { MeasureJob } from "./jobs/measure.js";

/** What a worker thread is to do with histories: plain data. */
export type Assignment =
  | { readonly kind: "check"; readonly job: CheckJob }
  | { readonly kind: "measure"; readonly job: MeasureJob };

/** A kind of work as the main thread sees it: what is to be done, and how the answers are told. */
export interface Work<Answer, Told> {
  readonly assignment: Assignment;
  /** The answer about a history of a file, as it is told. */
  tell(answer: Answer, file: string, index: number): Told;
  /** What to answer about a search that had taken so long when the user gave up; without it nothing is told. */
  cancelled?(underWay: Answer, milliseconds: number): Answer;
}

/** A kind of work as a thread does it: one or more questions about each history. */
export interface Decider<Answer> {
  /** How many questions there are. */
  questions(history: History): number;
  /** Answers a question. Throws what types and engines throw. */
  decide(read: Decidable, question: number, bounds: Bounds): Answer | Promise<Answer>;
  /** The answer where a search had to be ended from outside, after so many milliseconds. */
  ended(
    history: History,
    question: number,
    reason: Exclude<Shortage, "states" | "lost">,
    milliseconds: number,
  ): Answer;
  /** The answers, one to each question, about a history that cannot be read within the memory limit. */
  unreadable(): readonly Answer[];
  /** How much of the main thread's memory an answer takes, in thousands of numbers. */
  weigh(answer: Answer): number;
}

/** What is read where a history could be. */
export type Decidable = Extract<Read, { error?: undefined }>;
