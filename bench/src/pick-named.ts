/**
 * Those of the items one of whose names contains one of the given texts; all where none is given. Throws
 * where a text picks nothing: a benchmark that measures nothing must not look like one that did.
 */
export function pickNamed<Item>(
  items: readonly Item[],
  only: readonly string[],
  namesOf: (item: Item) => readonly string[],
): readonly Item[] {
  const picked = (item: Item, text: string): boolean => namesOf(item).some((name) => name.includes(text));
  for (const text of only)
    if (!items.some((item) => picked(item, text)))
      throw new Error(
        `--only ${text} picks nothing: there are ${items.map((item) => namesOf(item)[0]).join(", ")}`,
      );
  return only.length === 0 ? items : items.filter((item) => only.some((text) => picked(item, text)));
}
