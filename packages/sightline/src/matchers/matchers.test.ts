import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, parseHistory } from "@sightline/core";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { recorder } from "../recorder/recorder.js";
import { assertSatisfies } from "./assert-satisfies.js";
import "../vitest.js";

const scratch = scratchFolder();
beforeAll(() => void vi.stubEnv("SIGHTLINE_HTML_DIR", scratch));
afterAll(() => {
  vi.unstubAllEnvs();
});

const lost = "set { add(1) => true } || { contains(1) => true; contains(1) => false }";
const timed = "register { write(1) => null @0-1 } || { read() => null @2-3 }";

/** The message of what is thrown. */
function messageOf(action: () => void): string {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

describe("expect(history)", () => {
  test("takes histories, recorders, notation and JSON", () => {
    expect(parseHistory(lost)).toSatisfy("basic");
    expect(lost).toSatisfy("basic");
    expect('{"type":"set","operations":[]}').toSatisfy("complete");
    const rec = recorder({ type: "set" });
    rec
      .session("alice")
      .wrap(new Set([1]))
      .has(1);
    expect(rec).not.toBeLinearizable();
    expect(rec).toBeLinearizable({ initial: [1] });
    expect(messageOf(() => expect(7).toSatisfy("basic"))).toContain("no history: give one");
  });

  test("fails with the report: the operations, the steps, the seed", () => {
    const message = messageOf(() => expect(lost).toSatisfy("monotonic", { seed: 7 }));
    expect(message).toMatch(/^the history is not what was asked for\n\n✘ history: monotonic violated/);
    expect(message).toContain("contains(1) => false");
    expect(message).toMatch(/\n {2}seed 7$/);
    const [, page] = /\n {2}page (.*\.html)\n/.exec(message) ?? [];
    expect(page).toMatch(scratch);
    const html = readFileSync(page, "utf8");
    expect(html).toContain("contains(1) =&gt; false");
    expect(html).toContain('class="sightline-history"');
    // The same failure has the same page.
    expect(messageOf(() => expect(lost).toSatisfy("monotonic"))).toContain(`\n  page ${page}`);
  });

  test("says why where no page can be written", () => {
    const file = join(scratch, "file");
    writeFileSync(file, "");
    vi.stubEnv("SIGHTLINE_HTML_DIR", join(file, "inside"));
    expect(messageOf(() => expect(lost).toSatisfy("monotonic"))).toMatch(/\n {2}no page: ENOTDIR/);
    vi.stubEnv("SIGHTLINE_HTML_DIR", scratch);
  });

  test("asks for linearizability, levels and axioms", () => {
    expect(timed).not.toBeLinearizable();
    expect(timed).toSatisfy("sequential");
    expect(lost).toSatisfy({ levels: { contains: "basic" } });
    expect(lost).not.toSatisfy({ axioms: "vis ⊇ vis∘hb" });
    expect(messageOf(() => expect(lost).not.toSatisfy("basic"))).toMatch(
      /^the history should not be so, but it is\n\n✔ history: basic satisfied/,
    );
  });

  test("asks whether replicas converge", () => {
    expect("sequence { insert(0,a); read() => [a,b] } || { insert(0,b); read() => [a,b] }").toConverge();
    expect("sequence { insert(0,a); read() => [a,b] } || { insert(0,b); read() => [b,a] }").not.toConverge();
  });

  test("does not take an unknown for a success, nor for a failure", () => {
    const limits = { signal: AbortSignal.abort() };
    for (const matching of [expect(lost), expect(lost).not])
      expect(messageOf(() => matching.toSatisfy("basic", { limits }))).toContain("? history: basic unknown");
  });

  test("refuses options and criteria that there are not", () => {
    expect(messageOf(() => expect(lost).toSatisfy("casual"))).toContain("did you mean");
    expect(messageOf(() => expect(lost).toSatisfy("causal", { tipe: "set" } as object))).toContain("tipe");
  });

  test("leaves vitest's own toSatisfy as it is", () => {
    expect(2).toSatisfy((value: number) => value > 1);
    expect(2).not.toSatisfy((value: number) => value > 2);
    expect(messageOf(() => expect(2).toSatisfy((value: number) => value > 2, "too small"))).toBe("too small");
  });
});

test("assertSatisfies is for any runner", () => {
  assertSatisfies(lost, "basic");
  assertSatisfies(parseHistory(lost), undefined, { levels: { contains: "basic" } });
  const message = messageOf(() => assertSatisfies(timed));
  expect(message).toContain("✘ history: linearizability violated");
  expect(check(parseHistory(timed)).verdict).toBe("violated");
});
