import type { InputError } from "@sightline/formats";
import type { InvalidInput } from "../report.js";

/** An error of a reader as plain data: exceptions lose their fields between threads. */
export function invalidInput({ file, line, column, reason, code, foreign }: InputError): InvalidInput {
  return { file, reason, code, ...(line > 0 && { line, column }), ...(foreign && { foreign }) };
}

/** Whether an exception comes from the file system. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === "string";
}

const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file or directory",
  EACCES: "permission denied",
  EISDIR: "is a directory",
  EMFILE: "too many open files",
};

/** What the file system says, in words. */
export function systemReason(error: NodeJS.ErrnoException): string {
  return systemReasons[error.code ?? ""] ?? error.message;
}
