import { parseHistory } from "@sightline/core";
import { historyValues, programOf, variablesOf } from "../memory/program.js";
import type { LitmusTest } from "./litmus-test.js";

/** A test from its interesting outcome, as a history in the notation, and values at the end. */
function litmus(
  name: string,
  title: string,
  outcome: string,
  atEnd: Readonly<Record<string, number>> = {},
): LitmusTest {
  const history = parseHistory(outcome, { type: "memory" });
  const program = programOf(history);
  const observed = variablesOf(program)
    .map(String)
    .filter((variable) => atEnd[variable] !== undefined);
  const final = observed.map((variable) => atEnd[variable]);
  return { name, title, program, observed, interesting: { values: historyValues(history), final } };
}

/**
 * The tests, under the names that the literature gives them (Alglave, Maranget, Tautschnig, "Herding cats",
 * 2014; Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO", 2009 for those that begin with n).
 */
export const litmusTests: readonly LitmusTest[] = [
  litmus(
    "SB",
    "store buffering: do both threads read before either write is seen?",
    "{ write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }",
  ),
  litmus(
    "SB+rfi",
    "store buffering, though each thread sees its own write",
    "{ write(x,1); read(x) => 1; read(y) => 0 } || { write(y,1); read(y) => 1; read(x) => 0 }",
  ),
  litmus(
    "3.SB",
    "store buffering around three threads",
    "{ write(x,1); read(y) => 0 } || { write(y,1); read(z) => 0 } || { write(z,1); read(x) => 0 }",
  ),
  litmus(
    "MP",
    "message passing: the flag is seen, the message is not?",
    "{ write(x,1); write(y,1) } || { read(y) => 1; read(x) => 0 }",
  ),
  litmus(
    "LB",
    "load buffering: does each thread read what the other writes only later?",
    "{ read(x) => 1; write(y,1) } || { read(y) => 1; write(x,1) }",
  ),
  litmus(
    "S",
    "does a write that follows a read come before the write that the read had to see?",
    "{ write(x,2); write(y,1) } || { read(y) => 1; write(x,1) }",
    { x: 2 },
  ),
  litmus(
    "R",
    "is a write last and yet the read after it early?",
    "{ write(x,1); write(y,1) } || { write(y,2); read(x) => 0 }",
    { y: 2 },
  ),
  litmus(
    "2+2W",
    "two writes each: do both first ones come last?",
    "{ write(x,1); write(y,2) } || { write(y,1); write(x,2) }",
    { x: 1, y: 1 },
  ),
  litmus(
    "WRC",
    "write to read causality: message passing by way of a third thread",
    "{ write(x,1) } || { read(x) => 1; write(y,1) } || { read(y) => 1; read(x) => 0 }",
  ),
  litmus(
    "RWC",
    "read to write causality: a write seen by one thread, by another not yet",
    "{ write(x,1) } || { read(x) => 1; read(y) => 0 } || { write(y,1); read(x) => 0 }",
  ),
  litmus(
    "W+RWC",
    "read to write causality, after a message",
    "{ write(x,1); write(z,1) } || { read(z) => 1; read(y) => 0 } || { write(y,1); read(x) => 0 }",
  ),
  litmus(
    "WWC",
    "write to write causality by way of a third thread",
    "{ write(x,2) } || { read(x) => 2; write(y,1) } || { read(y) => 1; write(x,1) }",
    { x: 2 },
  ),
  litmus(
    "ISA2",
    "message passing along a chain of three threads",
    "{ write(x,1); write(y,1) } || { read(y) => 1; write(z,1) } || { read(z) => 1; read(x) => 0 }",
  ),
  litmus(
    "IRIW",
    "independent reads of independent writes: do two threads see them in different orders?",
    "{ write(x,1) } || { write(y,1) } || { read(x) => 1; read(y) => 0 } || { read(y) => 1; read(x) => 0 }",
  ),
  litmus(
    "CoRR",
    "coherence: does a second read go back in time?",
    "{ write(x,1) } || { read(x) => 1; read(x) => 0 }",
  ),
  litmus("CoWW", "coherence: does the first of two writes come last?", "{ write(x,1); write(x,2) }", {
    x: 1,
  }),
  litmus(
    "CoWR",
    "coherence: does a read after one's own write see an older one?",
    "{ write(x,1); read(x) => 2 } || { write(x,2) }",
    { x: 1 },
  ),
  litmus(
    "CoRW",
    "coherence: does a write come before the write that was just read?",
    "{ read(x) => 2; write(x,1) } || { write(x,2) }",
    { x: 2 },
  ),
  litmus("CoRW1", "coherence: does a read see its own thread's later write?", "{ read(x) => 1; write(x,1) }"),
  litmus(
    "n4",
    "coherence: does each thread read the other's later write?",
    "{ read(x) => 2; write(x,1) } || { read(x) => 1; write(x,2) }",
  ),
  litmus(
    "n5",
    "coherence: does each thread see the other's write after its own?",
    "{ write(x,1); read(x) => 2 } || { write(x,2); read(x) => 1 }",
  ),
  litmus(
    "n6",
    "is a thread's own write seen early, and yet last?",
    "{ write(x,1); read(x) => 1; read(y) => 0 } || { write(y,1); write(x,2) }",
    { x: 1 },
  ),
];
