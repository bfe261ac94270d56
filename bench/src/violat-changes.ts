/** What has changed in Java's collections since JDK 9, on which POPL'19 ran. Ids of bugs.openjdk.org. */
const changes: readonly {
  readonly classes: RegExp;
  readonly methods: readonly string[];
  readonly words: string;
}[] = [
  {
    classes: /^ConcurrentSkipList/,
    methods: ["size"],
    words:
      "rewritten: JDK 9 counted the elements one by one; now a LongAdder is changed after each insertion and " +
      "removal, so a size may lack what its own thread inserted, or count what is gone, as ConcurrentHashMap's does",
  },
  {
    classes: /^ConcurrentSkipList/,
    methods: ["clear"],
    words: "patched: clear could leave the list in an invalid state (JDK-8166507)",
  },
  {
    classes: /^ConcurrentLinkedDeque$/,
    methods: ["addFirst", "offerFirst", "getLast", "peekLast"],
    words: "patched: operations at the two ends were not linearizable (JDK-8188900)",
  },
  {
    classes: /^(ConcurrentLinkedQueue|LinkedTransferQueue)$/,
    methods: ["clear"],
    words: "rewritten: clear polled one element after another, now it unlinks them in bulk",
  },
  {
    classes: /^(ConcurrentLinkedQueue|LinkedTransferQueue)$/,
    methods: ["contains", "remove"],
    words:
      "rewritten: the next node is read before the element is looked at, so a walk that loses an element to a poll " +
      "may end there although another was appended meanwhile",
  },
  {
    classes: /^LinkedBlockingQueue$/,
    methods: ["peek"],
    words: "patched: peek looks at the count again once it holds the lock",
  },
];

/** What has changed about a method, where that is known. */
export function changeSince(className: string, method: string): string | undefined {
  return changes.find(({ classes, methods }) => classes.test(className) && methods.includes(method))?.words;
}
