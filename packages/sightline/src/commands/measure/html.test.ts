import { expect, test } from "vitest";
import { countMeasured, createCensus } from "../../report/census.js";
import { renderMeasurePage } from "./html.js";

const verdicts = {
  complete: "violated",
  causal: "violated",
  peer: "satisfied",
  monotonic: "satisfied",
  basic: "satisfied",
  weak: "satisfied",
} as const;

test("a page has the level on top, and each share with its interval as a bar", () => {
  const census = createCensus();
  const measured = { level: "peer", verdicts, warnings: [], stats: { states: 0, milliseconds: 0 } } as never;
  for (let i = 0; i < 4; i++) countMeasured(census, { size: 3, measured });
  const page = renderMeasurePage(
    [
      {
        title: "<b> & co",
        facts: ["a fact"],
        tables: [{ title: "of all", census }],
        conclusion: ["So it is."],
      },
    ],
    new Date(0),
  );
  expect(page).toContain("&lt;b&gt; &amp; co");
  expect(page).toContain('<li class="unknown"><b>peer</b>of all</li>');
  expect(page).toContain('<tr class="best"><th scope="row">peer</th>');
  // 4 of 4: from 39.8 % (Clopper and Pearson) to 100 %.
  expect(page).toContain('<rect class="band" x="398" y="3" width="602"');
  expect(page).toContain('<path class="rate" d="M1000 0V20"');
  expect(page).toContain('<path class="rate good" d="M0 0V20"');
  expect(page).toContain("So it is.");
  expect(page).not.toContain("<script");
});

test("nothing measured is said", () =>
  expect(
    renderMeasurePage(
      [{ title: "none", facts: [], tables: [{ title: "of all", census: createCensus() }], conclusion: [] }],
      new Date(0),
    ),
  ).toContain("No history was measured."));
