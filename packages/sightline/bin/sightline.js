#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";
import module from "node:module";

const main = new URL("../lib/esm/main.js", import.meta.url);
const [first, ...others] = process.argv.slice(2);

if (others.length === 0 && (first === "--version" || first === "-V")) {
  const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  console.log(manifest.version);
} else if (existsSync(main)) {
  // From Node 22 on, what was compiled at one start need not be at the next.
  module.enableCompileCache?.();
  const { main: run } = await import(main.href);
  await run(process.argv.slice(2));
} else {
  console.error("sightline is not built yet: run npm run build");
  process.exitCode = 70;
}
