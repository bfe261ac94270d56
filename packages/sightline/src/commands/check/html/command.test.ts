import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openElements } from "@sightline/testing/sightline/open-elements.js";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { expect, test } from "vitest";

const scratch = scratchFolder();

test("check --html writes a page of all verdicts, and nothing in a history can break out of it", async () => {
  const evil = "</code></pre></svg><script>alert(1)</script><img src=x onerror=alert(1)>";
  const history = {
    type: "map",
    name: evil,
    operations: [
      { session: evil, object: evil, method: "put", args: [evil, 1], result: null, call: 0, return: 1 },
      { session: 1, object: evil, method: "get", args: [evil], result: evil, call: 2, return: 3 },
    ],
  };
  const input = join(scratch, "evil <script>.json");
  writeFileSync(input, JSON.stringify(history));
  const page = join(scratch, "report.html");
  const run = await sightline([
    "check",
    input,
    "mixed",
    "violated.json",
    "--seed",
    "7",
    "-q",
    "--html",
    page,
  ]);
  expect(run).toMatchObject({ code: 65, out: "" });
  const whole = readFileSync(page, "utf8");
  // What is ours to run: the viewer. What it shows is packed, in base64; its worker in base 85, without "<".
  expect(whole.match(/<script>/g)).toHaveLength(2);
  for (const [, data] of whole.matchAll(/<script type="text\/plain" [^<>]*>([^<]*)<\/script>/g))
    expect(data).toMatch(/^[!(-;=-|]+$/);
  for (const [, data] of whole.matchAll(/<script type="text\/plain" class[^<>]*>([^<]*)<\/script>/g))
    expect(data).toMatch(/^[\w+/=]+$/);
  const html = whole
    .replaceAll(/<script>.*?<\/script>\n/gs, "")
    .replaceAll(/<script type="text\/plain" [^<>]*>[^<]*<\/script>\n/g, "");
  expect(openElements(html)).toEqual([]);
  expect(html).not.toMatch(/<script|<img/);
  expect(
    [...html.matchAll(/<b>(\d+)<\/b>(?:<a [^>]*>)?([a-z ]+)/g)].map(([, n, word]) => `${n} ${word}`),
  ).toEqual(["3 violated", "0 unknown", "2 satisfied", "1 not checked"]);
  expect(html.match(/<article /g)).toHaveLength(3);
  expect(html).toContain(
    `<h3 id="trouble-3-title"><bdi>violated.json &quot;stale read&quot;</bdi>: linearizability`,
  );
  expect(html).toMatch(/<details id="witness-1"><summary><bdi>mixed\/deeper\/satisfied\.json<\/bdi>: /);
  expect(html).toMatch(/In object &quot;&lt;\/code&gt;/);
});
