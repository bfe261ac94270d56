// Draws what the command really prints as an SVG for the README: node scripts/picture.mjs
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";

const command = ["check", "examples/etcd"];
const { stdout } = spawnSync(process.execPath, ["packages/sightline/bin/sightline.js", ...command], {
  encoding: "utf8",
  env: { ...process.env, FORCE_COLOR: "1" },
});

const colours = { 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 36: "#79c0ff", 2: "#8b949e" };
const escape = (text) => text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
const [charWidth, lineHeight, margin] = [8.4, 20, 20];

/** One line with its ANSI colours as coloured spans. */
function spans(line) {
  let colour;
  let bold = false;
  return line
    .split(/(\x1b\[\d+m)/)
    .map((piece) => {
      const code = /^\x1b\[(\d+)m$/.exec(piece)?.[1];
      if (code === undefined) {
        if (piece === "") return "";
        const style = `${colour ? ` fill="${colour}"` : ""}${bold ? ' font-weight="bold"' : ""}`;
        return `<tspan${style}>${escape(piece)}</tspan>`;
      }
      if (code === "1") bold = true;
      else if (code === "22") [bold, colour] = [false, undefined];
      else if (code === "39") colour = undefined;
      else colour = colours[code];
      return "";
    })
    .join("");
}

const lines = [`$ npx sightline ${command.join(" ")}`, ...stdout.trimEnd().split("\n")];
const width =
  Math.max(...lines.map((line) => line.replace(/\x1b\[\d+m/g, "").length)) * charWidth + 2 * margin;
const height = lines.length * lineHeight + 2 * margin;
const text = lines
  .map(
    (line, i) =>
      `<text x="${margin}" y="${margin + 14 + i * lineHeight}" xml:space="preserve">${spans(line)}</text>`,
  )
  .join("\n");
writeFileSync(
  "docs/images/check.svg",
  `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(width)}" height="${height}" viewBox="0 0 ${Math.ceil(width)} ${height}">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3">
${text}
</g>
</svg>
`,
);
