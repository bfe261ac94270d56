export { claimWords } from "./failure/claim.js";
export { libraries } from "./library/libraries.js";
export { NotInstalled } from "./library/load-library.js";
export type {
  CounterPart,
  Document,
  KeyedPart,
  Library,
  LibraryCode,
  ListPart,
  LoadedLibrary,
  Maybe,
  OpenDocument,
} from "./library/library.js";
export { openLibrary } from "./library/open-library.js";
export type {
  Claim,
  Evidence,
  Finding,
  OpenStore,
  RecordedRun,
  ReplayedStep,
  StoreFacts,
  StoreOptions,
} from "./store.js";
export { type Delivery, type DeliveryName, deliveryNames } from "./workload/generate-script.js";
export { type StoreType, storeTypes, type Workload } from "./workload/workload.js";
export type { Fault, FaultName, LiveStore, Session } from "./live/live-store.js";
export { storeOfModule } from "./live/open-module.js";
export { openStore, storeNames } from "./open-store.js";
