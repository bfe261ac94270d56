import type { OnUnknown } from "../../../process/exit-code.js";
import { visibleData } from "../../../render/visible.js";
import type { ReportWriter } from "../report-writer.js";
import { type Finding, findingOf } from "./finding.js";

/** A finding as a command of GitHub's workflows, which shows it beside the line: `::error file=…,line=…::…`. */
export function annotation({ level, title, message, file, line, column }: Finding, more = 0): string {
  const shown = more === 0 ? title : `${title} (and ${more} more like it)`;
  const properties = Object.entries({ file, line, col: column, title: shown })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${level} ${properties.join(",")}::${escapeData(message)}\n`;
}

const escapeData = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/**
 * Annotations for GitHub, on standard error, which it reads as well: standard output may be JSON. GitHub shows ten of
 * a step, so violations that have one cause are one annotation, at the first of them.
 */
export function createGithubWriter(
  onUnknown: OnUnknown,
  write: (text: string) => void = (text) => void process.stderr.write(text),
): ReportWriter {
  const findings = new Map<string, { readonly finding: Finding; more: number }>();
  return {
    add(event) {
      const finding = findingOf(visibleData(event), onUnknown);
      if (finding === undefined) return;
      const { rule, cause } = finding;
      const key = cause === undefined ? String(findings.size) : `${rule} ${cause}`;
      const known = findings.get(key);
      if (known === undefined) findings.set(key, { finding, more: 0 });
      else known.more++;
    },
    close(interrupted) {
      for (const { finding, more } of findings.values()) write(annotation(finding, more));
      if (interrupted) write("::warning title=interrupted::not all histories were checked\n");
    },
    discard: () => findings.clear(),
  };
}
