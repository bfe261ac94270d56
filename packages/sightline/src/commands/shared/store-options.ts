import type { DeliveryName, OpenStore, StoreOptions } from "@sightline/stores";
import type { Command } from "commander";
import { UsageError } from "../../errors/usage-error.js";
import { share, whole } from "./numbers.js";
import { oneOf } from "./one-of.js";
import { seedOf } from "./seed-option.js";
import { kindOfStore } from "./store-target.js";

/** The options of stores as the command line gives them. */
export interface StoreFlags {
  readonly replicas?: string;
  readonly sessions?: string;
  readonly operations?: string;
  readonly updates?: string;
  readonly keys?: string;
  readonly values?: string;
  readonly delivery?: string;
  readonly delay?: string;
  readonly partition?: boolean;
  readonly restart?: boolean;
  readonly consistency?: string;
  readonly address?: string;
  readonly histories?: string;
  readonly windows?: boolean;
  readonly sights?: boolean;
  readonly seed?: string;
}

/** The names of these options, as commander has them. */
export const storeFlagNames = [
  "replicas",
  "sessions",
  "operations",
  "updates",
  "keys",
  "delivery",
  "delay",
  "partition",
  "restart",
  "consistency",
  "address",
  "histories",
  "windows",
  "sights",
] as const satisfies readonly (keyof StoreFlags)[];

/** Adds the options that say how a store is used; `--values` and `--seed` are the command's own. */
export function declareStoreOptions(command: Command): void {
  command
    .optionsGroup("Stores:")
    .option("--histories <N>", "how many histories (default: 500)")
    .option("--replicas <N>", "how many replicas (default: 3)")
    .option("--sessions <N>", "how many clients, each at one replica (default: 3)")
    .option("--operations <N>", "operations of a history (default: 15)")
    .option("--updates <SHARE>", "the share of updates among them, 0 to 1 (default: 0.6)")
    .option("--keys <N>", "how many keys of a map, or elements of a set (default: 3)")
    .option(
      "--delivery <HOW>",
      "libraries: how updates travel: immediate, fifo (in order on each link), any (any order), batches (default: fifo)",
    )
    .option(
      "--delay <MIN-MAX>",
      "how late updates are: libraries in operations (default: 0-12), servers in milliseconds (default: 2-8), there also a range for each link: 0-0,25-30",
    )
    .option(
      "--consistency <NAME>",
      "servers: what the store calls it, such as replica, primary or wait of redis",
    )
    .option(
      "--address <URL,...>",
      "servers that run already, the primary first, such as redis://10.0.0.1:6379,redis://10.0.0.2:6379",
    )
    .option(
      "--windows",
      "histories are windows of one long run: each begins with the state that the one before has left",
    )
    .option(
      "--sights",
      "operations say what their replica had applied, and levels are asked of that: libraries, and modules that tell it",
    )
    .option("--partition", "for a stretch some replicas do not hear of each other")
    .option("--restart", "a replica stops for a stretch and comes back: libraries from what it saved");
}

/** How many histories are recorded where nothing is said. */
const HISTORIES = 500;

/** What the options ask for. */
export interface StorePlan {
  readonly options: StoreOptions;
  readonly histories: number;
}

/** Options that a kind of store does not have. */
const others = {
  library: ["consistency", "address"],
  server: ["delivery", "sights"],
  module: ["delivery", "delay", "consistency", "address", "partition", "restart", "replicas"],
} as const;

/** Understands the options of a store. Throws a `UsageError`. */
export async function storePlanOf(target: string, flags: StoreFlags): Promise<StorePlan> {
  const kind = kindOfStore(target);
  for (const name of others[kind])
    if (flags[name] !== undefined)
      throw new UsageError("SL4006", `--${name} says nothing to ${target}: leave it out`);
  const delays = flags.delay === undefined ? undefined : delaysOf(flags.delay);
  if (kind === "library" && delays !== undefined && delays.length > 1)
    throw new UsageError("SL4005", "--delay takes one range for libraries: the links of servers may differ");
  const number = (name: "replicas" | "sessions" | "operations" | "keys") =>
    flags[name] === undefined ? {} : { [name]: whole(flags[name], `--${name}`, 1) };
  const order = flags.delivery === undefined ? undefined : await deliveryOf(flags.delivery);
  return {
    histories: flags.histories === undefined ? HISTORIES : whole(flags.histories, "--histories", 1),
    options: {
      ...number("replicas"),
      seed: seedOf(flags.seed),
      ...(flags.windows === true && { windows: true }),
      ...(flags.sights === true && { sights: true }),
      ...(kind === "server" && delays !== undefined && { milliseconds: delays }),
      ...(flags.consistency !== undefined && { consistency: flags.consistency }),
      ...(flags.address !== undefined && { addresses: flags.address.split(",") }),
      workload: {
        ...number("sessions"),
        ...number("operations"),
        ...number("keys"),
        ...(flags.updates !== undefined && { updates: share(flags.updates, "--updates") }),
        ...(flags.values !== undefined && { values: valuesOf(flags.values) }),
      },
      delivery: {
        ...(order !== undefined && { order }),
        ...(kind === "library" && delays !== undefined && { delay: delays[0] }),
        ...(flags.partition === true && { partition: true }),
        ...(flags.restart === true && { restart: true }),
      },
    },
  };
}

async function deliveryOf(text: string): Promise<DeliveryName> {
  const { deliveryNames } = await import("@sightline/stores");
  return oneOf(text, deliveryNames, "value of --delivery");
}

const valuesOf = (text: string): number | "unique" => (text === "unique" ? text : whole(text, "--values", 1));

/** `3-6`, or `3` for just that; several, with commas between them, for links in turn. */
function delaysOf(text: string): readonly (readonly [number, number])[] {
  return text.split(",").map((range) => {
    const match = /^(\d+)(?:-(\d+))?$/.exec(range);
    const [least, most] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
    if (match === null || most < least)
      throw new UsageError("SL4005", `--delay takes two whole numbers, such as 0-12: ${range} is not`);
    return [least, most] as const;
  });
}

/** Opens a store. Throws a `UsageError` that says what is missing or wrong. */
export async function openNamedStore(target: string, options: StoreOptions): Promise<OpenStore> {
  const { HistoryError } = await import("@sightline/core");
  const { NotInstalled, openStore } = await import("@sightline/stores");
  const { loadModule } = await import("../../loaders/load-module.js");
  try {
    return await openStore(target, { loadModule, ...options });
  } catch (error) {
    if (error instanceof NotInstalled || error instanceof HistoryError)
      throw new UsageError(error.code, error.message);
    throw error;
  }
}

/** Refuses options that are only for stores, or only for what is none. Throws a `UsageError`. */
export function refuseOptions(flags: object, names: readonly string[], whose: string): void {
  for (const name of names) {
    const given = (flags as Record<string, unknown>)[name];
    if (given === undefined) continue;
    const option = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new UsageError("SL4006", `--${option} is ${whose}: leave it out`);
  }
}
