/** A type with methods that no budget can stop: the command has to end them from outside. */
const hoard = [];
const nap = new Int32Array(new SharedArrayBuffer(4));
const knot = {};
knot.itself = knot;

export default {
  name: "naughty",
  methods: {
    behave: { params: [], doc: "Returns null." },
    spin: { params: [], doc: "Never returns." },
    hoard: { params: [], doc: "Takes all memory." },
    swell: { params: [], doc: "Takes all memory, outside of the heap." },
    exit: { params: [], doc: "Ends the process." },
    vanish: { params: [], doc: "Ends its thread, or the process, by the back door." },
    shrug: { params: [], doc: "Throws null." },
    tie: { params: [], doc: "Makes a state that contains itself." },
    print: { params: [], doc: "Writes to standard output." },
  },
  init: () => null,
  step(state, { method }) {
    while (method === "spin") Atomics.wait(nap, 0, 0, 5); // without heating the processor
    while (method === "hoard") hoard.push(new Array(100_000).fill(0));
    // A little slower than memory is, for who watches needs a processor as well.
    for (; method === "swell"; Atomics.wait(nap, 0, 0, 2)) hoard.push(new Uint8Array(1 << 20).fill(1));
    if (method === "exit") process.exit(0);
    if (method === "vanish") process.reallyExit(0);
    if (method === "shrug") throw null;
    if (method === "tie") return { state: knot, result: null };
    if (method === "print") console.log("hello from the type");
    return { state, result: null };
  },
};
