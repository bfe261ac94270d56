import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { writeViewerPages } from "./viewer-pages.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const base = process.env["SITE_BASE"] ?? "/";

/** Folders of files that pages link to, and that go along as they are. */
const alongside = ["examples", "bench/results"];

/** Where a page stands in the site. */
const placeOf = (path: string): string => path.replace(/^docs\//, "").replace(/\/README\.md$/, "/index.md");

/**
 * Where a link of a page leads in the site, for pages and files do not stand there as they do in the project; files
 * that are no pages go along as they are. What is not there ends the build.
 */
function linkOf(href: string, page: string): { readonly to: string; readonly isFile: boolean } | undefined {
  if (/^[a-z]+:|^#|^\//.test(href)) return undefined;
  const [path, anchor] = href.split("#");
  const file = resolve(root, dirname(page), path);
  const inside = relative(root, file);
  if (!existsSync(file)) throw new Error(`${page}: the link ${href} leads nowhere`);
  if (path.endsWith(".md"))
    return { to: `/${placeOf(inside)}${anchor === undefined ? "" : `#${anchor}`}`, isFile: false };
  if (!alongside.some((folder) => inside.startsWith(folder)))
    throw new Error(`${page}: the link ${href} leads to a file that does not go along`);
  return { to: statSync(file).isDirectory() ? `${base}examples/` : `${base}${inside}`, isFile: true };
}

/** How a block of code is coloured: blocks may say more than their language, for the tests that run them. */
function languageOf(info: string): string {
  const [language = ""] = info.split(" ");
  return /^(ts|js|json|yaml|sh|java|go|python|rust|html|xml|c|clojure)$/.test(language) ? language : "txt";
}

/** The file that a page is made of, wherever the page stands in the site. */
function realPathOf(env: unknown): string {
  const { path, realPath } = env as { readonly path: string; readonly realPath?: string };
  return realPath ?? path;
}

const page = (text: string, link: string) => ({ text, link });

/** The pages that scripts/api-reference.mjs writes. */
const apiPages = ["core", "vitest", "jest", "fast-check", "lab", "stores"].map((entry) =>
  page(`sightline/${entry}`, `/api/${entry}`),
);

interface Group {
  readonly text: string;
  readonly items: { readonly text: string; readonly link: string }[];
}

/** The groups, and one for pages of docs/ that none of them names, by their headings. */
function withOthers(groups: Group[]): Group[] {
  const named = new Set(groups.flatMap(({ items }) => items.map(({ link }) => link)));
  const others = readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md") && name !== "index.md" && !named.has(`/${basename(name, ".md")}`))
    .map((name) => {
      const [, heading = name] = /^# (.*)$/m.exec(readFileSync(join(root, "docs", name), "utf8")) ?? [];
      return page(heading, `/${basename(name, ".md")}`);
    });
  return others.length === 0 ? groups : [...groups, { text: "More", items: others }];
}

export default defineConfig({
  base,
  lang: "en",
  title: "Sightline",
  description: "How consistent is this concurrent object, replicated data type or shared memory, really?",
  srcDir: "..",
  outDir: "../docs/.vitepress/dist",
  srcExclude: ["packages/**", "bench/**", "scripts/**", "**/node_modules/**"],
  rewrites: placeOf,
  markdown: {
    config(md) {
      // Every page is rendered twice, for readers and for the search: its code is coloured once.
      const { highlight } = md.options;
      const coloured = new Map<string, string>();
      md.options.highlight = (code, language, attributes) => {
        const key = JSON.stringify([code, language, attributes]);
        const html = coloured.get(key) ?? highlight?.(code, language, attributes) ?? "";
        coloured.set(key, html);
        return html;
      };
      md.core.ruler.push("site", ({ tokens, env, Token }) => {
        const viewerLink = (page: string) => {
          const to = `${base}view/${basename(page, ".md")}.html`;
          const link = new Token("html_block", "", 0);
          link.content = `<p><a href="${to}" target="_self">The histories of this page, in the viewer</a></p>\n`;
          return link;
        };
        const fences = tokens.filter(({ type }) => type === "fence");
        if (fences.some(({ info }) => info === "sightline")) tokens.push(viewerLink(realPathOf(env)));
        for (const fence of fences) fence.info = languageOf(fence.info);
        for (const { children } of tokens)
          for (const token of children ?? []) {
            const href = token.type === "link_open" ? token.attrGet("href") : null;
            const link = href === null ? undefined : linkOf(href, realPathOf(env));
            if (link === undefined) continue;
            token.attrSet("href", link.to);
            if (link.isFile) token.attrSet("target", "_self");
          }
      });
    },
  },
  buildEnd: ({ outDir }) => {
    for (const folder of alongside) cpSync(join(root, folder), join(outDir, folder), { recursive: true });
    writeViewerPages(root, outDir);
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      page("Start", "/start"),
      page("Criteria", "/criteria"),
      page("API", "/api/"),
      page("Errors", "/errors"),
    ],
    sidebar: withOthers([
      {
        text: "Begin",
        items: [
          page("What there is", "/"),
          page("Start in five minutes", "/start"),
          page("Which criterion?", "/which-criterion"),
          page("In your own tests", "/testing"),
          page("Packages from npm", "/packages"),
          page("CI", "/ci"),
        ],
      },
      {
        text: "What is asked",
        items: [
          page("Criteria", "/criteria"),
          page("Axioms", "/axioms"),
          page("Shared memory", "/memory"),
          page("Types", "/types"),
          page("Write a type", "/types#your-own-type-a-module"),
        ],
      },
      {
        text: "What is answered",
        items: [
          page("Violations", "/violations"),
          page("Proofs", "/proofs"),
          page("The viewer", "/viewer"),
          page("Follow a log", "/follow"),
          page("The checking service", "/serve"),
          page("What unknown means", "/unknown"),
          page("Errors", "/errors"),
        ],
      },
      {
        text: "Where histories come from",
        items: [
          page("Formats", "/formats"),
          page("Test objects", "/lab"),
          page("JavaScript objects", "/javascript-objects"),
          page("Derive levels", "/derive"),
          page("Record objects", "/recording"),
          page("Record memory", "/memory-recording"),
          page("Stores", "/stores"),
          page("Write a store adapter", "/stores#a-store-of-your-own"),
          page("Measure", "/measure"),
          page("A fleet", "/fleet"),
          page("Examples", "/examples/"),
        ],
      },
      {
        text: "Inside",
        items: [
          page("How it decides", "/algorithms"),
          page("Benchmarks", "/benchmarks"),
          page("The papers redone", "/papers"),
          page("Contributing", "/CONTRIBUTING"),
          page("Changes", "/CHANGELOG"),
        ],
      },
      {
        text: "Reference",
        items: [
          page("Command line", "/cli"),
          page("Library", "/library"),
          { text: "API", link: "/api/", collapsed: true, items: apiPages },
        ],
      },
    ]),
  },
});
