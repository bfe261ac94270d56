import { createOutputFile } from "../../output/output-file.js";
import type { ReportWriter } from "./report-writer.js";

/**
 * Opens the file of `--proof`: a line for each violation that has a proof, which `verify` reads. Throws a
 * `UsageError` where it cannot be written.
 */
export function createProofWriter(path: string): ReportWriter {
  const file = createOutputFile(path, "--proof");
  return {
    add(event) {
      if (event.kind !== "report" || event.report.result.verdict !== "violated") return;
      const { file: input, index, name, result } = event.report;
      const { criterion, verdict, violation } = result;
      if (violation.proof === undefined) return;
      file.write(
        `${JSON.stringify({ file: input, index, name, criterion, verdict, proof: violation.proof })}\n`,
      );
    },
    close: () => file.finish(),
    discard: () => file.discard(),
  };
}
