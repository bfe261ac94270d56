/** The bytes, unpacked if they are gzip's, else as they are. Rejects in words where they are damaged. */
export async function unpackGzip(bytes: Uint8Array, file: string): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"));
  try {
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Error(`${file}: the compressed data are damaged, or end too early: is the file cut off?`);
  }
}
