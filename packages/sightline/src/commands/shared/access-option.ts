import type { Access } from "@sightline/lab";
import { oneOf } from "./one-of.js";

const accesses: readonly Access[] = ["plain", "atomics"];

/** How programs access the memory, by default plainly. Throws a `UsageError`. */
export async function accessOf(name: string | undefined): Promise<Access> {
  return oneOf(name ?? "plain", accesses, "value of --access");
}
