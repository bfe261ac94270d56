/** Characters from "(" on are digits, but "!" is in the place of "<": it would begin markup. */
const [FIRST, LESS, INSTEAD] = [40, 60, 33];

/** Bytes as text of which a page needs a sixteenth less than of base64: five characters for four bytes. */
export function toBase85(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    let word = 0;
    for (let i = 0; i < 4; i++) word = 256 * word + (bytes[at + i] ?? 0);
    let group = "";
    for (let i = 0; i < 5; i++, word = Math.floor(word / 85)) {
      const code = FIRST + (word % 85);
      group = String.fromCharCode(code === LESS ? INSTEAD : code) + group;
    }
    text += group.slice(0, bytes.length - at + 1);
  }
  return text;
}

/** The bytes of such a text. */
export function fromBase85(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 4) / 5));
  for (let at = 0, to = 0; at < text.length; at += 5, to += 4) {
    let word = 0;
    // What is missing in the last group counts as the last digit: no byte before it changes.
    for (let i = 0; i < 5; i++) {
      const code = at + i < text.length ? text.charCodeAt(at + i) : FIRST + 84;
      word = 85 * word + (code === INSTEAD ? LESS : code) - FIRST;
    }
    for (let i = 0; i < 4 && to + i < bytes.length; i++) bytes[to + i] = Math.floor(word / 256 ** (3 - i));
  }
  return bytes;
}
