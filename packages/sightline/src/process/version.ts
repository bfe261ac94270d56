import { readFileSync } from "node:fs";

/** The version of the package: its manifest lies two folders up, from the sources as from the bundle. */
export function version(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
