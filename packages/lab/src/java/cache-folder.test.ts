import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCacheFolder } from "./cache-folder.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sightline-test-"));
  vi.stubEnv("XDG_CACHE_HOME", join(folder, "a", "cache"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** The cache folder, and what was said about it. */
async function open(): Promise<{ cache: string; notes: string[] }> {
  const cacheFolder = createCacheFolder(); // one that has fallen back says so once
  const notes: string[] = [];
  const cache = await cacheFolder((text) => notes.push(text));
  expect(await cacheFolder((text) => notes.push(text))).toBe(cache);
  return { cache, notes };
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe.skipIf(process.platform === "win32")("the cache of compiled classes", () => {
  it("is made for this user alone, and kept", async () => {
    const { cache, notes } = await open();
    expect(cache).toBe(join(folder, "a", "cache", "sightline"));
    expect(notes).toEqual([]);
    expect(await modeOf(cache)).toBe(0o700);
  });

  it.each([0o770, 0o707, 0o720, 0o702])("is not one that others may write to (%o)", async (mode) => {
    const shared = join(folder, "a", "cache", "sightline");
    await mkdir(shared, { recursive: true });
    await chmod(shared, mode);
    const { cache, notes } = await open();
    expect(cache).not.toBe(shared);
    expect(await modeOf(cache)).toBe(0o700);
    expect(notes).toEqual([expect.stringMatching(/^others may write to the cache .*set XDG_CACHE_HOME/)]);
  });

  it("is not in a folder where others may put another in its place", async () => {
    await mkdir(join(folder, "a", "cache"), { recursive: true });
    await chmod(join(folder, "a", "cache"), 0o777);
    expect((await open()).notes).toEqual([expect.stringMatching(/^others may write to .*cache\./)]);
  });

  it("may be in a folder where others may not, such as /tmp", async () => {
    await mkdir(join(folder, "a", "cache"), { recursive: true });
    await chmod(join(folder, "a", "cache"), 0o1777);
    expect((await open()).notes).toEqual([]);
  });

  it("is no link and no file", async () => {
    await mkdir(join(folder, "a", "cache"), { recursive: true });
    await symlink(folder, join(folder, "a", "cache", "sightline"));
    expect((await open()).notes).toEqual([expect.stringContaining("is no folder")]);
    vi.stubEnv("XDG_CACHE_HOME", join(folder, "b"));
    await mkdir(join(folder, "b"));
    await writeFile(join(folder, "b", "sightline"), "");
    expect((await open()).notes).toEqual([expect.stringContaining("is no folder")]);
  });

  it("is somewhere else where it cannot be made", async () => {
    await writeFile(join(folder, "a"), "");
    const { cache, notes } = await open();
    expect(notes).toEqual([expect.stringMatching(/cannot be made \(ENOTDIR/)]);
    expect(await modeOf(cache)).toBe(0o700);
  });

  it.skipIf(process.platform !== "linux")(
    "is somewhere else, at once, where nothing can be made",
    async () => {
      vi.stubEnv("XDG_CACHE_HOME", "/proc/nowhere");
      expect((await open()).notes).toEqual([expect.stringContaining("cannot be made")]);
    },
  );
});
