import { execFile } from "node:child_process";
import { access, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { cacheFolder } from "../java/cache-folder.js";

/** The version that is fetched: the latest stable one whose output is known. */
const VERSION = "0.16";

const COPY_DEPENDENCIES = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies";

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sightline</groupId>
  <artifactId>jcstress</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>org.openjdk.jcstress</groupId>
      <artifactId>jcstress-core</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

/**
 * The jars of JCStress and of what it needs: the given class path, or those from Maven Central, which
 * Maven fetches when they are needed first and which are kept in the cache. Rejects with what to do where
 * they cannot be had.
 */
export async function jcstressJars(given?: string): Promise<readonly string[]> {
  if (given !== undefined) return givenJars(given.split(delimiter));
  const cache = await cacheFolder();
  const folder = join(cache, `jcstress-${VERSION}`);
  const kept = await jarsIn(folder);
  if (kept.length > 0) return kept;
  const aside = await mkdtemp(join(cache, "fetching-"));
  try {
    await fetchInto(aside);
    await rename(aside, folder);
  } catch (error) {
    // Another process may have fetched them meanwhile.
    if ((await jarsIn(folder)).length === 0) throw error;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  return jarsIn(folder);
}

async function givenJars(paths: readonly string[]): Promise<readonly string[]> {
  for (const path of paths)
    await access(path).catch(() => {
      throw new Error(`there is no ${path}: give the jar of JCStress, with those it needs`);
    });
  return paths;
}

async function fetchInto(folder: string): Promise<void> {
  const pom = join(folder, "pom.xml");
  await writeFile(pom, POM);
  const settings = [`-DoutputDirectory=${folder}`, "-DincludeScope=runtime"];
  try {
    await promisify(execFile)("mvn", ["-q", "-B", "-f", pom, COPY_DEPENDENCIES, ...settings]);
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as { code?: unknown; stdout?: string; stderr?: string };
    const why =
      code === "ENOENT" ? "there is no mvn here" : `mvn says: ${`${stdout}${stderr}`.trim().slice(0, 1000)}`;
    throw new Error(
      `JCStress ${VERSION} cannot be fetched from Maven Central (${why}): ` +
        "install Maven and have a network, or give the jar of JCStress yourself",
      { cause: error },
    );
  }
}

async function jarsIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith(".jar")).map((name) => join(folder, name));
  } catch {
    return [];
  }
}
