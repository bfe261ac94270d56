/**
 * Sixteen hexadecimal digits that tell texts apart: equal for equal texts, on every machine. Two 32-bit
 * hashes (FNV-1a with different factors, each stirred at the end); not meant to withstand forgery.
 */
export function fingerprint(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
  }
  return hex(stir(a ^ (b >>> 15))) + hex(stir(b ^ (a >>> 13)));
}

/** Lets every bit of a hash depend on every other. */
function stir(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return mixed ^ (mixed >>> 16);
}

const hex = (hash: number): string => (hash >>> 0).toString(16).padStart(8, "0");
