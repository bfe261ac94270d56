import type { CubeAnswer } from "@sightline/core";
import { type Carrier, type CubeOrder, SearcherLost } from "../cubes/carrier.js";
import { told } from "../cubes/cube-thread.js";
import type { Message } from "../cubes/messages.js";
import type { SeatCommand } from "./cube-messages.js";

/** A searcher on another machine: a `Carrier`, and what is heard of it. */
export interface RemoteSearcher extends Carrier {
  /** Its answer to the order of that number. Any but the one that is waited for is forgotten. */
  hear(number: number, message: Message): void;
  /** It was lost, maybe over its cube. */
  lose(reason: string): void;
  /** It was ended for want of memory. */
  fill(reason: string): void;
  /** It takes no more cubes. */
  leave(): void;
  /** Takes note whether there is a sign of life. False: there was none two times in a row. */
  lookAt(isThere: boolean): boolean;
  /** Sends an order again that may not have been heard. */
  remind(): Promise<void>;
}

/** How long an answer is waited for beyond the time for its cube before the order is sent again, in milliseconds. */
const PATIENCE = 3000;

/**
 * A searcher to whom orders are sent. Orders are numbered, so that they may be sent twice, and each is sent only after
 * the answer to the one before it has come: who has answered all that it was ordered may keep what it remembers.
 */
export function createRemoteSearcher(
  send: (command: SeatCommand) => Promise<void>,
  now: () => number = () => performance.now(),
): RemoteSearcher {
  let number = 0;
  let absences = 0;
  let gone: Error | undefined;
  let current:
    | {
        readonly order: CubeOrder;
        since: number;
        resolve(message: Message): void;
        reject(error: Error): void;
      }
    | undefined;
  const sendCurrent = async (): Promise<void> => {
    if (current === undefined) return;
    current.since = now();
    await send({ number, ...current.order });
  };
  const go = (why: Error): void => {
    gone ??= why;
    current?.reject(gone);
    current = undefined;
  };
  return {
    async decide(order): Promise<CubeAnswer> {
      const message = await new Promise<Message>((resolve, reject) => {
        // It went before it had this cube.
        if (gone !== undefined) return reject(new SearcherLost(gone.message, false));
        number++;
        current = { order, since: now(), resolve, reject };
        // What is not sent is sent again.
        sendCurrent().catch(() => {});
      });
      return told("cube", message).answer;
    },
    isGone: () => gone !== undefined,
    async end() {
      go(new SearcherLost("ended", false));
    },
    hear(answered, message) {
      if (answered !== number || current === undefined) return;
      const { resolve } = current;
      current = undefined;
      resolve(message);
    },
    lose: (reason) => go(new SearcherLost(reason)),
    fill: (reason) => go(Object.assign(new Error(reason), { code: "ERR_WORKER_OUT_OF_MEMORY" })),
    leave: () => go(new SearcherLost("a worker has left", false)),
    lookAt(isThere) {
      absences = isThere ? 0 : absences + 1;
      return absences < 2;
    },
    async remind() {
      if (current !== undefined && now() - current.since > current.order.milliseconds + PATIENCE)
        await sendCurrent();
    },
  };
}
