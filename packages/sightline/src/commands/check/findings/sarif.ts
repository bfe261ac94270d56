import { createOutputFile } from "../../../output/output-file.js";
import type { OnUnknown } from "../../../process/exit-code.js";
import { visibleData } from "../../../render/visible.js";
import type { ReportWriter } from "../report-writer.js";
import { type Finding, findingOf } from "./finding.js";

/** What a rule of a report stands for. */
function ruleOf({ rule, title }: Finding): object {
  const text =
    rule === "unknown"
      ? "The verdict is not known within the limits."
      : /^(SL\d|bug$)/.test(rule)
        ? `${title[0].toUpperCase()}${title.slice(1)}.`
        : `The history must satisfy ${rule}.`;
  return { id: rule, shortDescription: { text } };
}

/** A path as a reference that a SARIF viewer resolves: relative, with slashes, and with all else escaped. */
export const uriOf = (path: string): string =>
  path
    .replaceAll("\\", "/")
    .replace(/^\.\//, "")
    .split("/")
    .map((part) => encodeURIComponent(part))
    .join("/");

function locationOf(file: string, line?: number, column?: number): object {
  const region = {
    ...(line !== undefined && { startLine: line }),
    ...(column !== undefined && { startColumn: column }),
  };
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file) },
      ...(line !== undefined && { region }),
    },
  };
}

function resultOf(finding: Finding, ruleIndex: number): object {
  const { rule, level, title, message, file, line, column, cause, operations } = finding;
  const related = file === undefined ? [] : operations.filter((operation) => operation.line > 0);
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text: `${title}: ${message}` },
    ...(file !== undefined && { locations: [locationOf(file, line, column)] }),
    ...(related.length > 0 && {
      relatedLocations: related.map((operation, id) => ({
        id,
        message: { text: operation.text },
        ...locationOf(file as string, operation.line),
      })),
    }),
    ...(cause !== undefined && { partialFingerprints: { "sightlineCause/v1": cause } }),
  };
}

/** Findings as a log of SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS. */
export function sarifLog(findings: readonly Finding[], version: string, interrupted: boolean): object {
  const rules = [...new Map(findings.map((finding) => [finding.rule, finding])).values()];
  const places = new Map(rules.map(({ rule }, place) => [rule, place]));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Sightline", semanticVersion: version, rules: rules.map(ruleOf) } },
        invocations: [{ executionSuccessful: !interrupted }],
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => resultOf(finding, places.get(finding.rule) ?? 0)),
      },
    ],
  };
}

/** Opens a SARIF report. Throws a `UsageError` where the file cannot be written. */
export function createSarifWriter(path: string, onUnknown: OnUnknown, version: string): ReportWriter {
  const file = createOutputFile(path, "--sarif");
  const findings: Finding[] = [];
  return {
    add(event) {
      const finding = findingOf(visibleData(event), onUnknown);
      if (finding !== undefined) findings.push(finding);
    },
    close(interrupted) {
      file.write(`${JSON.stringify(sarifLog(findings, version, interrupted), undefined, 2)}\n`);
      file.finish();
    },
    discard: () => file.discard(),
  };
}
