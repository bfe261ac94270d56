import { fromBase85 } from "./base85.js";

/** A text compressed, in letters that need no escape in an address. */
export async function compress(text: string): Promise<string> {
  const packed = toBase64(await deflate(text, "deflate-raw"));
  return packed.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What was compressed. Rejects where it was not. */
export async function decompress(packed: string): Promise<string> {
  return inflate(fromBase64(packed), "deflate-raw");
}

/** A text packed by gzip and written in base64, as pages carry their data. */
export async function packText(text: string): Promise<string> {
  return toBase64(await deflate(text, "gzip"));
}

/** What was packed so. Rejects where it was not. */
export async function unpackText(packed: string): Promise<string> {
  return inflate(fromBase64(packed), "gzip");
}

/** What was packed by gzip and written in base 85, as pages carry their worker. Rejects where it was not. */
export async function unpackCode(packed: string): Promise<string> {
  return inflate(fromBase85(packed.trim()), "gzip");
}

async function inflate(bytes: Uint8Array<ArrayBuffer>, format: "deflate-raw" | "gzip"): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
  return new Response(stream).text();
}

/** Base64, for addresses or not. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.trim().replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 1 << 13)
    binary += String.fromCharCode(...bytes.subarray(at, at + (1 << 13)));
  return btoa(binary);
}

async function deflate(text: string, format: "deflate-raw" | "gzip"): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
