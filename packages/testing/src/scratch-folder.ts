import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** An empty folder for the tests of a file or a group: it goes, with all that is in it, when they have ended. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sightline-test-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
