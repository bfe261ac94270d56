/** A route of the service, as people are told of it. */
export interface Route {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly summary: string;
  /** Whether it needs the token, where there is one. */
  readonly isGuarded: boolean;
}

/** All that can be asked for: requests are answered by it, and `/openapi.json` describes it. */
export const routes = [
  { method: "GET", path: "/", summary: "The viewer: look at histories in the browser", isGuarded: false },
  {
    method: "POST",
    path: "/check",
    summary: "Does each history of the body satisfy the criterion?",
    isGuarded: true,
  },
  { method: "POST", path: "/measure", summary: "The strongest level of each history", isGuarded: true },
  { method: "GET", path: "/health", summary: "Whether requests are taken", isGuarded: false },
  { method: "GET", path: "/health/live", summary: "Whether the process lives", isGuarded: false },
  { method: "GET", path: "/health/ready", summary: "Whether requests are taken", isGuarded: false },
  { method: "GET", path: "/metrics", summary: "Counters, for Prometheus", isGuarded: true },
  { method: "GET", path: "/openapi.json", summary: "This description", isGuarded: false },
] as const satisfies readonly Route[];

/** The path of a route. */
export type Path = (typeof routes)[number]["path"];
