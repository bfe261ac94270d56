/** Stands for `node:zlib` in browsers, where gzip is unpacked by a stream before a reader sees any of it. */
export function createGunzip(): never {
  throw new Error("gzip is unpacked before");
}
