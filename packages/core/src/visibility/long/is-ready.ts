/**
 * Whether an operation may stand next, where sessions have come so far: all that has to stand before it is placed. Of
 * its own session that is so, for whoever asks has it as the next of that session.
 *
 * @param before `[operation * sessions + session]`: how many of a session, its first ones, have to stand before it
 * @param placed session → how many of it are placed
 * @param own the session of the operation
 */
export function isReady(before: Int32Array, placed: Int32Array, operation: number, own: number): boolean {
  const width = placed.length;
  for (let s = 0, at = operation * width; s < width; s++, at++)
    if (before[at] > placed[s] && s !== own) return false;
  return true;
}
