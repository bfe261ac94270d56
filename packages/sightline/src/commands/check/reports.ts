import type { CheckJob } from "@sightline/fleet";
import type { OnUnknown } from "../../process/exit-code.js";
import { version } from "../../process/version.js";
import type { ReportWriter } from "./report-writer.js";

/** Which reports are asked for, and how. */
export interface ReportPlan {
  readonly junit: string | undefined;
  readonly html: string | undefined;
  readonly proof: string | undefined;
  readonly sarif: string | undefined;
  readonly github: boolean;
  readonly job: Pick<CheckJob, "type" | "initial">;
  readonly onUnknown: OnUnknown;
  /** Whether to explain only the first violation of each kind. */
  readonly group: boolean;
}

/**
 * Opens the reports that are asked for. However the process ends, short of being killed, they are put in
 * their place, whole, with what is known by then. Throws a `UsageError` where one cannot be written.
 */
export async function openReports({
  junit,
  html,
  proof,
  sarif,
  github,
  job,
  onUnknown,
  group,
}: ReportPlan): Promise<ReportWriter> {
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
    if (junit !== undefined) {
      const { createJunitWriter } = await import("./junit.js");
      writers.push(createJunitWriter(junit, onUnknown));
    }
    if (html !== undefined) {
      const [{ createHtmlWriter }, { loadViewer }] = await Promise.all([
        import("./html/writer.js"),
        import("../../html/viewer.js"),
      ]);
      const { type, initial } = job;
      const asked = { ...(type !== undefined && { type }), ...(initial !== undefined && { initial }) };
      writers.push(createHtmlWriter(html, { group, viewer: loadViewer("report"), ...asked }));
    }
    if (proof !== undefined) {
      const { createProofWriter } = await import("./proof-writer.js");
      writers.push(createProofWriter(proof));
    }
    if (sarif !== undefined) {
      const { createSarifWriter } = await import("./findings/sarif.js");
      writers.push(createSarifWriter(sarif, onUnknown, version()));
    }
    if (github) {
      const { createGithubWriter } = await import("./findings/github.js");
      writers.push(createGithubWriter(onUnknown));
    }
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
