import type { ErrorCode } from "@sightline/core";

/** What a target's name says: a Java class, or a class of a JavaScript or TypeScript module. */
export type TargetName =
  | { readonly kind: "java"; readonly className: string }
  | { readonly kind: "js"; readonly file: string; readonly className: string };

/** What is wrong with the name of a target, or with how it is to be opened; the message tells what to write. */
export class TargetNameError extends Error {
  override readonly name = "TargetNameError";
  /** What kind of error it is: see docs/errors.md. */
  readonly code = "SL3003" satisfies ErrorCode;
}

const EXAMPLES = "java:java.util.concurrent.ConcurrentHashMap, js:./queue.ts#Queue";

/**
 * Reads the name of a target: `java:java.util.concurrent.ConcurrentHashMap`, or
 * `js:./queue.ts#Queue` (the class `Queue` of that module; without `#` its default export).
 * Throws a `TargetNameError`.
 */
export function parseTargetName(name: string): TargetName {
  const colon = name.indexOf(":");
  const [kind, rest] = [name.slice(0, Math.max(0, colon)), name.slice(colon + 1)];
  if (kind === "java") {
    if (/^[\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u.test(rest))
      return { kind, className: rest };
    throw new TargetNameError(
      `${name}: "${rest}" is not the name of a Java class. Such as java:java.util.concurrent.ConcurrentHashMap`,
    );
  }
  if (kind === "js") {
    const [file, className = "default", ...more] = rest.split("#");
    if (file !== "" && className !== "" && more.length === 0) return { kind, file, className };
    throw new TargetNameError(`${name}: name a module and a class of it, such as js:./queue.ts#Queue`);
  }
  throw new TargetNameError(`"${name}" names no target. Such as ${EXAMPLES}`);
}
