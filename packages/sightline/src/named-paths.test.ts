import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** The maps of the house name files that there are; `my-…` and `<name>` stand for names of the reader. */
const root = fileURLToPath(new URL("../../../", import.meta.url));
const core = "packages/core/src/";
const notOurs = /^(?:node_modules|dist|lib|\.git)$/;
const paths = [...below("")];

function* below(folder: string): Generator<string> {
  for (const entry of readdirSync(root + folder, { withFileTypes: true })) {
    if (notOurs.test(entry.name)) continue;
    const path = folder + entry.name;
    if (!entry.isDirectory()) yield `/${path}`;
    else {
      yield `/${path}/`;
      yield* below(`${path}/`);
    }
  }
}

/** The paths in backquotes that a page names, each `{a,b}` as two. */
function pathsIn(page: string): readonly string[] {
  return [...page.matchAll(/`([\w./@{},<>-]+)`/g)]
    .flatMap(([, text]) => alternatives(text))
    .filter((text) => /\.(?:ts|mjs|cjs|md|json)$|\/$/.test(text) && !/my-|<|^@/.test(text));
}

function alternatives(text: string): readonly string[] {
  const [whole, choice] = /\{([^{}]*)\}/.exec(text) ?? [];
  return whole === undefined
    ? [text]
    : choice.split(",").flatMap((one) => alternatives(text.replace(whole, one)));
}

/** Those of the paths that lead nowhere, neither from the root nor from any folder below this one. */
function missing(named: readonly string[], folder: string): readonly string[] {
  const known = paths.filter((path) => path.startsWith(`/${folder}`));
  return named.filter(
    (name) => !paths.includes(`/${name}`) && !known.some((path) => path.endsWith(`/${name}`)),
  );
}

const doors = readdirSync(root + core, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && paths.includes(`/${core}${entry.name}/README.md`))
  .map(({ name }) => `${core}${name}/`);

test("the engines' folders have pages at their doors", () => {
  expect(doors.map((door) => door.slice(core.length, -1))).toEqual(
    expect.arrayContaining(["linearize", "memory", "monitors", "routes", "visibility"]),
  );
});

test.each([
  { page: "CONTRIBUTING.md", folder: "", least: 40 },
  { page: "docs/algorithms.md", folder: core, least: 25 },
  ...doors.map((door) => ({ page: `${door}README.md`, folder: core, least: 3 })),
])("$page names files that there are", ({ page, folder, least }) => {
  const named = pathsIn(readFileSync(root + page, "utf8"));
  expect(named.length).toBeGreaterThanOrEqual(least);
  expect(missing(named, folder)).toEqual([]);
});

test("a path that is gone is told", () => {
  const page = "see `linearize/{frontier,gone}.ts`, `gone/`, `memory/` and `check`";
  expect(missing(pathsIn(page), core)).toEqual(["linearize/gone.ts", "gone/"]);
});
