import { rmSync } from "node:fs";
import { lstat, mkdir, mkdtemp, stat } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";

/** Where the cache is, and made if it is not there; `onNote` is told where it is not the wanted one. */
export type CacheFolder = (onNote?: (text: string) => void) => Promise<string>;

/** The cache of this process: where it is none that can be trusted, that is told once. */
export const cacheFolder = createCacheFolder();

/**
 * A folder that is ours alone: classes from it are run, so nobody else may put some there. It is kept from
 * run to run: `sightline` in `XDG_CACHE_HOME`, else `sightline-UID` in the system's temporary folder. Where
 * that cannot be made, or others may write to it, a new one does for this process, and `onNote` is told.
 */
export function createCacheFolder(): CacheFolder {
  let ownFolder: Promise<string> | undefined;
  return async (onNote = (text) => void process.stderr.write(`note: ${text}\n`)) => {
    const folder = wantedFolder();
    const trouble = await makePrivate(folder);
    if (trouble === undefined) return folder;
    if (ownFolder === undefined) {
      ownFolder = temporaryFolder();
      onNote(`${trouble}. What is compiled is not kept: set XDG_CACHE_HOME to a folder of your own`);
    }
    return ownFolder;
  };
}

function wantedFolder(): string {
  const { XDG_CACHE_HOME: home } = process.env;
  if (home !== undefined && home !== "") return join(resolve(home), "sightline");
  const { uid, username } = userInfo();
  return join(tmpdir(), `sightline-${uid < 0 ? username : uid}`);
}

/** Makes a folder that only this user can write to, if it is not there. Else: why it is none. */
async function makePrivate(folder: string): Promise<string | undefined> {
  try {
    await makeFolders(folder);
    const [found, parent] = [await lstat(folder), await stat(dirname(folder))];
    if (!found.isDirectory()) return `the cache ${folder} is no folder`;
    const { uid } = userInfo();
    if (uid < 0) return undefined; // the system knows no owners
    if (found.uid !== uid) return `the cache ${folder} belongs to another user`;
    if ((found.mode & 0o022) !== 0) return `others may write to the cache ${folder}`;
    // Where anybody may write, and it is not sticky as /tmp is, anybody may put another folder in its place.
    if ((parent.mode & 0o1002) === 0o002) return `others may write to ${dirname(folder)}`;
    return undefined;
  } catch (error) {
    return `the cache ${folder} cannot be made (${(error as Error).message})`;
  }
}

/** Makes a folder and those above it. (Node's own way of doing so never returns below `/proc`.) */
async function makeFolders(folder: string): Promise<void> {
  if (await isMade(folder)) return;
  if (dirname(folder) !== folder) await makeFolders(dirname(folder));
  if (!(await isMade(folder))) throw new Error("no folder can be made there");
}

/** Makes a folder, if it is not there; not where the one above it is not there either. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST" && code !== "ENOENT") throw error;
    return code === "EEXIST";
  }
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sightline-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
