import { types } from "../types/index.js";
import type { SequentialType } from "../types/type.js";
import { listTransactionMonitor } from "./transactions/list-transaction-monitor.js";
import type { Monitor } from "./monitor.js";
import { priorityQueueMonitor } from "./priority-queue.js";
import { queueMonitor } from "./queue.js";
import { registerMonitor } from "./register.js";
import { setMonitor } from "./set.js";
import { stackMonitor } from "./stack.js";
import { transactionMonitor } from "./transactions/transaction-monitor.js";

/** A monitor and the name by which results mention it. */
export interface NamedMonitor {
  readonly name: string;
  readonly decide: Monitor;
}

/** By the type itself, not its name: a user's type may be called `register` too. */
const monitors = new Map<SequentialType, NamedMonitor>([
  [types.register, { name: "register-monitor", decide: registerMonitor }],
  [types.set, { name: "set-monitor", decide: setMonitor }],
  [types.queue, { name: "queue-monitor", decide: queueMonitor }],
  [types.stack, { name: "stack-monitor", decide: stackMonitor }],
  [types["multi-register"], { name: "transaction-monitor", decide: transactionMonitor }],
  [types["multi-list"], { name: "list-transaction-monitor", decide: listTransactionMonitor }],
  [types["priority-queue"], { name: "priority-queue-monitor", decide: priorityQueueMonitor }],
]);

/** The monitor of a built-in type, if it has one. */
export function monitorFor(type: SequentialType): NamedMonitor | undefined {
  return monitors.get(type);
}
