// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "@sightline/core";
import type { Event } from "@sightline/fleet";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { findingOf } from "./finding.js";
import { annotation, createGithubWriter } from "./github.js";
import { sarifLog, uriOf } from "./sarif.js";

const stats = { algorithm: "frontier", states: 1, milliseconds: 1 };
const report = (file: string, result: Result, line = 0): Event => ({
  kind: "report",
  report: {
    file,
    index: 0,
    name: null,
    size: 1,
    result,
    operations: [{ id: 3, line, session: 0, text: "read() => 1" }],
  },
});
const violated: Result = {
  criterion: "sequential",
  verdict: "violated",
  violation: {
    kind: "core",
    operations: [3],
    reason: "50 % is wrong",
    steps: ["1. a", "2. b"],
    cause: "abc",
    about: 3,
  },
  stats,
};
const unknown: Result = {
  criterion: "causal",
  verdict: "unknown",
  reason: "deadline",
  established: "weak holds",
  stats,
};
const events: readonly Event[] = [
  report("a b,c.json", violated, 7),
  report("<argument>", violated),
  report("d.json", unknown),
  report("e.json", { criterion: "weak", verdict: "satisfied", witness: { linearization: [] }, stats }),
  { kind: "invalid", index: 0, error: { file: "f.json", line: 2, column: 5, reason: "no", code: "SL2001" } },
  { kind: "end", file: "f.json" },
];

describe("annotations for GitHub", () => {
  test("name file, line and reason, with what its commands reserve escaped; one for each cause", () => {
    const written: string[] = [];
    const writer = createGithubWriter("report", (text) => written.push(text));
    for (const event of events) writer.add(event);
    expect(written).toEqual([]);
    writer.close(false);
    expect(written).toEqual([
      "::error file=a b%2Cc.json,line=7,title=sequential violated (and 1 more like it)::50 %25 is wrong%0A%0A1. a%0A2. b\n",
      "::warning file=d.json,title=causal unknown::deadline: weak holds\n",
      "::error file=f.json,line=2,col=5,title=no valid history::no\n",
    ]);
    writer.close(true);
    expect(written.at(-1)).toMatch(/^::warning .*not all histories were checked/);
  });

  test("unknown is what --on-unknown makes of it", () => {
    expect(findingOf(events[2], "pass")).toBeUndefined();
    const finding = findingOf(events[2], "fail");
    expect(finding?.level).toBe("error");
    expect(annotation(finding ?? expect.fail())).toMatch(/^::error /);
  });
});

/** A log of SARIF, as far as the rules below look at it. */
interface Log {
  readonly $schema: string;
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly { id: string }[] } };
    readonly invocations: readonly { readonly executionSuccessful: boolean }[];
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations?: readonly Location[];
      readonly relatedLocations?: readonly (Location & { readonly id: number })[];
      readonly partialFingerprints?: Readonly<Record<string, string>>;
    }[];
  }[];
}
interface Location {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region?: { readonly startLine: number; readonly startColumn?: number };
  };
}

/** What SARIF 2.1.0 demands of the parts that are used (§3.13, 3.14, 3.19, 3.27, 3.28, 3.30, 3.49). */
function expectSarif(log: Log): void {
  expect(log.version).toBe("2.1.0");
  expect(() => new URL(log.$schema)).not.toThrow();
  for (const { tool, results, invocations } of log.runs) {
    const { name, rules } = tool.driver;
    expect(name).not.toBe("");
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const { executionSuccessful } of invocations) expect(typeof executionSuccessful).toBe("boolean");
    for (const {
      ruleId,
      ruleIndex,
      level,
      message,
      locations = [],
      relatedLocations = [],
      ...rest
    } of results) {
      expect(rules[ruleIndex].id).toBe(ruleId);
      expect(["none", "note", "warning", "error"]).toContain(level);
      expect(message.text).not.toBe("");
      expect(new Set(relatedLocations.map(({ id }) => id)).size).toBe(relatedLocations.length);
      for (const { physicalLocation } of [...locations, ...relatedLocations]) {
        const { artifactLocation, region } = physicalLocation;
        expect(artifactLocation.uri).toMatch(/^[\w\-.~!$&'()*+,;=:@/%]+$/);
        if (region !== undefined) {
          expect(Number.isInteger(region.startLine) && region.startLine >= 1).toBe(true);
          expect(region.startColumn ?? 1).toBeGreaterThanOrEqual(1);
        }
      }
      for (const print of Object.values(rest.partialFingerprints ?? {})) expect(typeof print).toBe("string");
    }
  }
}

describe("SARIF", () => {
  const folder = scratchFolder();

  test("has a result for all but what is satisfied, each with its rule and place", () => {
    const findings = events.flatMap((event) => findingOf(event, "report") ?? []);
    const log = sarifLog(findings, "1.2.3", false) as Log;
    expectSarif(log);
    const [{ results, tool }] = log.runs;
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(["sequential", "unknown", "SL2001"]);
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ["sequential", "error"],
      ["sequential", "error"],
      ["unknown", "warning"],
      ["SL2001", "error"],
    ]);
    expect(results[0].locations?.[0].physicalLocation).toEqual({
      artifactLocation: { uri: "a%20b%2Cc.json" },
      region: { startLine: 7 },
    });
    expect(results[1].locations).toBeUndefined();
    expect((sarifLog([], "1.2.3", true) as Log).runs[0].invocations).toEqual([
      { executionSuccessful: false },
    ]);
    expect(uriOf("./a\\b#c/d%.json")).toBe("a/b%23c/d%25.json");
  });

  test("and annotations are written by the command, beside what it prints", async () => {
    const path = join(folder, "a.sarif");
    const history = "../../../examples/histories/new-old.json";
    const run = await sightline(["check", history, "--sarif", path, "--github", "--json"]);
    expect(run.code).toBe(1);
    expect(JSON.parse(run.out)).toMatchObject({ verdict: "violated" });
    expect(run.err).toMatch(
      /^::error file=\S+\/new-old\.json,line=6,title=linearizability violated::#2 read\(\) => null could have returned 1/,
    );
    const log = JSON.parse(readFileSync(path, "utf8")) as Log;
    expectSarif(log);
    const [{ results }] = log.runs;
    expect(results).toHaveLength(1);
    expect(results[0].locations?.[0].physicalLocation.region).toEqual({ startLine: 6 });
    expect(results[0].relatedLocations).toHaveLength(3);
  });
});
