import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { parseHistory } from "../../history/parse-history.js";
import { findType } from "../../types/index.js";
import { searchAxioms } from "../../visibility/axioms/search-axioms.js";
import { withProblem } from "../../visibility/problem.js";
import type { AxiomError } from "./error.js";
import { findNamedModel, type NamedModel, namedModels } from "./named.js";
import { parseAxioms } from "./parse.js";

const page = readFileSync(new URL("../../../../../docs/axioms.md", import.meta.url), "utf8");
const isVerdict = (line: string): boolean => /^[\w-]+: (satisfied|violated)$/.test(line);

describe("docs/axioms.md", () => {
  test("every named model is there, with its axioms, and told from another by a history", () => {
    for (const { name, text } of namedModels) {
      expect(page).toContain(`**\`${name}\`**`);
      if (name !== "session-guarantees") expect(page).toContain(text);
      expect(page).toMatch(new RegExp(`^${name}: violated$`, "m"));
    }
  });

  test("its histories have the verdicts that it claims, by the axioms alone", () => {
    const blocks = [...page.matchAll(/^```sightline\n(.*?)^```$/gms)];
    expect(blocks.length).toBeGreaterThan(namedModels.length);
    for (const [, block] of blocks) {
      const lines = block.split("\n");
      const history = parseHistory(lines.filter((line) => !isVerdict(line)).join("\n"));
      const ids = Array.from({ length: history.size }, (_, id) => id);
      for (const line of lines.filter(isVerdict)) {
        const [name, verdict] = line.split(": ");
        const { model } = findNamedModel(name === "sequential" ? "single-order" : name) as NamedModel;
        const found = withProblem(
          history,
          findType(history.type ?? ""),
          undefined,
          ids,
          "session",
          (problem) => searchAxioms(problem, model, createBudget()),
        );
        expect(found.verdict, `${name} in ${block}`).toBe(verdict);
      }
    }
  });

  test("its error is the one that is thrown", () => {
    let message = "";
    try {
      parseAxioms("vis ⊇ viss∘vis");
    } catch (error) {
      message = (error as AxiomError).message;
    }
    expect(page).toContain(`\`\`\`\n${message}\n\`\`\``);
  });
});
