/** Who may import whom: the rule of the house, from the ground floor up. */
const packages = {
  core: [],
  formats: ["core"],
  sat: ["core"],
  lab: ["core"],
  stores: ["core", "formats"],
  fleet: ["core", "formats", "sat"],
  viewer: ["core", "formats"],
  sightline: ["core", "formats", "sat", "lab", "stores", "fleet", "viewer"],
};

const forbidden = [
  {
    name: "no-cycles",
    severity: "error",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
  {
    name: "core-imports-nothing",
    comment: "core runs in browsers: no package, no node: module",
    severity: "error",
    from: { path: "^packages/core/src", pathNot: "\\.test\\.ts$" },
    to: { pathNot: "^packages/core/src" },
  },
  {
    name: "witness-shares-no-code-with-engines",
    comment: "the verifier must not inherit an engine's bug",
    severity: "error",
    from: { path: "^packages/core/src/witness", pathNot: "\\.test\\.ts$" },
    to: {
      path: "^packages/core/src/(ask|routes|linearize|monitors|decompose|plan|explain|memory|visibility)",
    },
  },
  {
    name: "witness-reaches-no-engine",
    comment: "nor by way of anything that it imports",
    severity: "error",
    from: { path: "^packages/core/src/witness", pathNot: "\\.test\\.ts$" },
    to: {
      path: "^packages/core/src/(ask|routes|linearize|monitors|decompose|plan|explain|memory|visibility|cubes|follow|check\\.ts|decide\\.ts|measure\\.ts)",
      reachable: true,
    },
  },
  {
    name: "what-is-asked-knows-no-engine",
    comment: "histories, types and criteria say what is meant, not how it is decided",
    severity: "error",
    from: { path: "^packages/core/src/(history|types|criteria)", pathNot: "\\.test\\.ts$" },
    to: {
      path: "^packages/core/src/(ask|routes|linearize|monitors|decompose|plan|explain|memory|visibility|witness)",
    },
  },
  {
    name: "test-support-is-for-tests",
    comment: "oracles, generators and fuzzers never get into what is published",
    severity: "error",
    from: { pathNot: ["\\.test\\.ts$", "^packages/testing/", "^bench/"] },
    to: { path: "^packages/testing/" },
  },
  {
    name: "a-command-keeps-to-its-room",
    comment: "what two commands need is in commands/shared, or in a room below",
    severity: "error",
    from: { path: "^packages/sightline/src/commands/([^/]+)/" },
    to: {
      path: "^packages/sightline/src/commands/",
      pathNot: "^packages/sightline/src/commands/($1|shared)/",
    },
  },
  {
    name: "only-the-program-knows-the-commands",
    comment: "and only what declares them: the rest is loaded when a command runs",
    severity: "error",
    from: { path: "^packages/sightline/src/(?!commands/|program\\.ts$)" },
    to: { path: "^packages/sightline/src/commands/" },
  },
  {
    name: "the-program-is-a-list",
    severity: "error",
    from: { path: "^packages/sightline/src/program\\.ts$" },
    to: {
      path: "^packages/sightline/src/commands/",
      pathNot: "/declare\\.ts$",
    },
  },
  {
    name: "no-cycles-in-the-command-line",
    comment: "not even of types",
    severity: "error",
    from: { path: "^packages/sightline/src/" },
    to: { circular: true },
  },
];
for (const [name, allowed] of Object.entries(packages)) {
  if (name !== "core")
    forbidden.push({
      name: `${name}-imports-only-what-is-below`,
      severity: "error",
      from: { path: `^packages/${name}/src` },
      to: { path: `^packages/(?!(${[name, ...allowed, "testing"].join("|")})/)` },
    });
  forbidden.push({
    name: "a-package-is-entered-by-its-door",
    comment:
      "what index.ts does not export is the package's own; only tests may reach for it. A worker that draws random numbers need not load all engines with them",
    severity: "error",
    from: { path: `^packages/${name}/src`, pathNot: "\\.test\\.ts$" },
    to: { path: `^packages/(?!${name}/)[^/]+/src/(?!(index|random)\\.ts$)` },
  });
}

module.exports = {
  forbidden,
  options: {
    tsConfig: { fileName: "tsconfig.test.json" },
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    // Sources do not change meanwhile: what was found once need not be looked for again.
    enhancedResolveOptions: { cacheDuration: 600_000, extensions: [".ts", ".tsx", ".js"] },
    exclude: { path: "(^|/)(dist|lib)/" },
  },
};
