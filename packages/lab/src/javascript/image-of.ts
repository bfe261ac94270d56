import type { Value } from "@sightline/core";
import type { SubjectClass } from "./subject.js";

/**
 * What a class shared by threads has to offer: how much memory an object needs, and a constructor that
 * attaches to such memory. It is constructed in each thread, over the same memory, so the constructor must
 * not write to it: what is not to begin as zeros is written by `share`.
 */
interface SharedClass {
  /** The bytes of an object, all zero at first. */
  readonly sharedBytes?: number | ((...args: readonly Value[]) => number);
  /** The memory of a new object. */
  share?(...args: readonly Value[]): SharedArrayBuffer;
}

/** Larger objects would leave no room for many at a time. */
const MOST_BYTES = 1 << 24;

/** The memory that a new object starts with. Throws words that say what the class lacks. */
export function imageOf(type: SubjectClass, args: readonly Value[]): Uint8Array {
  const shared = type as SharedClass;
  if (typeof shared.share === "function") {
    const memory = shared.share(...args);
    if (!(memory instanceof SharedArrayBuffer))
      throw new Error(`${type.name}.share() does not return a SharedArrayBuffer`);
    return checked(type, new Uint8Array(memory).slice());
  }
  const bytes = typeof shared.sharedBytes === "function" ? shared.sharedBytes(...args) : shared.sharedBytes;
  if (bytes === undefined)
    throw new Error(
      `${type.name} does not say how much memory its objects share: give it "static sharedBytes = 1024", or "static share()" that returns a SharedArrayBuffer; or test its async methods with --mode async`,
    );
  if (!Number.isSafeInteger(bytes) || bytes < 0 || bytes > MOST_BYTES)
    throw new Error(`${type.name}.sharedBytes is a whole number of bytes, at most ${MOST_BYTES}`);
  return new Uint8Array(bytes);
}

function checked(type: SubjectClass, image: Uint8Array): Uint8Array {
  if (image.length > MOST_BYTES)
    throw new Error(`${type.name}.share() returns more than ${MOST_BYTES} bytes: make the objects smaller`);
  return image;
}
