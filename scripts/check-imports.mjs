// Holds the import rule of .dependency-cruiser.cjs, and first proves that the tool sees the files:
// a cruiser that cannot parse TypeScript would report no violation of anything.
import { readdirSync } from "node:fs";
import { cruise } from "dependency-cruiser";
import extractTsConfig from "dependency-cruiser/config-utl/extract-ts-config";
import config from "../.dependency-cruiser.cjs";

const sources = readdirSync("packages", { recursive: true })
  .map(String)
  .filter((path) => /^[^/]+\/src\/.*\.tsx?$/.test(path)).length;
const { output } = await cruise(
  ["packages"],
  { ...config.options, ruleSet: { forbidden: config.forbidden }, validate: true, includeOnly: undefined },
  undefined,
  { tsConfig: extractTsConfig(config.options.tsConfig.fileName) },
);
const seen = output.modules.filter(({ source }) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(source));
const edges = seen.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
if (seen.length < sources || edges < seen.length) {
  console.error(
    `import rule: the tool saw ${seen.length} of ${sources} files and ${edges} imports; it checks nothing`,
  );
  process.exit(1);
}
const lost = seen.flatMap(({ source, dependencies }) =>
  dependencies
    .filter(({ module, couldNotResolve }) => couldNotResolve && module.startsWith("@sightline/"))
    .map(({ module }) => `${source} -> ${module}`),
);
if (lost.length > 0) {
  console.error(
    `import rule: the tool does not know where these lead, so it cannot judge them:\n${lost.join("\n")}`,
  );
  process.exit(1);
}
const { violations } = output.summary;
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} -> ${to}`);
console.log(`import rule: ${seen.length} files, ${edges} imports, ${violations.length} violations`);
process.exit(violations.length === 0 ? 0 : 1);
