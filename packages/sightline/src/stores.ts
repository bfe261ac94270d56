/** Replicated libraries and stores: seeded workloads on them, recorded as histories. */
export {
  type OpenStore,
  openStore,
  type RecordedRun,
  type StoreFacts,
  type StoreOptions,
} from "@sightline/stores";
export type { Claim, Evidence, Finding } from "@sightline/stores";
export type { LiveStore, Session } from "@sightline/stores";
export type { Delivery, DeliveryName, StoreType, Workload } from "@sightline/stores";
export { NotInstalled, storeNames, storeTypes } from "@sightline/stores";
