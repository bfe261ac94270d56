/** A typed array with at least `length` places that begins with the old one's content. */
export function atLeast(old: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (old.length >= length) return old;
  const wider = new Int32Array(Math.max(length, 2 * old.length));
  wider.set(old);
  return wider;
}
