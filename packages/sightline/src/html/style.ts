import type { PageColours } from "@sightline/viewer";

/** The colours of a scheme. Those of text stand out from both grounds by at least 4.5 to 1. */
export interface Palette extends PageColours {
  readonly bar: string;
}

/** Light and dark. */
export const palettes: { readonly light: Palette; readonly dark: Palette } = {
  light: {
    ground: "#ffffff",
    raised: "#f4f6f8",
    text: "#1b1f24",
    muted: "#57606a",
    line: "#d5dae0",
    link: "#0b5cad",
    bar: "#dbe9f9",
    violated: "#b3261e",
    unknown: "#7d5200",
    satisfied: "#116329",
  },
  dark: {
    ground: "#11151a",
    raised: "#1b2128",
    text: "#e6eaef",
    muted: "#a3adb8",
    line: "#343c46",
    link: "#79b8ff",
    bar: "#1f3a5a",
    violated: "#ff9089",
    unknown: "#eab440",
    satisfied: "#5fd07a",
  },
};

const variables = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(";");

/** The style of the page. */
export const css = `
:root{color-scheme:light;${variables(palettes.light)}}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;${variables(palettes.dark)}}}
*{box-sizing:border-box}
:root{--under:var(--ground);--shade:color-mix(in srgb,var(--text) 22%,transparent)}
article{--under:var(--raised)}
.lanes{--under:var(--ground)}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:72rem;background:var(--ground);color:var(--text);
  font:1rem/1.5 system-ui,sans-serif;-webkit-text-size-adjust:100%}
h1{font-size:1.6rem;margin:0 0 1rem}
h2{font-size:1.25rem;margin:2.5rem 0 .75rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
h3{font-size:1.05rem;margin:0 0 .25rem;overflow-wrap:anywhere}
p,li{overflow-wrap:anywhere}
p{margin:.5rem 0}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
code,pre,svg text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
  font-size:.8125rem}
code{overflow-wrap:anywhere;unicode-bidi:isolate}
.meta,figcaption{color:var(--muted);font-size:.875rem}
.counts{display:flex;flex-wrap:wrap;gap:.75rem;padding:0;margin:0 0 1rem;list-style:none}
.counts li{flex:1 1 8rem;padding:.75rem 1rem;background:var(--raised);border-radius:.5rem;
  border-left:.3rem solid var(--line)}
.counts b{display:block;font-size:1.6rem;line-height:1.2}
.counts .violated,.counts .bad{border-color:var(--violated)}
.counts .unknown{border-color:var(--unknown)}
.counts .satisfied{border-color:var(--satisfied)}
.verdict{font-weight:600;white-space:nowrap}
.verdict.violated,.bad b{color:var(--violated)}
.verdict.unknown{color:var(--unknown)}
.verdict.satisfied{color:var(--satisfied)}
.counts .violated b{color:var(--violated)}
.counts .unknown b{color:var(--unknown)}
.counts .satisfied b{color:var(--satisfied)}
article{margin:1rem 0;padding:1rem;background:var(--raised);border-radius:.5rem;
  border-left:.3rem solid var(--violated)}
article.unknown{border-color:var(--unknown)}
:target{outline:2px solid var(--link);outline-offset:3px}
.reason{overflow-wrap:anywhere;white-space:pre-line}
.scroll{overflow-x:auto;max-width:100%;
  background:linear-gradient(to right,var(--under) 30%,transparent) left/2rem 100% no-repeat local,
  linear-gradient(to left,var(--under) 30%,transparent) right/2rem 100% no-repeat local,
  linear-gradient(to right,var(--shade),transparent) left/.7rem 100% no-repeat scroll,
  linear-gradient(to left,var(--shade),transparent) right/.7rem 100% no-repeat scroll}
table{border-collapse:collapse;font-size:.875rem}
.wide{width:100%}
.checks:not(:has(td:nth-child(2):not(:empty))) tr>:nth-child(2){display:none}
th,td{padding:.35rem .75rem .35rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
th{color:var(--muted);font-weight:600;white-space:nowrap}
td.text{overflow-wrap:anywhere;min-width:8rem}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tr.stuck td{color:var(--violated);font-weight:600}
pre{margin:.75rem 0;padding:.6rem .75rem;background:var(--ground);border:1px solid var(--line);
  border-radius:.375rem;white-space:pre-wrap;overflow-wrap:anywhere;user-select:all;-webkit-user-select:all}
figure{margin:.75rem 0}
figcaption{margin-top:.25rem}
.lanes{display:flex;padding:.25rem .5rem;background:var(--ground);border:1px solid var(--line);
  border-radius:.375rem}
.lanes>svg{flex:none}
.lanes>.scroll{flex:1 1 auto;min-width:0}
svg{display:block}
svg text{fill:var(--text);font-size:12px}
svg text.session{fill:var(--muted)}
.moment{stroke:var(--line);stroke-dasharray:2 3;fill:none}
.arrow{stroke:var(--muted);fill:none}
.bar rect,.bar path{fill:var(--bar);stroke:var(--link)}
.bar.open path{stroke-dasharray:4 3}
.bar.stuck rect,.bar.stuck path{fill:var(--ground);stroke:var(--violated);stroke-width:2.5}
.bar.stuck text{fill:var(--violated);font-weight:700}
.levels{width:100%;max-width:60rem}
.share{width:45%;min-width:9rem}
.levels tr.best th,.levels tr.best td{color:var(--satisfied);font-weight:600}
.interval{height:1.1rem;width:100%;overflow:visible}
.interval .track{fill:var(--raised);stroke:var(--line)}
.interval .band{fill:var(--bar);stroke:var(--link)}
.interval .rate{stroke:var(--violated);stroke-width:3}
.interval .good{stroke:var(--satisfied)}
.program th,.program td{padding-right:1.1rem}
.program thead th{vertical-align:bottom}
.program .thread{color:var(--text)}
.program .call code{color:var(--text)}
.program .first,.program .thread{border-left:2px solid var(--line);padding-left:.75rem}
.program .value{white-space:nowrap}
.program .share{width:10rem}
.scatter{max-width:100%;height:auto}
svg.scatter text{font-size:14px}
.dot{fill-opacity:.65}
.dot.satisfied{fill:var(--satisfied)}
.key.satisfied{color:var(--satisfied)}
.key.violated{color:var(--violated)}
.key.unknown{color:var(--unknown)}
.dot.violated{fill:var(--violated)}
.dot.unknown{fill:var(--unknown)}
.rungs{display:inline-flex;flex-wrap:wrap;gap:2px}
.rungs span{padding:0 .4rem;border:1px solid var(--line);color:var(--muted);font-size:.75rem}
.rungs .holds{background:var(--bar);color:var(--text);border-color:var(--link)}
.rungs .best{font-weight:700}
details{margin:.5rem 0}
summary{cursor:pointer;overflow-wrap:anywhere}
ol{margin:.5rem 0;padding-left:3.5rem}
ol li::marker{color:var(--muted);font-size:.8125rem}
@media (max-width:40rem){body{padding:1rem .75rem 3rem}article{padding:.75rem}
  .counts li{flex-basis:6.5rem}
  .levels,.levels thead,.levels tbody{display:block}
  .levels tr{display:grid;grid-template-columns:repeat(5,minmax(0,1fr));border-bottom:1px solid var(--line)}
  .levels th,.levels td{border:0;padding-right:0;font-size:.8125rem}
  .levels tr>:nth-child(6){grid-column:1/4;width:auto;padding-right:.75rem}
  .levels tr>:nth-child(7){grid-column:4/6}
  .checks tr>:nth-child(6),.checks tr>:nth-child(7){display:none}
  .rungs{min-width:9rem}}
@media print{article,tr{break-inside:avoid}.scroll{overflow:visible}}
`;
