import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Problem } from "./problem.js";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Refuses a request without the token. Hashes are compared, in a time that does not depend on where they differ:
 * nobody can find the token letter by letter.
 */
export function createTokenGuard(token: string | undefined): (headers: IncomingHttpHeaders) => void {
  if (token === undefined) return () => {};
  const expected = digest(token);
  return ({ authorization = "" }) => {
    const given = /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "";
    if (timingSafeEqual(digest(given), expected)) return;
    throw new Problem(401, "SL5002", "this needs the token of the service: Authorization: Bearer TOKEN", {
      "www-authenticate": "Bearer",
    });
  };
}

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether only this machine can reach an address. */
export const isLoopback = (host: string): boolean =>
  LOOPBACK.has(host.toLowerCase()) || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);

/**
 * Refuses what pages of other sites ask a browser to send: a name that stands for this machine for a moment (Host),
 * and requests from elsewhere (Origin).
 */
export function createSiteGuard(host: string): (headers: IncomingHttpHeaders) => void {
  const own = isLoopback(host) ? new Set([...LOOPBACK, host.toLowerCase()]) : undefined;
  return ({ host: asked = "", origin }) => {
    const name = asked.toLowerCase().replace(/:\d*$/, "");
    if (own !== undefined && !own.has(name) && !isLoopback(name))
      throw new Problem(
        403,
        "SL5003",
        "the service listens on this machine alone: ask for it by 127.0.0.1 or localhost",
      );
    if (origin !== undefined && origin.toLowerCase().replace(/^https?:\/\//, "") !== asked.toLowerCase())
      throw new Problem(403, "SL5003", "requests from the pages of other sites are refused");
  };
}
