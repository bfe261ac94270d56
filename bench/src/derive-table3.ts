import type { DerivedLevel } from "@sightline/lab";

/** The classes of POPL'19 Table 3. */
export const table3Classes: readonly string[] = [
  "ConcurrentHashMap",
  "ConcurrentSkipListMap",
  "ConcurrentSkipListSet",
  "ConcurrentLinkedQueue",
  "LinkedTransferQueue",
  "LinkedBlockingQueue",
  "ConcurrentLinkedDeque",
];

/** The methods to which the table gives no level; the levels of the others are in the specifications. */
const none: Readonly<Record<string, readonly string[]>> = {
  ConcurrentHashMap: ["clear", "size", "mappingCount"],
  ConcurrentSkipListMap: ["clear", "pollFirstEntry", "pollLastEntry"],
  ConcurrentSkipListSet: ["clear", "pollFirst", "pollLast"],
  ConcurrentLinkedQueue: ["clear"],
  LinkedTransferQueue: ["clear"],
  LinkedBlockingQueue: ["peek"],
  ConcurrentLinkedDeque: [
    "clear",
    "addFirst",
    "offerFirst",
    "pollLast",
    "removeLast",
    "removeLastOccurrence",
  ],
};

/** The level of a method in the table, given what the specification claims; `undefined`: it is not there. */
export function table3Level(
  className: string,
  method: string,
  claimed: DerivedLevel | undefined,
): DerivedLevel | undefined {
  return claimed ?? (none[className].includes(method) ? "none" : undefined);
}
