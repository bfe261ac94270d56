// Completes package-lock.json with the binaries for other platforms that a registry mirror did not
// know: `npm ci` refuses a lock file that leaves out optional dependencies. Run it after `npm install`.
import { readFileSync, writeFileSync } from "node:fs";

const systems = new Set("android darwin freebsd linux netbsd openbsd openharmony sunos win32".split(" "));
const processors = new Set("arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64".split(" "));

/** The platform that the name of a binary package tells, such as `@biomejs/cli-linux-x64-musl`. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = words.find((word) => systems.has(word));
  const cpu = words.find((word) => processors.has(word));
  const libc = words.some((word) => word.startsWith("musl"))
    ? "musl"
    : words.some((word) => word.startsWith("gnu"))
      ? "glibc"
      : undefined;
  return {
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(os === undefined ? {} : { os: [os] }),
    ...(os === "linux" && libc !== undefined ? { libc: [libc] } : {}),
  };
}

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
let added = 0;
for (const entry of Object.values({ ...lock.packages }))
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (place in lock.packages || !/^\d/.test(version)) continue;
    const platform = platformOf(name);
    if (Object.keys(platform).length === 0) continue;
    lock.packages[place] = {
      version,
      ...platform,
      ...(entry.dev ? { dev: true } : {}),
      license: entry.license,
      optional: true,
      engines: entry.engines,
    };
    added++;
  }
const sorted = Object.keys(lock.packages).sort((a, b) => (a === "" ? -1 : b === "" ? 1 : a < b ? -1 : 1));
lock.packages = Object.fromEntries(sorted.map((place) => [place, lock.packages[place]]));
writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} binaries for other platforms added`);
