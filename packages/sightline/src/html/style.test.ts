import { expect, test } from "vitest";
import { type Palette, palettes } from "./style.js";

/** Relative luminance, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

test("contrast is measured rightly", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
});

test.each(Object.entries(palettes))("text stands out in %s", (_, palette: Palette) => {
  for (const ground of [palette.ground, palette.raised]) {
    for (const text of ["text", "muted", "link", "violated", "unknown", "satisfied"] as const)
      expect(contrast(palette[text], ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
  expect(contrast(palette.text, palette.bar)).toBeGreaterThanOrEqual(4.5);
});
