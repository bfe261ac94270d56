/** As few of these as will do, looked for by leaving out halves, quarters and so on down to one. */
export function fewest<One>(
  all: readonly One[],
  suffices: (some: readonly One[]) => boolean,
): readonly One[] {
  let best = all;
  for (let size = Math.ceil(all.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < best.length; ) {
      const fewer = [...best.slice(0, at), ...best.slice(at + size)];
      if (suffices(fewer)) best = fewer;
      else at += size;
    }
  return best;
}
