import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** The histories of a page: its blocks `sightline`, without the verdicts that stand above them. */
function historiesIn(markdown: string): string[] {
  const isVerdict = (line: string): boolean => /: (satisfied|violated)$/.test(line);
  return [...markdown.matchAll(/^```sightline\n(.*?)^```$/gms)].map(([, block]) =>
    block
      .split("\n")
      .filter((line) => !isVerdict(line))
      .join("\n"),
  );
}

/** Writes a page of the viewer for each page of the guide that has histories, with all of them, judged. */
export function writeViewerPages(root: string, outDir: string): void {
  const docs = join(root, "docs");
  mkdirSync(join(outDir, "view"), { recursive: true });
  for (const name of readdirSync(docs).filter((file) => file.endsWith(".md"))) {
    const histories = historiesIn(readFileSync(join(docs, name), "utf8"));
    if (histories.length === 0) continue;
    const page = join(outDir, "view", `${basename(name, ".md")}.html`);
    const command = join(root, "packages/sightline/bin/sightline.js");
    const { status, stderr } = spawnSync(
      process.execPath,
      [command, "check", "--quiet", "--html", page, "--", ...histories],
      { encoding: "utf8" },
    );
    if (status !== 0 && status !== 1) throw new Error(`the histories of ${name} cannot be shown: ${stderr}`);
  }
}
