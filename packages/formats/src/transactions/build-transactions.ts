import { createHistoryBuilder, type History, type Value } from "@sightline/core";

/** One access of a transaction. */
export interface TransactionAccess {
  readonly kind: "read" | "write";
  readonly key: Value;
  /** What was read or written; null: the initial value was read. */
  readonly value: Value;
}

/** A transaction that has committed. */
export interface Transaction {
  readonly session: string | number;
  readonly accesses: readonly TransactionAccess[];
  readonly line: number;
}

/**
 * Transactions on registers as a history. In these logs 0 stands for the initial value too: where nobody wrote 0 to
 * a key, a read of 0 found what was there at first.
 */
export function buildTransactions(transactions: readonly Transaction[], type = "multi-register"): History {
  const zeros = new Set<Value>();
  for (const { accesses } of transactions)
    for (const { kind, key, value } of accesses) if (kind === "write" && value === 0) zeros.add(key);
  const builder = createHistoryBuilder({ type });
  for (const { session, accesses, line } of transactions) {
    const found = (access: TransactionAccess): Value =>
      access.value === 0 && !zeros.has(access.key) ? null : access.value;
    const asked = accesses.map(({ kind, key, value }): Value => [kind, key, kind === "read" ? null : value]);
    const result = accesses.map(
      (access): Value => [access.kind, access.key, access.kind === "read" ? found(access) : access.value],
    );
    builder.add({ session, method: "txn", args: [asked], result }, line);
  }
  return builder.finish();
}
