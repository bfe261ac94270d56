// A store of your own: `sightline measure js:./lagging-register.ts`. Its default export says what it is used as
// (`type`) and gives clients of a new, empty object for each history (`sessions`). `settle` comes back when every
// replica has got everything; then Sightline asks all clients whether they agree.
//
// This one is a register on three replicas. A write reaches the others a little later, whoever wrote last wins.

interface Write {
  readonly time: number;
  readonly value: number;
}

let underway: Promise<unknown>[] = [];

export default {
  type: "register",
  sessions(count: number) {
    let clock = 0;
    underway = [];
    const replicas: Write[] = Array.from({ length: count }, () => ({ time: 0, value: 0 }));
    return replicas.map((_, own) => ({
      async write(value: number) {
        const write = { time: ++clock, value };
        replicas[own] = write;
        for (const other of replicas.keys())
          underway.push(
            new Promise((resolve) => setTimeout(resolve, Math.random() * 5)).then(() => {
              if (replicas[other].time < write.time) replicas[other] = write;
            }),
          );
      },
      read: async () => (replicas[own].time === 0 ? null : replicas[own].value),
    }));
  },
  settle: () => Promise.all(underway),
};
