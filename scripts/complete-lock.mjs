// Completes package-lock.json with the binaries for other platforms that a registry mirror did not
// know: `npm ci` refuses a lock file that leaves out optional dependencies. Run it after `npm install`.
import { readFileSync, writeFileSync } from "node:fs";

const systems = {
  android: "android",
  darwin: "darwin",
  freebsd: "freebsd",
  linux: "linux",
  openharmony: "openharmony",
  win32: "win32",
  sunos: "sunos",
  netbsd: "netbsd",
  openbsd: "openbsd",
  aix: "aix",
};
const processors = [
  "arm64",
  "x64",
  "arm",
  "ia32",
  "ppc64",
  "ppc64le",
  "riscv64",
  "s390x",
  "loong64",
  "mips64el",
  "wasm32",
];

/** The platform that the name of a binary package tells, such as `@biomejs/cli-linux-x64-musl`. */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = words.find((word) => word in systems);
  const cpu = words.find((word) => processors.includes(word));
  const libc = words.some((word) => word.startsWith("musl"))
    ? "musl"
    : words.some((word) => word.startsWith("gnu"))
      ? "glibc"
      : undefined;
  return {
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(os === undefined ? {} : { os: [systems[os]] }),
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
