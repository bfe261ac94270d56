/** The indices of `keys` (whole numbers) in ascending order of key; equal keys keep their order. */
export function sortedBy(keys: ArrayLike<number>): Int32Array {
  const { length } = keys;
  if (length === 0) return new Int32Array(0);
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < length; i++) {
    if (keys[i] < least) least = keys[i];
    if (keys[i] > most) most = keys[i];
  }
  const sorted = new Int32Array(length);
  if (most - least < 16 * length) {
    // Keys close together: count, then put each in its place.
    const starts = new Int32Array(most - least + 2);
    for (let i = 0; i < length; i++) starts[keys[i] - least + 1]++;
    for (let key = 1; key < starts.length; key++) starts[key] += starts[key - 1];
    for (let i = 0; i < length; i++) sorted[starts[keys[i] - least]++] = i;
  } else {
    const packed = new Float64Array(length);
    for (let i = 0; i < length; i++) packed[i] = (keys[i] - least) * length + i;
    packed.sort();
    for (let i = 0; i < length; i++) sorted[i] = packed[i] % length;
  }
  return sorted;
}

/** The items that the indices name, in their order. */
export function pick(items: ArrayLike<number>, indices: ArrayLike<number>): Int32Array {
  const picked = new Int32Array(indices.length);
  for (let i = 0; i < picked.length; i++) picked[i] = items[indices[i]];
  return picked;
}
