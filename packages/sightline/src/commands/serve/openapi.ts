import { version } from "../../process/version.js";
import type { RequestLimits } from "./options.js";
import { type Parameter, parameters } from "./query.js";
import { type Path, type Route, routes } from "./routes.js";

/** The service in OpenAPI 3.1: made of the tables that requests are answered by. */
export function describeService(limits: RequestLimits, needsToken: boolean): object {
  const paths: Record<string, object> = {};
  for (const route of routes)
    paths[route.path] = { [route.method.toLowerCase()]: operationOf(route, needsToken) };
  return {
    openapi: "3.1.0",
    info: {
      title: "Sightline",
      version: version(),
      description:
        "How consistent is this concurrent object, replicated data type or shared memory, really? " +
        "Histories go in, in any format that `sightline check` reads; verdicts come out, a line of JSON each.",
      license: { name: "MIT", identifier: "MIT" },
    },
    paths,
    components: {
      schemas: schemasFor(limits),
      ...(needsToken && { securitySchemes: { token: { type: "http", scheme: "bearer" } } }),
    },
  };
}

function operationOf(route: Route & { readonly path: Path }, needsToken: boolean): object {
  const { method, path, summary, isGuarded } = route;
  const judges = path === "/check" || path === "/measure";
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    ...(isGuarded && needsToken && { security: [{ token: [] }] }),
    ...(judges && {
      parameters: parametersOf(path),
      requestBody: {
        required: true,
        description:
          "Histories in any format that is read, packed by gzip or not. Lines that hold a whole history each are judged while they come.",
        content: {
          "application/octet-stream": {},
          "application/json": { schema: { $ref: "#/components/schemas/History" } },
          "application/x-ndjson": {},
        },
      },
    }),
    responses: { ...answers[path], ...(judges && problems(needsToken)), ...common(path, needsToken) },
  };
}

const parametersOf = (path: Path): object[] =>
  (Object.entries(parameters) as [string, Parameter][])
    .filter(([, { for: whom }]) => path === "/check" || whom === "both")
    .map(([name, { about, kind }]) => ({
      name,
      in: "query",
      description: about,
      schema:
        kind === "texts"
          ? { type: "array", items: { type: "string" } }
          : { type: kind === "flag" ? "boolean" : kind === "number" ? "number" : "string" },
      ...(kind === "texts" && { style: "form", explode: true }),
    }));

const json = (schema: string): object => ({
  "application/json": { schema: { $ref: `#/components/schemas/${schema}` } },
});
const lines = (description: string, schema: string): object => ({
  description,
  content: { "application/x-ndjson": { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const answers: Readonly<Record<Path, object>> = {
  "/": { "200": { description: "A page that talks to nobody", content: { "text/html": {} } } },
  "/check": {
    "200": lines("A line for each history and criterion, as it is decided; then a summary", "CheckLine"),
  },
  "/measure": { "200": lines("A line for each history; then a summary", "MeasureLine") },
  "/health": readiness(),
  "/health/live": { "200": { description: "It lives", content: json("Health") } },
  "/health/ready": readiness(),
  "/metrics": {
    "200": {
      description: "The text format 0.0.4",
      content: { "text/plain": { schema: { type: "string" } } },
    },
  },
  "/openapi.json": {
    "200": { description: "OpenAPI 3.1", content: { "application/json": { schema: { type: "object" } } } },
  },
};

function readiness(): object {
  return {
    "200": { description: "Requests are taken", content: json("Health") },
    "503": { description: "The service is about to end", content: json("Health") },
  };
}

const problem = (description: string): object => ({ description, content: json("Error") });
const retry = { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } } };

const problems = (needsToken: boolean): object => ({
  "400": problem("A parameter is wrong, or the body cannot be unpacked"),
  ...(needsToken && { "401": problem("The token is missing or wrong") }),
  "408": problem("Nothing came for too long"),
  "413": problem("The body is too large"),
  "415": problem("The body is packed by something else than gzip"),
  "422": problem("None of the body is a valid history: a line for each error"),
  "429": { ...problem("Too many requests of this client at a time"), headers: retry },
  "500": problem("A bug in Sightline"),
  "503": { ...problem("Too many requests, or the service is about to end"), headers: retry },
});

const common = (path: Path, needsToken: boolean): object => ({
  "403": problem("The request comes from the page of another site"),
  ...(path === "/metrics" && needsToken && { "401": problem("The token is missing or wrong") }),
});

function schemasFor({ body, histories, deadline }: RequestLimits): object {
  const text = { type: "string" };
  const number = { type: "number" };
  const whole = { type: "integer" };
  const verdict = { type: "string", enum: ["satisfied", "violated", "unknown"] };
  const about = { file: text, index: whole, name: { type: ["string", "null"] } };
  const summary = {
    type: "object",
    required: ["summary"],
    properties: {
      summary: {
        type: "object",
        required: ["histories", "invalid", "complete", "ended", "milliseconds"],
        properties: {
          histories: whole,
          invalid: whole,
          complete: { type: "boolean", description: "Whether every history was judged" },
          ended: { type: "string", enum: ["done", "time", "shutdown", "error"] },
          milliseconds: whole,
        },
      },
    },
  };
  const error = { $ref: "#/components/schemas/Error" };
  return {
    History: {
      type: "object",
      description: `At most ${histories} in ${body} bytes, ${deadline / 1000} s each`,
      properties: { type: text, name: text, operations: { type: "array", items: { type: "object" } } },
    },
    CheckLine: {
      oneOf: [
        {
          type: "object",
          required: ["file", "index", "name", "criterion", "verdict", "stats"],
          properties: {
            ...about,
            criterion: text,
            verdict,
            witness: { type: "object" },
            violation: { type: "object" },
            reason: text,
            stats: { type: "object" },
          },
        },
        error,
        summary,
      ],
    },
    MeasureLine: {
      oneOf: [
        {
          type: "object",
          required: ["file", "index", "name", "operations", "level", "verdicts", "stats"],
          properties: {
            ...about,
            operations: whole,
            level: text,
            atLeast: text,
            below: text,
            verdicts: { type: "object", additionalProperties: verdict },
            stats: { type: "object" },
          },
        },
        error,
        summary,
      ],
    },
    Error: {
      type: "object",
      required: ["error"],
      properties: {
        error: {
          type: "object",
          required: ["code", "message"],
          properties: {
            code: { type: "string", pattern: "^SL\\d{4}$" },
            message: text,
            file: text,
            line: number,
            column: number,
            reason: text,
          },
        },
      },
    },
    Health: {
      type: "object",
      required: ["status"],
      properties: { status: { type: "string", enum: ["ok", "ending"] }, version: text },
    },
  };
}
