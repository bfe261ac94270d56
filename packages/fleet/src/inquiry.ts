import type { Bounds, History } from "@sightline/core";
import type { Job } from "./job.js";
import { isOutOfMemory } from "./memory.js";
import type { ChunkPlace, Doomed, Item } from "./messages.js";
import { misfit } from "./misfit.js";
import type { Outbox } from "./outbox.js";
import { failure, type InvalidInput } from "./report.js";
import type { TaskTools } from "./task.js";
import type { Decidable } from "./work.js";

/** Asks the questions about one history after another, within the job's limits. */
export interface Inquiry<Answer> {
  /**
   * Asks all questions about the history at this place, from that place's on. Returns what to wait for, if
   * anything: most histories are decided in less time than it takes to come back to a promise.
   */
  ask(read: Decidable, from: ChunkPlace, file: string, doomed: readonly Doomed[]): Promise<void> | undefined;
  /** Says what is wrong with a history that cannot be asked about. */
  refuse(piece: number, item: number, error: InvalidInput): Promise<void> | undefined;
  /** The answer to the question that is under way, if it were ended now. */
  underWay(): Answer;
}

/** Asks by means of the tools, and puts the answers into the outbox. */
export function createInquiry<Answer>(
  job: Job,
  tools: TaskTools<Answer>,
  outbox: Outbox<Answer>,
): Inquiry<Answer> {
  const { decider, meter, heartbeat, now } = tools;
  const bounds: { -readonly [bound in keyof Bounds]: Bounds[bound] } = {
    ...(job.memory !== undefined && { memory: job.memory }),
    ...(meter !== undefined && { usedBytes: (more: number) => meter.usedBytes(more) }),
    // Searches ask now and then whether to go on: the moment to send what has waited long.
    cancelled() {
      outbox.tick();
      return false;
    },
  };
  let history: History;
  let question = 0;

  /** Asks one question; whatever goes wrong becomes an item too. */
  const askOne = (
    read: Decidable,
    { piece, item }: ChunkPlace,
    file: string,
  ): Item<Answer> | Promise<Item<Answer>> => {
    const begun = now();
    const answered = (answer: Answer): Item<Answer> => ({ kind: "answer", piece, item, answer });
    const failed = (error: unknown): Item<Answer> => {
      if (tools.leaves?.(error) === true) throw error;
      if (isOutOfMemory(error)) {
        meter?.tidy();
        return answered(decider.ended(history, question, "memory", now() - begun));
      }
      const invalid = misfit(error, history, { name: file }, job);
      return invalid === undefined
        ? { kind: "bug", piece, item, error: failure(error) }
        : { kind: "invalid", piece, item, error: invalid };
    };
    outbox.begin(piece, item);
    try {
      const answer = decider.decide(read, question, bounds);
      return answer instanceof Promise ? answer.then(answered).catch(failed) : answered(answer);
    } catch (error) {
      return failed(error);
    }
  };

  return {
    ask(read, from, file, doomed) {
      const { piece, item } = from;
      history = read.history;
      const questions = decider.questions(history);
      const doomedHere = doomed.filter(({ place, unreadable }) => place.item === item && !unreadable);
      const total = job.deadline ?? Infinity;
      let left = questions - from.question - doomedHere.length;
      const end = now() + (total * left) / questions;
      question = from.question;

      const askNext = (): Item<Answer> | Promise<Item<Answer>> => {
        // Each question gets an equal share of the time that those before it left over.
        const allowed = Math.max(0, (end - now()) / left--);
        if (job.deadline !== undefined) bounds.deadline = now() + allowed;
        heartbeat.deciding(piece, item, question, allowed);
        return askOne(read, from, file);
      };
      const put = (found: Item<Answer>): Promise<void> | undefined => {
        // What does not fit one question does not fit the next either.
        question = found.kind === "invalid" ? questions : question + 1;
        const next =
          question < questions ? { piece, item, question } : { piece, item: item + 1, question: 0 };
        return outbox.put(found, next, found.kind === "answer" ? decider.weigh(found.answer) : 1);
      };
      const goOn = async (): Promise<void> => {
        while (question < questions) await step();
      };
      const step = (): Promise<void> | undefined => {
        const doom = doomedHere.find(({ place }) => place.question === question);
        if (doom !== undefined) return put(endedItem(doom, history, file));
        const paused =
          tools.pause?.() ?? tools.announce?.({ place: { piece, item, question }, unreadable: false });
        const found = paused === undefined ? askNext() : paused.then(askNext);
        return found instanceof Promise ? found.then(put) : put(found);
      };
      while (question < questions) {
        const waiting = step();
        if (waiting !== undefined) return waiting.then(goOn);
      }
      return undefined;
    },
    refuse: (piece, item, error) =>
      outbox.put({ kind: "invalid", piece, item, error }, { piece, item: item + 1, question: 0 }),
    underWay: () => decider.ended(history, question, "cancelled", 0),
  };

  /** What to say of a question that ended the thread which asked it. */
  function endedItem(doom: Doomed, about: History, file: string): Item<Answer> {
    const { reason, message, milliseconds, place } = doom;
    const { piece, item } = place;
    const named = about.name === undefined ? message : `${JSON.stringify(about.name)}: ${message}`;
    if (reason === "crash") return { kind: "bug", piece, item, error: { message: named, stack: "" } };
    if (reason === "type") {
      const line = about.lines?.[0] ?? 0;
      const where = line === 0 ? {} : { line, column: 1 };
      return { kind: "invalid", piece, item, error: { file, ...where, reason: named, code: "SL1401" } };
    }
    return {
      kind: "answer",
      piece,
      item,
      answer: decider.ended(about, place.question, reason, milliseconds),
    };
  }
}
