import { HistoryError } from "@sightline/core";
import type { StoreOptions } from "../store.js";
import { askUntil } from "./ask-until.js";
import type { Server, Until } from "./server.js";

/** An address without what nobody should read: `redis://10.0.0.1:6379`. */
export function shownAddress(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}

/** What can only be done to nodes that we started. */
const ownNodes = [
  ["milliseconds", "--delay", "what goes between them is not ours to delay"],
  ["replicas", "--replicas", "there are as many as addresses"],
] as const;
const ownFaults = {
  partition: "what goes between them is not ours to cut",
  restart: "they are not ours to kill",
} as const;

/** Refuses addresses that are none, and what cannot be done to servers that others run. Throws a `HistoryError`. */
export function checkAddresses(server: Server, addresses: readonly string[], options: StoreOptions): void {
  for (const address of addresses)
    if (!URL.canParse(address) || new URL(address).host === "")
      throw new HistoryError(
        "SL1304",
        `${address} is no address of ${server.name}, such as ${server.address}`,
      );
  for (const [option, flag, why] of ownNodes)
    if (options[option] !== undefined)
      throw new HistoryError("SL1304", `the servers of --address are others': ${why}. Leave ${flag} out`);
  for (const [fault, why] of Object.entries(ownFaults))
    if (options.delivery?.[fault as keyof typeof ownFaults] === true)
      throw new HistoryError("SL1304", `the servers of --address are others': ${why}. Leave --${fault} out`);
}

/** How long a server that others run is asked for an answer, in milliseconds. */
const PATIENCE = 30_000;

/** Asks again and again until there is an answer. Throws where there is none for half a minute. */
export const untilAnswered: Until = (ask) => {
  const begun = performance.now();
  return askUntil(ask, () =>
    performance.now() - begun > PATIENCE
      ? "a server has not answered, or has not got what was written at the first, for half a minute: " +
        "are the addresses nodes of one cluster, the primary first?"
      : undefined,
  );
};
