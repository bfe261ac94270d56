/** What stands for itself in a word: no pattern, variable, redirection or list. */
const PIECE = /^(?:"((?:[^"\\$`!]|\\["\\])*)"|'([^']*)'|([\w./:=,@%+^-][\w./:=,@%+^#-]*))/;

/** The words of a line that a shell would hand on as they stand; `undefined` where it would do more. */
export function plainWords(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let rest = line.replaceAll(/\\\n/g, " ");
  for (let isNew = true; ; isNew = false) {
    const space = /^\s+/.exec(rest)?.[0].length ?? 0;
    rest = rest.slice(space);
    if (rest === "") return words;
    const piece = PIECE.exec(rest);
    if (piece === null) return undefined;
    const [whole, double, single, bare] = piece;
    const text = double?.replaceAll(/\\(["\\])/g, "$1") ?? single ?? bare;
    if (isNew || space > 0) words.push(text);
    else words.push(`${words.pop()}${text}`);
    rest = rest.slice(whole.length);
  }
}
