// @module-tag slow
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { compiledClasses } from "./classes.js";
import { findJdk } from "./jdk.js";
import { startQuickJvms, whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";

const noJdk = await whyNoJdk();
startQuickJvms();

it("says what to install where there is no Java", async () => {
  await expect(findJdk("/no/such/java")).rejects.toThrow(/no Java here.*install a JDK 17 or later/);
});

it("takes no command for Java that is not", async () => {
  await expect(findJdk(process.execPath)).rejects.toThrow(/install a JDK 17 or later/);
});

describe.skipIf(noJdk !== undefined)("compiled classes", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sightline-test-"));
    vi.stubEnv("XDG_CACHE_HOME", join(folder, "cache"));
    await writeFile(join(folder, "A.java"), "class A {}");
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });

  it("are kept, and compiled again when the sources change", async () => {
    const jdk = await findJdk();
    const first = await compiledClasses(jdk, folder);
    expect(await readdir(first)).toEqual(["A.class"]);
    expect(await compiledClasses(jdk, folder)).toBe(first);
    await writeFile(join(folder, "A.java"), "class A { class B {} }");
    const second = await compiledClasses(jdk, folder);
    expect((await readdir(second)).sort()).toEqual(["A$B.class", "A.class"]);
    expect(await readdir(join(folder, "cache", "sightline"))).toHaveLength(2);
  });

  it("are there once when two want them at once", async () => {
    const jdk = await findJdk();
    const [one, two] = await Promise.all([compiledClasses(jdk, folder), compiledClasses(jdk, folder)]);
    expect(one).toBe(two);
    expect(await readdir(join(folder, "cache", "sightline"))).toHaveLength(1);
    expect(await readdir(one)).toEqual(["A.class"]);
  });

  it("are not kept when they do not compile", async () => {
    await writeFile(join(folder, "A.java"), "class A { int x = true; }");
    await expect(compiledClasses(await findJdk(), folder)).rejects.toThrow(
      /do not compile.*incompatible types/s,
    );
    expect(await readdir(join(folder, "cache", "sightline"))).toEqual([]);
  });
});
