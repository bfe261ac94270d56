// @module-tag slow
import { Validator } from "@seriousme/openapi-schema-validator";
import { type Served, startServe } from "@sightline/testing/sightline/start-serve.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "./routes.js";

let served: Served;
beforeAll(async () => {
  served = await startServe(["--workers", "1"]);
});
afterAll(() => served.stop());

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
}
const described = async (): Promise<Described> =>
  (await (await served.ask("/openapi.json")).json()) as Described;

test("the description is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...(await described()) });
  expect([valid, errors]).toEqual([true, undefined]);
  expect(validator.version).toBe("3.1");
});

test("every route is described, and every described route answers as it says", async () => {
  const { paths } = await described();
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      route: `${method.toUpperCase()} ${path}`,
      statuses: Object.keys(responses),
    })),
  );
  expect(all.map(({ route }) => route)).toEqual(routes.map(({ method, path }) => `${method} ${path}`));
  for (const { route, statuses } of all) {
    const [method, path] = route.split(" ");
    const body = method === "POST" ? "register { write(1); read() => 1 }" : null;
    const response = await served.ask(path, { method, body });
    await response.arrayBuffer();
    expect([route, response.status]).toEqual([route, 200]);
    expect(statuses).toContain("200");
  }
});

test("the page at / runs its own scripts alone, and loads nothing", async () => {
  const response = await served.ask("/");
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; script-src(?: 'sha256-[^\s']+'){3};/);
  expect(policy).toContain("frame-ancestors 'none'");
  const html = await response.text();
  expect(html).not.toMatch(/\s(?:src|href)="https?:/);
  const head = await served.ask("/", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("metrics are Prometheus's text: each family once, with help, type and numbers", async () => {
  await served.judge("/check?criterion=causal", "set { add(1) => true }");
  await served.judge("/check?axioms=vis%20%3E%3D%20hb", "set { add(1) => true }");
  const response = await served.ask("/metrics");
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  const families = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name);
  expect(new Set(families).size).toBe(families.length);
  for (const line of text.trimEnd().split("\n"))
    expect(line).toMatch(/^(# (HELP|TYPE) \S+ .+|\w+(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})? [-+.e\d]+)$/);
  expect(text).toContain('sightline_verdicts_total{criterion="causal",verdict="satisfied"} 1\n');
  expect(text).toContain('sightline_verdicts_total{criterion="axioms",verdict="satisfied"} 1\n');
  const count = await served.metric('sightline_request_duration_seconds_count{route="/check"}');
  expect(await served.metric('sightline_request_duration_seconds_bucket{route="/check",le="+Inf"}')).toBe(
    count,
  );
});
