import { shorten } from "@sightline/core";
import type { Texts } from "../document/texts.js";
import { visible } from "../text/visible.js";

export interface NamedProps {
  readonly words: string;
  readonly texts: Texts;
  readonly onSelect: (id: number) => void;
  /** Whether to put the operation's text behind its number. */
  readonly full?: boolean;
}

/** Words in which the numbers of operations are links to them. All of it is text: nothing in it acts. */
export function Named({ words, texts, onSelect, full = false }: NamedProps) {
  return (
    <>
      {visible(shorten(words))
        .split(/(#\d+)/u)
        .map((piece, at) => {
          if (!/^#\d+$/u.test(piece)) return piece;
          const id = Number(piece.slice(1));
          return (
            <a
              key={at}
              href={piece}
              class="operation"
              title={texts.has(id) ? shorten(texts.named(id)) : undefined}
              onClick={(event) => {
                event.preventDefault();
                event.stopPropagation();
                if (texts.has(id)) onSelect(id);
              }}
            >
              {full && texts.has(id) ? shorten(texts.named(id)) : piece}
            </a>
          );
        })}
    </>
  );
}
