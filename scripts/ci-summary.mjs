// Reads vitest's JSON report and prints the closing line of the gate. Lint, type and build failures
// count as one failed test; a skipped test counts as failed.
import { readFileSync } from "node:fs";

const [report, status] = process.argv.slice(2);
let passed = 0;
let failed = 0;
try {
  const results = JSON.parse(readFileSync(report, "utf8"));
  for (const file of results.testResults)
    for (const { status: outcome, fullName } of file.assertionResults)
      if (outcome === "passed") passed++;
      else {
        failed++;
        console.log(`${outcome}: ${fullName}`);
      }
  failed += results.testResults.filter(
    ({ status: outcome, assertionResults }) => outcome === "failed" && assertionResults.length === 0,
  ).length;
} catch {
  console.log("no test report: the command ended before the tests ran");
}
if (status !== "0" && failed === 0) failed = 1;
if (passed === 0 && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
