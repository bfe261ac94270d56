/**
 * The texts that were read of one key, seen as the only ones that matter: a text that is growing is one of their
 * beginnings, which has a number, or none of them, and then it stays so until it is written anew.
 */
export interface ObservedTexts {
  /** The number of a text: the same for two exactly when they are equal, or both begin no text that was read. */
  numberOf(text: string): number;
  /** The number of the numbered text with more at its end. */
  append(number: number, more: string): number;
  /** The text with this number; for all that have `other`, one that begins none of those that were read. */
  textOf(number: number): string;
  /** The number of every text that begins none of those that were read. */
  readonly other: number;
}

/** The beginnings of these texts. */
export function observedTexts(observed: Iterable<string>): ObservedTexts {
  // Of a sorted list, those with a common beginning stand together. One that begins the next is not needed besides it.
  const sorted = [...observed].sort();
  const texts = sorted.filter((text, i) => i === sorted.length - 1 || !sorted[i + 1].startsWith(text));
  // The beginnings of `texts[i]` that no text before it has are numbered from `starts[i]`, plus their length.
  const starts = new Float64Array(texts.length + 1);
  for (let i = 0; i < texts.length; i++) starts[i + 1] = starts[i] + texts[i].length + 1;
  const other = starts[texts.length];
  const otherText = textBeside(texts);

  /** The first of the list that is not before the text; what it is a beginning of, if anything, begins there. */
  const placeOf = (text: string): number => {
    let [low, high] = [0, texts.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (texts[middle] < text) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const numberOf = (text: string): number => {
    const i = placeOf(text);
    return i < texts.length && texts[i].startsWith(text) ? starts[i] + text.length : other;
  };
  /** The place of the text that a number, not `other`, is a beginning of. */
  const ownerOf = (number: number): number => {
    let [low, high] = [0, texts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (starts[middle] <= number) low = middle;
      else high = middle;
    }
    return low;
  };
  return {
    other,
    numberOf,
    append(number, more) {
      if (number === other) return other;
      const i = ownerOf(number);
      const length = number - starts[i];
      if (texts[i].startsWith(more, length)) return number + more.length;
      // Only where the next text begins alike can another be meant.
      const begin = texts[i].slice(0, length);
      return i + 1 < texts.length && texts[i + 1].startsWith(begin) ? numberOf(begin + more) : other;
    },
    textOf(number) {
      if (number === other) return otherText;
      const i = ownerOf(number);
      return texts[i].slice(0, number - starts[i]);
    },
  };
}

/** A short text with which none of these begins, and which is none of them. */
function textBeside(texts: readonly string[]): string {
  const firsts = new Set(texts.map((text) => text.charAt(0)));
  let code = 0xe000; // characters for private use: short, and rarely in anyone's data
  while (firsts.has(String.fromCharCode(code))) code++;
  return String.fromCharCode(code);
}
