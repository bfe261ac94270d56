import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "../errors/usage-error.js";
import { outputFailed } from "./output.js";

/**
 * A file that is written while the work goes on. What was in its place stays there until the new one is
 * whole. Where it cannot be written, that is said once, and the work goes on without it.
 */
export interface OutputFile {
  /** Whether `overwrite` works: not in a pipe. */
  readonly seekable: boolean;
  write(text: string): void;
  /** Writes over what was written, from a byte on. */
  overwrite(text: string, from: number): void;
  /** Puts it in its place. */
  finish(): void;
  /** Leaves everything as if it had never been. */
  discard(): void;
}

/** Where a file is written to, and where it goes from there. */
interface Draft {
  readonly descriptor: number;
  /** Absent for what has no place to be put in: pipes, devices, what is open already. */
  readonly beside?: { readonly path: string; readonly target: string };
}

/** Opens a file that an option asks for. Throws a `UsageError` where it cannot be written. */
export function createOutputFile(path: string, option: string): OutputFile {
  let draft: Draft | undefined = orUsageError(option, () => openDraft(path));
  const { descriptor, beside } = draft;
  const drop = (): void => {
    draft = undefined;
    closeSync(descriptor);
    if (beside !== undefined) rmSync(beside.path, { force: true });
  };
  const attempt = (action: () => void): void => {
    if (draft === undefined) return;
    try {
      action();
    } catch (error) {
      drop();
      outputFailed(`${option} ${path} cannot be written: ${(error as Error).message}`);
    }
  };
  return {
    seekable: beside !== undefined,
    write: (text) => attempt(() => writeFileSync(descriptor, text)),
    overwrite: (text, from) => attempt(() => void writeSync(descriptor, text, from)),
    finish() {
      attempt(() => {
        if (beside !== undefined) putInPlace(beside.path, beside.target);
        drop();
      });
    },
    discard() {
      if (draft !== undefined) drop();
    },
  };
}

/**
 * A file that is written at once when the work has ended: where that cannot be, it is better said before.
 * Until then it stays as it is: it may be read first. Throws a `UsageError` that names the option.
 */
export function openToWrite(path: string, option: string): (text: string) => void {
  const first = createOutputFile(path, option);
  if (first.seekable) first.discard();
  return (text) => {
    const file = first.seekable ? createOutputFile(path, option) : first;
    file.write(text);
    file.finish();
  };
}

/** Files that are open already: what is behind such a name is not replaced. */
const OPEN_ALREADY = /^\/(?:dev\/(?:stdout|stderr|fd\/\d+)|proc\/self\/fd\/\d+)$/;

function openDraft(path: string): Draft {
  if (OPEN_ALREADY.test(path)) return { descriptor: openSync(path, "a") };
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) return { descriptor: openSync(path, "w") };
  const target = found === undefined ? newPlace(path) : realpathSync(path);
  if (found !== undefined) accessSync(target, constants.W_OK);
  const draft = openBeside(target, found !== undefined);
  if (found !== undefined) keepMode(draft.descriptor, found.mode & 0o777);
  return draft;
}

/** Who may read the old one may read the new one, on disks that know of such things. */
function keepMode(descriptor: number, mode: number): void {
  try {
    fchmodSync(descriptor, mode);
  } catch {
    // It keeps the mode of any new file.
  }
}

/** Where a file that is not there yet will be: where a link leads to that leads nowhere. */
function newPlace(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? resolve(dirname(path), readlinkSync(path)) : path;
}

/** Opens a new file in the same folder; or, for one that may be written in a folder that may not, elsewhere. */
function openBeside(target: string, exists: boolean): Draft {
  try {
    return openNew(target, target);
  } catch (error) {
    if (!exists || !["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? ""))
      throw error;
    return openNew(join(tmpdir(), basename(target)), target);
  }
}

/** Opens `report.html.1234.part` or, if that is taken, one with another number. */
function openNew(like: string, target: string): Draft {
  for (let number = process.pid; ; number++)
    try {
      const path = `${like}.${number}.part`;
      return { descriptor: openSync(path, "wx"), beside: { path, target } };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
}

/** Renames; where that cannot be (another disk, a place that something is mounted on), copies. */
function putInPlace(path: string, target: string): void {
  try {
    renameSync(path, target);
  } catch {
    copyFileSync(path, target);
  }
}

function orUsageError<T>(option: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new UsageError("SL4002", `${option} cannot be written: ${(error as Error).message}`);
  }
}
