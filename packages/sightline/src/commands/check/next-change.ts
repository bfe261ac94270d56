import { type FSWatcher, watch } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { collectInputs, folderOf, isPattern } from "@sightline/formats";
import { UsageError } from "../../errors/usage-error.js";

/** Each file that is read, or should be, and what tells one state of it from another. */
export type States = ReadonlyMap<string, string>;

/** The files that the arguments stand for now, and `others`, with the state that each is in. */
export async function statesOf(args: readonly string[], others: readonly string[]): Promise<States> {
  const { inputs, errors } = await collectInputs(args);
  const files = inputs.flatMap(({ kind, file }) => (kind === "file" ? [file] : []));
  const states = new Map<string, string>();
  for (const file of [...files, ...errors.map((error) => error.file), ...others])
    states.set(file, await stateOf(file));
  return states;
}

async function stateOf(file: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    return "missing";
  }
}

/** Files that are still being written change again after less than this, in milliseconds. */
const QUIET = 100;

/**
 * Waits until the files are in another state than `seen`, and have come to rest. The change may have come
 * before: nothing is missed. `undefined`: the signal came first.
 */
export async function nextChange(
  args: readonly string[],
  others: readonly string[],
  seen: States,
  signal: AbortSignal,
): Promise<{ readonly files: readonly string[]; readonly states: States } | undefined> {
  while (!signal.aborted) {
    // New watchers after each event, for folders may be new; then a look at what came while there were none.
    const watchers = watchFolders(await foldersOf(args, others));
    try {
      let states = await statesOf(args, others);
      if (differences(seen, states).length === 0) {
        await watchers.event(signal);
        continue;
      }
      for (let before = seen; differences(before, states).length > 0 && !signal.aborted; ) {
        await pause(QUIET);
        [before, states] = [states, await statesOf(args, others)];
      }
      const files = differences(seen, states);
      if (files.length > 0 && !signal.aborted) return { files, states };
    } finally {
      watchers.close();
    }
  }
  return undefined;
}

function differences(before: States, after: States): readonly string[] {
  const files = new Set([...before.keys(), ...after.keys()]);
  return [...files].filter((file) => before.get(file) !== after.get(file));
}

/** The folders in which something must happen before the arguments stand for something else. */
async function foldersOf(args: readonly string[], others: readonly string[]): Promise<ReadonlySet<string>> {
  const folders = new Set<string>();
  const { inputs, errors } = await collectInputs(args);
  for (const file of [...inputs.map((input) => input.file), ...errors.map((error) => error.file), ...others])
    folders.add(await existing(dirname(file)));
  for (const arg of args) {
    const kind = await stat(arg).catch(() => undefined);
    if (kind?.isDirectory() === true) await addBelow(arg, Infinity, folders);
    else if (kind === undefined && isPattern(arg)) {
      const folder = folderOf(arg);
      const deep = arg.includes("**") ? Infinity : arg.split("/").length;
      if (await isFolder(folder)) await addBelow(folder, deep, folders);
      else folders.add(await existing(folder));
    }
  }
  return folders;
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() === true;

/** The folder, or the nearest above it that there is. */
async function existing(folder: string): Promise<string> {
  return (await isFolder(folder)) || dirname(folder) === folder ? folder : existing(dirname(folder));
}

/** Adds a folder and those below it, so many levels deep. */
async function addBelow(
  folder: string,
  deep: number,
  folders: Set<string>,
  visited = new Set<string>(),
): Promise<void> {
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined || visited.has(real)) return;
  visited.add(real);
  folders.add(folder);
  if (deep <= 0) return;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(path))))
      await addBelow(path, deep - 1, folders, visited);
  }
}

/** Watches folders. `event` resolves when something has happened in one since, or at the signal. */
function watchFolders(folders: ReadonlySet<string>): {
  event(signal: AbortSignal): Promise<void>;
  close(): void;
} {
  const watchers: FSWatcher[] = [];
  let wake: () => void = () => {};
  const happened = new Promise<void>((resolve) => (wake = resolve));
  const close = (): void => {
    for (const watcher of watchers) watcher.close();
  };
  for (const folder of folders)
    try {
      const watcher = watch(folder);
      watcher.on("change", wake);
      watcher.on("error", wake); // it is gone: look again
      watchers.push(watcher);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") {
        wake();
        continue;
      }
      close();
      throw new UsageError("SL2091", `--watch: ${folder} cannot be watched: ${message}`);
    }
  return {
    event: (signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
        if (signal.aborted) resolve();
        void happened.then(resolve);
      }),
    close,
  };
}
