import { type Line, readLines } from "../bytes/lines.js";
import type { ByteWindow } from "../bytes/window.js";
import { NoHistory, PlacedError } from "../input-error.js";
import type { Found } from "../item.js";
import { buildTransactions, type Transaction, type TransactionAccess } from "./build-transactions.js";

/** `w 1 100`: key and value. Transactions and sessions are parted by lines of dashes and of equals signs. */
const access = /^([rw])\s+(-?\d+)\s+(-?\d+)$/u;

/** `w(1,100,0,3)`: key, value, session, transaction; -1 is a transaction that was aborted. */
const placedAccess = /^([rw])\((-?\d+),(-?\d+),(\d+),(-?\d+)\)$/u;

/** Whether text begins as Plume's or AWDIT's does. */
export const beginsLikePlume = (text: string): boolean =>
  /^[rw](?:[ \t]+-?\d+[ \t]+-?\d+[ \t]*|\(-?\d+,-?\d+,\d+,-?\d+\)[ \t]*)(?:\r?\n|$)/u.test(text);

/** Reads transactions in the text form of Plume and AWDIT, in either spelling: one history. */
export async function* readPlume(window: ByteWindow, type: string | undefined): AsyncGenerator<Found> {
  const log = createLog();
  for await (const line of readLines(window)) log.take(line);
  const transactions = log.finish();
  if (transactions.length === 0)
    throw new NoHistory("the log is empty: it holds no history, 0 operations", 0, 0);
  yield { history: buildTransactions(transactions, type) };
}

/** A log that is being read. */
function createLog(): { take(line: Line): void; finish(): readonly Transaction[] } {
  /** By session and transaction, in the order of their first accesses. */
  const placed = new Map<string, { session: number; accesses: TransactionAccess[]; line: number }>();
  let session = 0;
  let number = 0;
  const add = (whose: number, which: number | string, parts: readonly string[], line: number): void => {
    const name = `${whose} ${which}`;
    const known = placed.get(name) ?? { session: whose, accesses: [], line };
    placed.set(name, known);
    const [kind, key, value] = parts;
    known.accesses.push({
      kind: kind === "r" ? "read" : "write",
      key: exact(key, line),
      value: exact(value, line),
    });
  };
  return {
    take({ text: raw, number: line }) {
      const text = raw.trim();
      if (text === "") return;
      if (/^-{3,}$/u.test(text)) number++;
      else if (/^={3,}$/u.test(text)) {
        session++;
        number++;
      } else {
        const [, ...plain] = access.exec(text) ?? [];
        const [, ...full] = placedAccess.exec(text) ?? [];
        if (plain.length > 0) add(session, `of ${number}`, plain, line);
        else if (full.length === 0)
          throw new PlacedError(
            `expected "w key value" or "r key value", a line of dashes between transactions or of equals signs between sessions; or "w(key,value,session,transaction)", not ${JSON.stringify(text)}`,
            line,
            1,
          );
        else if (full[4] !== "-1") add(Number(full[3]), Number(full[4]), full, line);
      }
    },
    finish: () => [...placed.values()],
  };
}

/** A number, or its text where a number would lose digits. */
const exact = (text: string, line: number): number | string => {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  if (text.length > 40) throw new PlacedError(`${text.slice(0, 40)}… is too long for a number`, line, 1);
  return text;
};
