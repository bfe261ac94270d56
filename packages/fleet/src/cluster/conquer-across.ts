import { setTimeout } from "node:timers/promises";
import type { Carrier } from "../cubes/carrier.js";
import type { Conquest } from "../cubes/conquer.js";
import { type ConquerMeans, conquerParts, type ConquerRequest } from "../cubes/conquer-parts.js";
import type { CubeQuestion } from "../cubes/messages.js";
import { connectTo } from "./connect.js";
import { type Call, callSearchers } from "./call-searchers.js";
import { QUEUE } from "./keys.js";
import { loadQueue } from "./load-queue.js";

/** Where the cluster is that searches one history. */
export interface AcrossOptions {
  readonly address: string;
  readonly prefix: string;
  readonly version: string;
  /** Hears why a worker does not take part, once for each reason. */
  readonly onRefusal?: ((reason: string) => void) | undefined;
}

/** The milliseconds for which a cube is searched: to hand one out costs one or two. */
const SLICE = { first: 20, most: 500 };

/** How long Redis is waited for in the end, in milliseconds. */
const LONGEST_FAREWELL = 2000;

/**
 * Has threads of this process and the workers of a cluster search parts of a history together, in cubes. The verdict is
 * the same for any number of either. Leaves nothing behind in Redis; where that cannot be reached, threads search alone.
 */
export async function conquerAcross(
  request: ConquerRequest,
  options: AcrossOptions,
  means: ConquerMeans = {},
): Promise<Conquest> {
  let calling: Promise<Call | undefined> | undefined;
  const recruit = (join: (carrier: Carrier) => void): void => {
    calling = callFrom(request.question, options).then(
      (call) => {
        call.recruit(join);
        return call;
      },
      (error: Error) => {
        options.onRefusal?.(error.message);
        return undefined;
      },
    );
  };
  try {
    return await conquerParts(request, { slice: SLICE, ...means, recruit });
  } finally {
    const farewell = async (): Promise<void> => (await calling)?.close();
    await Promise.race([farewell().catch(() => {}), setTimeout(LONGEST_FAREWELL, undefined, { ref: false })]);
  }
}

/** Calls workers over a connection that ends with the call. Throws `QueueMissing` and `ClusterUnreachable`. */
async function callFrom(
  question: CubeQuestion,
  { address, prefix, version, onRefusal }: AcrossOptions,
): Promise<Call> {
  const packages = await loadQueue();
  const connect = await connectTo(address, prefix, packages);
  const client = connect();
  const queue = new packages.Queue(QUEUE, { connection: client, prefix });
  queue.on("error", () => {}); // it connects again
  const told = onRefusal === undefined ? {} : { onRefusal };
  const call = await callSearchers(question, { client, queue, connect, prefix, version, ...told });
  return {
    ...call,
    async close() {
      await call.close();
      await queue.close();
      client.disconnect();
    },
  };
}
