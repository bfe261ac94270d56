/** A type with methods that no budget can stop: the command has to end them from outside. */
const hoard = [];

export default {
  name: "naughty",
  methods: {
    behave: { params: [], doc: "Returns null." },
    spin: { params: [], doc: "Never returns." },
    hoard: { params: [], doc: "Takes all memory." },
    print: { params: [], doc: "Writes to standard output." },
  },
  init: () => null,
  step(state, { method }) {
    while (method === "spin");
    while (method === "hoard") hoard.push(new Array(100_000).fill(0));
    if (method === "print") console.log("hello from the type");
    return { state, result: null };
  },
};
