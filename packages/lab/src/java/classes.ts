import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cacheFolder } from "./cache-folder.js";
import { runCompiler, type Jdk } from "./jdk.js";

/** The sources of the harness: the part of the lab that runs inside the JVM. */
const harnessFolder = fileURLToPath(new URL("../../java/", import.meta.url));

/** The folder of the harness's classes, compiled when they are needed first. */
export function harnessClasses(jdk: Jdk): Promise<string> {
  return compiledClasses(jdk, harnessFolder);
}

/**
 * The folder of the classes of all `.java` files right in a folder, compiled against a class path. They
 * are kept in a cache (`XDG_CACHE_HOME`, else the system's temporary folder), one folder for each text of
 * the sources and each JDK.
 */
export async function compiledClasses(
  jdk: Jdk,
  sourceFolder: string,
  classpath: readonly string[] = [],
): Promise<string> {
  const names = (await readdir(sourceFolder)).filter((name) => name.endsWith(".java")).sort();
  const files = names.map((name) => join(sourceFolder, name));
  const hash = createHash("sha256").update(JSON.stringify([jdk.version, classpath]));
  for (const [i, file] of files.entries()) hash.update(`\n${names[i]}\n`).update(await readFile(file));
  const cache = await cacheFolder();
  const folder = join(cache, hash.digest("hex").slice(0, 24));
  if (await exists(folder)) return folder;
  // Compiled aside and put in place at once: another process may be doing the same.
  const aside = await mkdtemp(join(cache, "compiling-"));
  try {
    await compile(jdk, files, aside, classpath);
    await rename(aside, folder);
  } catch (error) {
    if (!(await exists(folder))) throw error;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  return folder;
}

async function compile(
  jdk: Jdk,
  files: readonly string[],
  into: string,
  classpath: readonly string[],
): Promise<void> {
  const path = classpath.length === 0 ? [] : ["-classpath", classpath.join(delimiter)];
  try {
    await promisify(execFile)(jdk.java, [...runCompiler, "-nowarn", ...path, "-d", into, ...files]);
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    throw new Error(`Java sources do not compile with JDK ${jdk.version}: ${stderr.slice(0, 2000)}`, {
      cause: error,
    });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
