/** `isAscii` of `node:buffer`, for browsers. */
export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}
