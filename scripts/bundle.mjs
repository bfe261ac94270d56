// Bundles the packages of the workspace into the one that is published: packages/sightline/lib.
// Code that names a file beside it (`./fleet-worker.js`) finds it there, for the bundle is flat and each
// such file is an entry; resources (`../../java/`) are two folders up, as they are for the sources.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { fingerprint } from "./fingerprint.mjs";

const target = "packages/sightline";
const entry = (name, path) => ({ in: `packages/${path}.ts`, out: name });

/** What people import. */
const library = ["index", "core", "lab", "stores", "vitest", "jest", "fast-check"];

/** What the command and worker threads start with. */
const programs = [
  entry("main", "sightline/src/main"),
  entry("load-module", "sightline/src/loaders/load-module"),
  entry("load-type", "sightline/src/loaders/load-type"),
  entry("fleet-worker", "fleet/src/fleet-worker"),
  entry("search-worker", "fleet/src/parallel/search-worker"),
  entry("cube-worker", "fleet/src/cubes/cube-worker"),
  entry("task-worker", "sightline/src/commands/worker/task-worker"),
  entry("object-worker", "lab/src/javascript/object-worker"),
];

/** Packages that are installed beside ours. */
const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(`${target}/package.json`, "utf8"),
);
const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

/** What every start of the command needs: bundled, it is one file less to find and eight less to read. */
const inlined = "commander";

/** Packages whose code is in ours: their licences go along. */
const carried = [inlined, "preact"];

const common = {
  bundle: true,
  platform: "node",
  target: "node20",
  external: installed,
  tsconfig: "tsconfig.test.json",
  // Less to read at every start; names stay, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: "warning",
};

/** The modules that tsc has written, behind the names of our packages. */
const compiled = {
  name: "compiled",
  resolveId(id) {
    if (id === inlined) return id;
    if (!id.startsWith("@sightline/")) return null;
    const [, name, ...inside] = id.split("/");
    return resolve(`packages/${name}/dist`, inside.join("/") || "index.js");
  },
  load: (id) => (id === inlined ? asModule(id) : null),
  renderChunk: async (code) =>
    await transform(code, { minifyWhitespace: true, minifySyntax: true, target: common.target }),
};

/** A package of CommonJS as one ES module. */
async function asModule(name) {
  const { outputFiles } = await build({
    stdin: { contents: `export * from "${name}";`, resolveDir: target },
    bundle: true,
    platform: "node",
    target: common.target,
    format: "esm",
    write: false,
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  return outputFiles[0].text;
}

/** What puts violations into words, which most runs never need. */
const explains =
  /^(index|check|gradual|outcomes|outcomes\/.*|follow\/.*|linearize\/partial\/.*|explain\/.*|routes\/(explain|with-proof).*|witness\/(proof\/|scene\/|malformed-proof|verify-violation).*)$/;

/** The modules that the given one imports, those that they import, and so on: all that is loaded with it. */
function loadedWith(id, getModuleInfo, all = new Set()) {
  if (all.has(id)) return all;
  all.add(id);
  for (const imported of getModuleInfo(id)?.importedIds ?? []) loadedWith(imported, getModuleInfo, all);
  return all;
}

/** Modules that are loaded together go into one chunk, for each takes its time to load. */
function chunkOf(id, { getModuleInfo }) {
  if (id === inlined) return "main";
  const [, name, file] = /packages\/(\w+)\/dist\/(.*)\.js$/.exec(id) ?? [];
  switch (name) {
    case "core":
      return explains.test(file) ? "explain" : "engines";
    case "fleet":
      if (/^(journal|cluster)\//.test(file)) return "cluster";
      return /-worker$|^explainer$/.test(file) ? undefined : name;
    case "formats":
      return name;
    case "sightline": {
      const starts = ["main", "commands/check/run"];
      return starts.find((start) => loadedWith(resolve(`${target}/dist/${start}.js`), getModuleInfo).has(id));
    }
  }
}

/** ES modules, with the code that several entries share in chunks of its own: few, for each takes its time to load. */
async function bundleModules() {
  const entries = [...library.map((name) => entry(name, `sightline/src/${name}`)), ...programs];
  const bundle = await rollup({
    input: Object.fromEntries(
      entries.map(({ in: path, out }) => [out, path.replace("/src/", "/dist/").replace(/ts$/, "js")]),
    ),
    external: (id) => id !== inlined && (id.startsWith("node:") || !/^[./]|^@sightline\//.test(id)),
    plugins: [compiled],
    treeshake: { moduleSideEffects: (id) => /-worker\.js$|\/main\.js$/.test(id) },
  });
  await bundle.write({
    dir: `${target}/lib/esm`,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunk-[hash].js",
    manualChunks: chunkOf,
    hoistTransitiveImports: false,
    minifyInternalExports: false,
  });
  await bundle.close();
}

/** The library as CommonJS: one file with all of core, which the entries share. */
const bundleCommonJs = () =>
  build({
    ...common,
    entryPoints: [
      entry("engines", "core/src/index"),
      ...library.map((name) => entry(name, `sightline/src/${name}`)),
    ],
    outdir: `${target}/lib/cjs`,
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    plugins: [shareCore],
    // CommonJS has no import.meta; worker threads and resources are found from the modules' folder.
    define: { "import.meta.url": "modulesAddress" },
    banner: {
      js: 'const modulesAddress = new URL("../esm/", require("node:url").pathToFileURL(__filename)).href;',
    },
  });

const shareCore = {
  name: "share-core",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@sightline\/core$/ }, () => ({ path: "./engines.cjs", external: true })),
};

const insideWalls = {
  name: "inside-walls",
  resolveId: (id) =>
    id.startsWith("@sightline/") ? resolve(`packages/${id.slice(11)}/dist/index.d.ts`) : null,
};

/** The declarations, without the walls between our packages. */
async function bundleTypes() {
  const input = Object.fromEntries(library.map((name) => [name, `${target}/dist/${name}.d.ts`]));
  const bundle = await rollup({ input, plugins: [insideWalls, dts()] });
  for (const [folder, extension] of [
    ["esm", "d.ts"],
    ["cjs", "d.cts"],
  ])
    await bundle.write({
      dir: `${target}/lib/${folder}`,
      entryFileNames: `[name].${extension}`,
      chunkFileNames: `types-[hash].${extension}`,
    });
  await bundle.close();
}

/** What the readers of formats ask Node for, as browsers have it. */
const asBrowsersHaveIt = {
  name: "as-browsers-have-it",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^node:/ }, ({ path }) =>
      ["node:zlib", "node:buffer"].includes(path)
        ? { path: resolve(`packages/viewer/src/browser/${path.replace(":", "-")}.ts`) }
        : { path, external: true },
    ),
};

/** The worker of reports does without the search for levels of long histories, whose verdicts they carry. */
const withoutLongSearch = {
  name: "without the search for long histories",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/visibility\/long\/(long-search|needed-updates|refute-long)\.js$/ }, () => ({
      path: resolve("packages/viewer/src/work/without-long-search.ts"),
    })),
};

/** The page of the viewer: its script, its style, and the workers that pages start, packed as they carry them. */
async function bundleViewer() {
  const forBrowsers = {
    bundle: true,
    minify: true,
    platform: "browser",
    target: "es2023",
    format: "iife",
    write: false,
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "preact",
    tsconfig: "tsconfig.test.json",
    plugins: [asBrowsersHaveIt],
    logLevel: "warning",
  };
  const buildWorker = (...plugins) =>
    build({
      ...forBrowsers,
      entryPoints: ["packages/viewer/src/work/worker.ts"],
      inject: ["packages/viewer/src/browser/buffer.ts"],
      plugins: [...forBrowsers.plugins, ...plugins],
    });
  const [page, worker, reportWorker, style] = await Promise.all([
    build({ ...forBrowsers, entryPoints: ["packages/viewer/src/page/main.tsx"] }),
    buildWorker(),
    buildWorker(withoutLongSearch),
    build({ ...forBrowsers, entryPoints: ["packages/viewer/src/page/viewer.css"] }),
  ]);
  const textOf = ({ outputFiles: [{ text }] }) => text.trim();
  for (const script of [page, worker, reportWorker])
    if (/["']node:/.test(textOf(script))) throw new Error("a module of Node's got into the viewer");
  if (textOf(page).includes("</script")) throw new Error("the viewer's script would end in its middle");
  const { toBase85 } = await import(pathToFileURL(resolve("packages/viewer/dist/document/base85.js")).href);
  const packed = (script) => toBase85(gzipSync(textOf(script), { level: 9 }));
  mkdirSync(`${target}/lib/viewer`, { recursive: true });
  writeFileSync(`${target}/lib/viewer/page.js`, textOf(page));
  writeFileSync(`${target}/lib/viewer/page.css`, textOf(style));
  writeFileSync(`${target}/lib/viewer/worker.txt`, packed(worker));
  writeFileSync(`${target}/lib/viewer/report-worker.txt`, packed(reportWorker));
}

/** All that the bundle is made of. */
const sources = [
  ["core", "formats", "sat", "fleet", "lab", "stores", "viewer", "sightline"].flatMap((name) =>
    ["src", "dist", "package.json"].map((part) => `packages/${name}/${part}`),
  ),
  ["java", "specs"].map((folder) => `packages/lab/${folder}`),
  ["scripts/bundle.mjs", "tsconfig.base.json", "tsconfig.test.json", "node_modules/.package-lock.json"],
].flat();

/** Files that are the same in the package as at the root. */
const papers = ["README.md", "LICENSE", "CHANGELOG.md"];

const state = () => ({
  from: fingerprint([...sources, ...papers]),
  made: fingerprint(["lib", "java", "specs", ...papers].map((name) => `${target}/${name}`)),
});

/** What was made last, and of what: where both are as they were, there is nothing to do. */
const record = "node_modules/.cache/sightline-bundle.json";
if (existsSync(record) && readFileSync(record, "utf8") === JSON.stringify(state())) process.exit();

rmSync(`${target}/lib`, { recursive: true, force: true });
mkdirSync(`${target}/lib`);
await Promise.all([bundleModules(), bundleCommonJs(), bundleTypes(), bundleViewer()]);
for (const folder of ["java", "specs"]) {
  rmSync(`${target}/${folder}`, { recursive: true, force: true });
  cpSync(`packages/lab/${folder}`, `${target}/${folder}`, { recursive: true });
}
mkdirSync(`${target}/lib/licences`);
for (const name of carried) cpSync(`node_modules/${name}/LICENSE`, `${target}/lib/licences/${name}.txt`);
for (const file of papers) cpSync(file, `${target}/${file}`);
mkdirSync("node_modules/.cache", { recursive: true });
writeFileSync(record, JSON.stringify(state()));
