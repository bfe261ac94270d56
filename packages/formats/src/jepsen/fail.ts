import { PlacedError } from "../input-error.js";
import type { Event } from "./events.js";

/** Refuses an event, with its place. */
export function fail(event: Event, reason: string): never {
  throw new PlacedError(reason, event.line, event.column);
}
