import { HistoryError } from "../history/error.js";
import type { SequentialType } from "../types/type.js";
import type { Criterion, CriterionName } from "./catalogue.js";

/** A criterion of one order, by the name that databases give it. */
interface TransactionCriterion extends Criterion {
  readonly kind: CriterionName;
}

/** What databases call the two criteria of one order. */
export const transactionCriteria: readonly TransactionCriterion[] = [
  {
    name: "serializability",
    kind: "sequential",
    doc: "one order of all transactions that extends session order and explains every result: sequential, of transactions",
  },
  {
    name: "strict-serializability",
    kind: "linearizability",
    doc: "serializability, in an order that extends real time: linearizability, of transactions",
  },
];

/** The types whose operations are transactions. */
const transactional = ["multi-register", "multi-list"];

/** Refuses to speak of transactions where there are none. Throws a `HistoryError`. */
export function checkTransactions(criterion: string, type: SequentialType): void {
  const asked = transactionCriteria.find(({ name }) => name === criterion);
  if (asked === undefined || transactional.includes(type.name)) return;
  throw new HistoryError(
    "SL1304",
    `${criterion} is of transactions, as in ${transactional.join(" and ")}: for type ${type.name} ask for ${asked.kind}`,
    ["type"],
  );
}
