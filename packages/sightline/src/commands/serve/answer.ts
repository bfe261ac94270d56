import type { ServerResponse } from "node:http";
import { type Problem, problemText } from "./problem.js";

/** An answer that is sent line by line, as its lines come to be. */
export interface Answer {
  /** A verdict. Waits while the client is slow. */
  verdict(line: string): Promise<void>;
  /** What is wrong with a history, or with all after it. */
  error(line: string): Promise<void>;
  /** The last line. Where nothing could be judged, the status says so, and the errors are all there is. */
  end(summary: string): Promise<void>;
  /** A problem instead of all, or of the rest. */
  fail(problem: Problem): Promise<void>;
}

/** Thrown where a client takes nothing for too long. */
export class Stalled extends Error {
  override readonly name = "Stalled";
}

/** So many errors wait for a first verdict: without any, the status is to be another. */
const MOST_HELD = 100;

/** Sends lines to a client, which may take nothing for so many milliseconds. */
export function createAnswer(response: ServerResponse, stall: number): Answer {
  let held: string[] = [];
  const write = async (text: string): Promise<void> => {
    if (response.destroyed || response.write(text)) return;
    await drained(response, stall);
  };
  const begin = async (): Promise<void> => {
    if (response.headersSent) return;
    response.writeHead(200, { "content-type": "application/x-ndjson; charset=utf-8", ...plain });
    const lines = held.splice(0).join("");
    if (lines !== "") await write(lines);
  };
  return {
    async verdict(line) {
      await begin();
      await write(`${line}\n`);
    },
    async error(line) {
      if (response.headersSent) await write(line);
      else if (held.push(line) >= MOST_HELD) await begin();
    },
    async end(summary) {
      if (!response.headersSent && held.length > 0) {
        send(response, 422, held.join(""), held.length === 1 ? JSON_TYPE : "application/x-ndjson");
        held = [];
        return;
      }
      await begin();
      response.end(`${summary}\n`);
    },
    async fail(problem) {
      if (!response.headersSent) sendProblem(response, problem);
      else {
        await write(problemText(problem));
        response.end();
      }
    },
  };
}

const JSON_TYPE = "application/json; charset=utf-8";

/** Nothing that is answered is kept, guessed at, or shown in a frame. */
const plain = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Sends a whole answer. */
export function send(
  response: ServerResponse,
  status: number,
  text: string,
  type: string = JSON_TYPE,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(text);
  const all = { "content-type": type, "content-length": bytes.length, ...plain, ...headers };
  // What is left of a body nobody reads: the connection cannot be used again.
  if (!response.req.complete) response.shouldKeepAlive = false;
  response.writeHead(status, all);
  response.end(response.req.method === "HEAD" ? undefined : bytes);
}

/** Sends what is answered instead of what was asked for. */
export function sendProblem(response: ServerResponse, problem: Problem): void {
  send(response, problem.status, problemText(problem), JSON_TYPE, problem.headers);
}

/** Resolves when there is room again, or nobody to write to. */
function drained(response: ServerResponse, stall: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error): void => {
      clearTimeout(timer);
      response.off("drain", end);
      response.off("close", end);
      if (error instanceof Error) reject(error);
      else resolve();
    };
    const timer = setTimeout(() => end(new Stalled(`the client took nothing for ${stall / 1000} s`)), stall);
    response.on("drain", end);
    response.on("close", end);
  });
}
