import type { Event } from "@sightline/fleet";

/** A report that is written while results arrive. */
export interface ReportWriter {
  add(event: Event): void;
  /** Puts the report in its place. `interrupted`: and has it say that not all was checked. */
  close(interrupted: boolean): void;
  /** Leaves what was in its place before. */
  discard(): void;
}
