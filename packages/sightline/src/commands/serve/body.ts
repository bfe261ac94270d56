import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestLimits } from "./options.js";
import { Problem } from "./problem.js";

const MB = 1 << 20;

/**
 * The bytes of a request as they come, unpacked, within the limits. Nothing is read before it is wanted: a client
 * that sends faster than its histories are judged waits. Throws a `Problem`, and the signal's reason.
 */
export async function* bodyOf(
  request: IncomingMessage,
  response: ServerResponse,
  { body: most, stall }: Pick<RequestLimits, "body" | "stall">,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const packed = encodingOf(request.headers["content-encoding"]);
  if (Number(request.headers["content-length"] ?? 0) > most) throw tooLarge(most);
  const { isGzip, unpack } = await import("@sightline/formats");
  if (/100-continue/i.test(request.headers.expect ?? "")) response.writeContinue();
  const arriving = withinLimits(patiently(request, stall, signal), most);
  let isFirst = true;
  try {
    for await (const chunk of withinLimits(unpack(checked(arriving)), most)) yield chunk;
  } catch (error) {
    if (error instanceof Error && error.name === "BrokenGzip")
      throw new Problem(400, "SL5008", error.message.replace(/: is the file cut off\?$/, ""));
    throw error;
  }

  /** What says that it is packed must be. */
  async function* checked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      // One byte alone does not tell: what comes of it will.
      if (isFirst && packed && chunk.length > 1 && !isGzip(chunk))
        throw new Problem(400, "SL5008", "Content-Encoding says gzip, but the body is not packed");
      isFirst = false;
      yield chunk;
    }
  }
}

/** Whether the body says that it is packed. Throws a `Problem` where it is packed by something else. */
function encodingOf(encoding: string | undefined): boolean {
  if (encoding === undefined || /^\s*(identity)?\s*$/i.test(encoding)) return false;
  if (/^\s*(x-)?gzip\s*$/i.test(encoding)) return true;
  throw new Problem(415, "SL5008", "a body may be packed by gzip, and by nothing else", {
    "accept-encoding": "gzip",
  });
}

const tooLarge = (most: number): Problem =>
  new Problem(
    413,
    "SL5004",
    `the body is larger than ${Math.floor((10 * most) / MB) / 10} MB, the most that is read: send less at a time`,
  );

async function* withinLimits(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) throw tooLarge(most);
    yield chunk;
  }
}

/** What comes, as long as something comes. */
async function* patiently(
  request: IncomingMessage,
  stall: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  // Where reading ends early, an answer is still to be sent.
  const chunks = request.iterator({ destroyOnReturn: false });
  for (;;) {
    if (signal.aborted) throw signal.reason;
    const next = chunks.next() as Promise<IteratorResult<Uint8Array>>;
    // A connection that breaks is told by the signal.
    next.catch(() => undefined);
    let stop = (): void => {};
    const other = new Promise<"over" | "stalled">((resolve) => {
      const giveUp = (): void => resolve("over");
      const timer = setTimeout(resolve, stall, "stalled");
      signal.addEventListener("abort", giveUp);
      stop = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", giveUp);
      };
    });
    const first = await Promise.race([next, other]).finally(stop);
    if (first === "over") throw signal.reason;
    if (first === "stalled")
      throw new Problem(408, "SL5007", `nothing came for ${stall / 1000} s: send the body without a break`);
    if (first.done === true) return;
    yield first.value;
  }
}
