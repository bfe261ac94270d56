// Writes the reference of the library into docs/api, from the declarations that are published and their comments:
// a page for each entry, `index` for what it exports itself, with every export and what its comment says.
// With --check nothing is written; either way an export without a comment ends it.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";

/** What people import, and what it is for. */
export const entries = {
  index: [
    "sightline",
    "The library in Node: all of `sightline/core`, histories from files, the recorder, many threads.",
  ],
  core: [
    "sightline/core",
    "What runs anywhere, in Node and in a browser, synchronous and without dependencies.",
  ],
  vitest: ["sightline/vitest", "Matchers for vitest: importing it adds them to `expect`."],
  jest: ["sightline/jest", "Matchers for jest: importing it adds them to `expect`."],
  "fast-check": ["sightline/fast-check", "Programs and commands in parallel lanes, for fast-check."],
  lab: ["sightline/lab", "Programs on real objects: run, judged, recorded, and the levels that they keep."],
  stores: [
    "sightline/stores",
    "Replicated libraries and stores: seeded workloads on them, recorded as histories.",
  ],
};

/** An entry's exports, by name: what each is, its comment, and its declaration. */
function exportsOf(program, entry) {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(pathOf(entry));
  const named = checker.getExportsOfModule(checker.getSymbolAtLocation(file));
  return named
    .map((symbol) =>
      symbol.flags & ts.SymbolFlags.Alias
        ? [symbol.name, checker.getAliasedSymbol(symbol)]
        : [symbol.name, symbol],
    )
    .map(([name, symbol]) => ({
      name,
      comment: commentOf(symbol, checker),
      code: (symbol.declarations ?? []).map(textOf).join("\n\n"),
    }))
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

const pathOf = (entry) => resolve(`packages/sightline/lib/esm/${entry}.d.ts`);

/** The comment in words, then its parameters, its result and what it throws. */
function commentOf(symbol, checker) {
  const words = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const tags = symbol.getJsDocTags(checker).map(({ name, text = [] }) => {
    const said = ts.displayPartsToString(text);
    const [, parameter, rest] = /^(\w+)\s+(.*)$/s.exec(said) ?? [];
    return name === "param" && parameter !== undefined ? `- \`${parameter}\`: ${rest}` : `- ${name}: ${said}`;
  });
  return [words, ...(tags.length > 0 ? [tags.join("\n")] : [])].filter((part) => part !== "").join("\n\n");
}

/** A declaration as it is written, without its own comment. */
function textOf(declaration) {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return node
    .getText()
    .replace(/^(export\s+)?(declare\s+)?/, "")
    .replaceAll(/^ {4}/gm, "  ")
    .replaceAll(/^( *) {2}( \*)/gm, "$1$2");
}

/** Words of a comment as Markdown in which nothing is taken for a tag. */
const escaped = (words) =>
  words
    .split(/(```[\s\S]*?```|`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll("<", "&lt;").replaceAll("{{", "{&#123;")))
    .join("");

function pageOf([name, words], all) {
  const items = all.map(
    ({ name: item, comment, code }) => `## ${item}\n\n${escaped(comment)}\n\n\`\`\`ts\n${code}\n\`\`\`\n`,
  );
  return `# ${name}\n\n${words}\n\n${items.join("\n")}`;
}

const program = ts.createProgram(Object.keys(entries).map(pathOf), {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  skipLibCheck: true,
});
const told = new Set(exportsOf(program, "core").map(({ name }) => name));
const pages = Object.keys(entries).map((entry) => {
  const all = exportsOf(program, entry);
  // What the first page has of `sightline/core` stands on that page alone.
  return [entry, all, entry === "index" ? all.filter(({ name }) => !told.has(name)) : all];
});

const bare = pages.flatMap(([entry, all]) =>
  all.filter(({ comment }) => comment === "").map(({ name }) => `${entries[entry][0]}: ${name}`),
);
const count = new Set(
  pages.flatMap(([entry, all]) => all.map(({ name }) => `${entry === "index" ? "" : entry}${name}`)),
).size;
if (bare.length > 0) {
  console.error(`exports without a comment:\n  ${bare.join("\n  ")}`);
  process.exitCode = 1;
} else console.log(`${count} exports, each with its comment`);

if (!process.argv.includes("--check")) {
  rmSync("docs/api", { recursive: true, force: true });
  mkdirSync("docs/api", { recursive: true });
  for (const [entry, , shown] of pages) {
    const more = Object.entries(entries).filter(([other]) => entry === "index" && other !== "index");
    const links = more.map(([other, [name, words]]) => `- [\`${name}\`](${other}.md): ${words}`).join("\n");
    const page = pageOf(entries[entry], shown);
    writeFileSync(
      `docs/api/${entry}.md`,
      links === "" ? page : page.replace("\n\n## ", `\n\nOther entries:\n\n${links}\n\n## `),
    );
  }
}
