/**
 * As much of Node's `Buffer` as the readers of formats use, for browsers: the bundler puts it in its place.
 */
export class Buffer extends Uint8Array {
  static allocUnsafe(length: number): Buffer {
    return new Buffer(length);
  }

  /** The bytes of a text, a copy of bytes, or a view of a part of memory. */
  static override from(given: unknown, start?: unknown, length?: unknown): Buffer {
    if (typeof given === "string")
      return start === "latin1"
        ? new Buffer(Array.from(given, (character) => character.charCodeAt(0) & 0xff))
        : new Buffer(new TextEncoder().encode(given));
    if (given instanceof Uint8Array) return new Buffer(given);
    return new Buffer(given as ArrayBuffer, start as number | undefined, length as number | undefined);
  }

  static concat(parts: readonly Uint8Array[]): Buffer {
    const whole = new Buffer(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  override toString(encoding: "latin1" | "utf8" = "utf8", from = 0, to = this.length): string {
    const bytes = this.subarray(from, to);
    if (encoding === "utf8") return new TextDecoder().decode(bytes);
    let text = "";
    for (let at = 0; at < bytes.length; at += PIECE)
      text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
    return text;
  }
}

/** A function takes no more arguments than that. */
const PIECE = 1 << 13;
