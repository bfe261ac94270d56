import { type ByteWindow, failAt } from "./window.js";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of bytes on the current line, which must be UTF-8. */
export function decodeText(window: ByteWindow, from: number, to: number): string {
  try {
    return strict.decode(window.bytes.subarray(from, to));
  } catch {
    return failAt(window, "this text is not UTF-8", from);
  }
}

const SLOTS = 1 << 12;
const MAX_CACHED = 24;
const cached: string[] = Array.from({ length: SLOTS }, () => "");

/**
 * The text of ASCII bytes, which have this hash. Short texts are kept for the next time: a file of a million
 * operations has few different words, and making strings is slow.
 */
export function asciiText(window: ByteWindow, from: number, to: number, hash: number): string {
  const { bytes } = window;
  const length = to - from;
  if (length > MAX_CACHED) return bytes.toString("latin1", from, to);
  const slot = (hash ^ (hash >>> 12)) & (SLOTS - 1);
  const known = cached[slot];
  let same = known.length === length;
  for (let i = 0; i < length && same; i++) same = known.charCodeAt(i) === bytes[from + i];
  return same ? known : (cached[slot] = bytes.toString("latin1", from, to));
}
