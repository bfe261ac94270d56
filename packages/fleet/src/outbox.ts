import { wallClock } from "./heartbeat.js";
import type { Batch, ChunkPlace, Item, UnderWay } from "./messages.js";

/** Gathers what comes of a chunk into batches. */
export interface Outbox<Answer> {
  /** Adds an item, after which work goes on at `next`. Returns what to wait for, where there is no room for more. */
  put(item: Item<Answer>, next: ChunkPlace, weight?: number): Promise<void> | undefined;
  /** A search begins. */
  begin(piece: number, item: number): void;
  /** Sends what has waited long. To be called now and then while a search lasts. */
  tick(): void;
  flush(): Promise<void> | undefined;
}

/** Items wait for others to be sent with, but not for long: at most so many, so heavy, and so many milliseconds. */
const [MOST_ITEMS, MOST_WEIGHT, LONGEST] = [512, 512, 100];

/** What an outbox needs to know. */
export interface OutboxOptions<Answer> {
  /** Sends a batch. Returns what to wait for, where there is no room for more. */
  send(batch: Batch<Answer>): Promise<void> | undefined;
  /** How many bytes of the chunk have been read. */
  bytes(): number;
  /** The answer to the search that is under way, if it were ended now. */
  underWay(): Answer;
  /** How many items may wait for others. Default: as many as make a message worth while. */
  readonly most?: number | undefined;
  now(): number;
}

/** An empty outbox for the chunk that is worked on from this place on. */
export function createOutbox<Answer>(from: ChunkPlace, options: OutboxOptions<Answer>): Outbox<Answer> {
  const { most = MOST_ITEMS, now } = options;
  let items: Item<Answer>[] = [];
  let weight = 0;
  let next = from;
  let since = now();
  /** The search that is under way, -1 for none, and when it began. */
  let [piece, item, begun] = [0, -1, since];

  const post = (underWay?: UnderWay<Answer>): Promise<void> | undefined => {
    const batch: Batch<Answer> = {
      kind: "batch",
      items,
      next,
      bytes: options.bytes(),
      weight,
      ...(underWay !== undefined && { underWay }),
    };
    items = [];
    weight = 0;
    since = now();
    return options.send(batch);
  };
  return {
    put(result, place, its = 1) {
      item = -1;
      items.push(result);
      weight += its;
      next = place;
      const isFull = items.length >= most || weight >= MOST_WEIGHT;
      return isFull || now() - since > LONGEST ? post() : undefined;
    },
    begin(...search) {
      [piece, item] = search;
      begun = now();
    },
    tick() {
      if (item < 0 || now() - begun < LONGEST) return;
      const taken = now() - begun;
      void post({ piece, item, since: wallClock() - taken, answer: options.underWay() });
      item = -1; // once is enough
    },
    flush: () => (items.length > 0 ? post() : undefined),
  };
}
