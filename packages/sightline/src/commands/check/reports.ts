import type { Event } from "@sightline/fleet";
import type { OnUnknown } from "../../process/exit-code.js";
import { createHtmlWriter } from "./html/writer.js";
import { createJunitWriter } from "./junit.js";

/** A report that is written while results arrive. */
export interface ReportWriter {
  add(event: Event): void;
  /** Puts the report in its place. `interrupted`: and has it say that not all was checked. */
  close(interrupted: boolean): void;
  /** Leaves what was in its place before. */
  discard(): void;
}

/** Which reports are asked for, and how. */
export interface ReportPlan {
  readonly junit: string | undefined;
  readonly html: string | undefined;
  readonly onUnknown: OnUnknown;
  /** Whether to explain only the first violation of each kind. */
  readonly group: boolean;
}

/**
 * Opens the reports that are asked for. However the process ends, short of being killed, they are put in
 * their place, whole, with what is known by then. Throws a `UsageError` where one cannot be written.
 */
export function openReports({ junit, html, onUnknown, group }: ReportPlan): ReportWriter {
  const writers: ReportWriter[] = [];
  const each =
    (action: (writer: ReportWriter) => void): (() => void) =>
    () => {
      process.off("exit", interrupt);
      for (const writer of writers.splice(0)) action(writer);
    };
  const discard = each((writer) => writer.discard());
  const interrupt = each((writer) => writer.close(true));
  const finish = each((writer) => writer.close(false));
  process.on("exit", interrupt);
  try {
    if (junit !== undefined) writers.push(createJunitWriter(junit, onUnknown));
    if (html !== undefined) writers.push(createHtmlWriter(html, { group }));
  } catch (error) {
    discard();
    throw error;
  }
  return {
    add(event) {
      for (const writer of writers) writer.add(event);
    },
    close: (interrupted) => (interrupted ? interrupt() : finish()),
    discard,
  };
}
