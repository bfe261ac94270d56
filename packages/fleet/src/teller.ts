import type { Chunk, Piece } from "./input/chunk.js";
import type { Input } from "./job.js";
import type { Item, UnderWay } from "./messages.js";
import type { CommonEvent } from "./report.js";
import { wallClock } from "./heartbeat.js";
import type { Work } from "./work.js";

/** Turns what threads find in chunks into events, in the order of the inputs. */
export interface Teller<Answer, Told> {
  /** Tells items of a chunk. All chunks come in order. */
  items(chunk: Chunk, items: readonly Item<Answer>[]): (Told | CommonEvent)[];
  /** Tells that no more will come of a chunk, with what was under way in it. */
  leave(chunk: Chunk, underWay: UnderWay<Answer> | undefined): (Told | CommonEvent)[];
  /** Tells that no more will come of any input. */
  rest(): (Told | CommonEvent)[];
}

/** A teller of the inputs from the first on: it knows how far each has been told. */
export function createTeller<Answer, Told>(
  inputs: readonly Input[],
  work: Work<Answer, Told>,
): Teller<Answer, Told> {
  type Event = Told | CommonEvent;
  /** The input that is being told; how many histories its pieces before had, and how many have been told. */
  let [input, before, told] = [0, 0, 0];
  /** The chunk that is being told, and the piece of it. */
  let [current, piece]: [Chunk | undefined, number] = [undefined, 0];
  /** Whether something is missing, so that the places of what follows in this input are not known. */
  let isGap = false;

  const end = ({ name, last }: Piece, items: number, events: Event[]): void => {
    piece++;
    before += items;
    if (last) events.push(...endInput(name));
  };
  const endInput = (file: string): readonly Event[] => {
    [input, before, told, isGap] = [input + 1, 0, 0, false];
    return [{ kind: "end", file }];
  };
  const gap = (file: string, from: number): readonly Event[] => {
    if (isGap) return [];
    isGap = true;
    return [{ kind: "unreached", file, from }];
  };
  const eventOf = (
    file: string,
    index: number,
    item: Exclude<Item<Answer>, { kind: "end" | "unreached" }>,
  ): Event => {
    switch (item.kind) {
      case "answer":
        return work.tell(item.answer, file, index);
      case "invalid":
        return { kind: "invalid", index, error: item.error };
      case "bug":
        return { kind: "bug", file, index, error: item.error };
    }
  };
  const goTo = (chunk: Chunk): void => {
    if (chunk !== current) [current, piece] = [chunk, 0];
  };
  return {
    items(chunk, items) {
      goTo(chunk);
      const events: Event[] = [];
      for (const item of items) {
        const { name } = chunk.pieces[piece];
        const index = before + item.item;
        if (item.kind === "end") end(chunk.pieces[piece], item.item, events);
        else if (item.kind === "unreached") events.push(...gap(name, index));
        else if (!isGap) {
          events.push(eventOf(name, index, item));
          told = index + 1;
        }
      }
      return events;
    },
    leave(chunk, underWay) {
      goTo(chunk);
      const events: Event[] = [];
      for (const { name, last } of chunk.pieces.slice(piece)) {
        if (underWay !== undefined && underWay.piece === piece && !isGap && work.cancelled !== undefined) {
          const index = before + underWay.item;
          const answer = work.cancelled(underWay.answer, wallClock() - underWay.since);
          events.push(work.tell(answer, name, index));
          told = index + 1;
        }
        events.push(...gap(name, told));
        if (last) events.push(...endInput(name));
        piece++;
      }
      return events;
    },
    rest: () => inputs.slice(input).flatMap(({ name }) => [...gap(name, told), ...endInput(name)]),
  };
}
