import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createPool, type Failure } from "@sightline/fleet";
import { UsageError } from "../../errors/usage-error.js";
import { version } from "../../process/version.js";
import { send, sendProblem } from "./answer.js";
import { createClients } from "./clients.js";
import { createSiteGuard, createTokenGuard } from "./guard.js";
import { type Bench, Cut, judge } from "./judge.js";
import { checking, measuring } from "./judging.js";
import { createMetrics } from "./metrics.js";
import { describeService } from "./openapi.js";
import type { ServePlan } from "./options.js";
import { servedPage } from "./page.js";
import { Problem } from "./problem.js";
import { checkAsked, measureAsked } from "./query.js";
import { type Path, type Route, routes } from "./routes.js";

/** The checking service. */
export interface Service {
  readonly server: Server;
  /**
   * Takes no more requests, and resolves once those that are under way are answered; after so many milliseconds they
   * are cut, with what is known by then.
   */
  end(grace: number): Promise<void>;
}

/** The longest that the head of a request may take, in milliseconds: who sends it letter by letter is not waited for. */
const HEAD_TIME = 10_000;

/** After the last answers were cut, so long is waited for clients to take them, in milliseconds. */
const FAREWELL = 2_000;

/** The service that a plan describes, not listening yet. */
export function createService(plan: ServePlan, onBug: (failure: Failure) => void): Service {
  const { limits } = plan;
  const pool = createPool(plan.workers, limits.memory);
  const clients = createClients(plan.perClient, plan.requests);
  const metrics = createMetrics(pool, clients);
  const bench: Bench = { pool, limits, metrics, onBug };
  const guardSite = createSiteGuard(plan.host);
  const guardToken = createTokenGuard(plan.token);
  const description = JSON.stringify(describeService(limits, plan.token !== undefined));
  const page = servedPage();
  const cuts = new Set<AbortController>();
  let ending = false;
  let onIdle = (): void => {};

  const health = (response: ServerResponse, ready: boolean): void =>
    send(
      response,
      ready ? 200 : 503,
      `${JSON.stringify({ status: ready ? "ok" : "ending", version: version() })}\n`,
    );

  /** Lets a request in, judges it, and lets it go. */
  const judged = async (
    request: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
    path: "/check" | "/measure",
  ): Promise<void> => {
    if (ending)
      throw new Problem(503, "SL5006", "the service is about to end: ask another, or later", {
        "retry-after": "5",
      });
    const leave = clients.admit(request.socket.remoteAddress ?? "");
    const cut = new AbortController();
    const gone = (): void => {
      if (!response.writableFinished) cut.abort(new Cut("gone"));
    };
    cuts.add(cut);
    response.on("close", gone);
    try {
      const asked = path === "/check" ? await checkAsked(query, limits) : await measureAsked(query, limits);
      const judging = "criteria" in asked.job ? checking(asked.job, metrics) : measuring(asked.job, metrics);
      const about = { name: asked.name, format: asked.job.format };
      await judge(request, response, judging, about, bench, cut);
    } finally {
      cuts.delete(cut);
      leave();
      if (cuts.size === 0) onIdle();
    }
  };

  const answerTo: Readonly<
    Record<Path, (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => unknown>
  > = {
    "/": (_, response) =>
      send(response, 200, page.html, "text/html; charset=utf-8", {
        "content-security-policy": page.policy,
        "referrer-policy": "no-referrer",
      }),
    "/check": (request, response, query) => judged(request, response, query, "/check"),
    "/measure": (request, response, query) => judged(request, response, query, "/measure"),
    "/health": (_, response) => health(response, !ending),
    "/health/live": (_, response) => health(response, true),
    "/health/ready": (_, response) => health(response, !ending),
    "/metrics": (_, response) =>
      send(response, 200, metrics.text(), "text/plain; version=0.0.4; charset=utf-8"),
    "/openapi.json": (_, response) => send(response, 200, description),
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const began = performance.now();
    let path = "other";
    // A client that goes away is no fault of ours.
    response.on("error", () => undefined);
    request.on("error", () => undefined);
    response.on("close", () => metrics.request(path, response.statusCode, performance.now() - began));
    if (ending) response.shouldKeepAlive = false;
    try {
      const url = urlOf(request);
      guardSite(request.headers);
      const route = routeOf(request.method ?? "", url.pathname);
      path = route.path;
      if (route.isGuarded) guardToken(request.headers);
      await answerTo[route.path](request, response, url.searchParams);
    } catch (error) {
      if (response.headersSent) return void response.destroy();
      if (error instanceof Problem) sendProblem(response, error);
      else if (error instanceof UsageError)
        sendProblem(response, new Problem(400, error.code, error.message));
      else {
        const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
        onBug({ message, stack });
        sendProblem(response, new Problem(500, "SL5000", "this is a bug in Sightline: see its log"));
      }
    } finally {
      leaveUnread(request);
    }
  };

  const server = createServer({
    headersTimeout: Math.min(HEAD_TIME, limits.stall),
    // Bodies may come for as long as a request may take: they are watched where they are read.
    requestTimeout: 0,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 5_000,
  });
  server.maxConnections = 4 * plan.requests;
  server.on("connection", (socket) => {
    const leave = clients.connect(socket.remoteAddress ?? "");
    if (leave === undefined) socket.destroy();
    else socket.once("close", leave);
  });
  server.on("request", (request, response) => void answer(request, response));
  // The body is asked for once it is wanted: see bodyOf.
  server.on("checkContinue", (request, response) => void answer(request, response));

  return {
    server,
    async end(grace) {
      ending = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const idle = new Promise<void>((resolve) => (onIdle = resolve));
      if (cuts.size > 0) {
        const timer = setTimeout(() => cuts.forEach((cut) => cut.abort(new Cut("shutdown"))), grace);
        await idle;
        clearTimeout(timer);
      }
      server.closeIdleConnections();
      const farewell = setTimeout(() => server.closeAllConnections(), FAREWELL);
      await closed;
      clearTimeout(farewell);
      await pool.close();
    },
  };
}

/**
 * What is left of a body that nobody reads goes nowhere, for a moment: a client that still sends it gets to the answer.
 * Then the connection is closed.
 */
function leaveUnread(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.resume();
  setTimeout(() => {
    if (!request.complete) request.destroy();
  }, FAREWELL).unref();
}

function urlOf({ url = "/" }: IncomingMessage): URL {
  try {
    return new URL(url, "http://localhost");
  } catch {
    throw new Problem(400, "SL5001", "the address of the request cannot be read");
  }
}

function routeOf(method: string, path: string): Route & { readonly path: Path } {
  const here = routes.filter((route) => route.path === path);
  const found = here.find((route) => route.method === (method === "HEAD" ? "GET" : method));
  if (found !== undefined) return found;
  if (here.length === 0)
    throw new Problem(404, "SL5001", `there is nothing at ${path}: GET /openapi.json lists what there is`);
  const allowed = here.flatMap((route) => (route.method === "GET" ? ["GET", "HEAD"] : [route.method]));
  throw new Problem(405, "SL5001", `${path} is for ${allowed.join(" and ")}`, { allow: allowed.join(", ") });
}
