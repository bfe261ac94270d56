import { shorten, type Violation } from "@sightline/core";
import type { Texts } from "../document/texts.js";
import { kindWords } from "../reason/edges.js";
import { clipMiddle } from "../text/clip.js";
import { visible } from "../text/visible.js";
import { isPress } from "./is-press.js";

export interface CycleProps {
  readonly cycle: NonNullable<Violation["cycle"]>;
  readonly texts: Texts;
  readonly selected: number;
  readonly onSelect: (edge: number) => void;
}

const [WIDTH, RADIUS] = [360, 104];

/** Orders that lead in a circle, drawn as one; each of them can be chosen. */
export function CycleView({ cycle, texts, selected, onSelect }: CycleProps) {
  const count = cycle.length;
  // Two stand side by side, with an arrow above and one below.
  const height = count === 2 ? 150 : 2 * RADIUS + 84;
  const labels = cycle.map(({ from }) => clipMiddle(texts.has(from) ? texts.named(from) : `#${from}`, 22));
  const place = (at: number): readonly [number, number] => {
    const angle = -Math.PI / 2 + (2 * Math.PI * at) / count + (count === 2 ? Math.PI / 2 : 0);
    return [WIDTH / 2 + Math.cos(angle) * RADIUS, height / 2 + Math.sin(angle) * RADIUS];
  };
  return (
    <section>
      <h3>The circle</h3>
      <svg
        viewBox={`0 0 ${WIDTH} ${height}`}
        class="cycle"
        role="group"
        aria-label="The orders that lead in a circle"
      >
        {cycle.map(({ kind }, at) => {
          const because = told(cycle[at]);
          const [x1, y1] = place(at);
          const [x2, y2] = place((at + 1) % count);
          const [mx, my] = between([x1, y1], [x2, y2], height);
          const end = edgeOf([mx, my], [x2, y2], widthOf(labels[(at + 1) % count]));
          return (
            <g
              key={at}
              class={`edge ${kind}${at === selected ? " current" : ""}`}
              role="button"
              tabIndex={0}
              aria-pressed={at === selected}
              aria-label={`${kindWords[kind]}: ${because}`}
              onClick={() => onSelect(at)}
              onKeyDown={(event) => isPress(event) && onSelect(at)}
            >
              <title>{because}</title>
              <path d={`M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}`} class="wide" />
              <path d={`M${x1} ${y1}Q${mx} ${my} ${end[0]} ${end[1]}`} class="line" />
              <path d={headOf([mx, my], end)} class="head" />
              <g transform={`translate(${(x1 + 2 * mx + x2) / 4} ${(y1 + 2 * my + y2) / 4})`}>
                <rect x="-15" y="-10" width="30" height="20" rx="10" />
                <text>{kind}</text>
              </g>
            </g>
          );
        })}
        {cycle.map(({ from }, at) => {
          const [x, y] = place(at);
          const text = labels[at];
          const w = widthOf(text);
          const left = Math.min(Math.max(x - w / 2, 2), WIDTH - w - 2);
          return (
            <g key={from} class="node">
              <rect x={left} y={y - 13} width={w} height="26" rx="5" />
              <text x={left + w / 2} y={y}>
                {text}
              </text>
            </g>
          );
        })}
      </svg>
      {selected >= 0 && selected < count && (
        <p class="words">
          <span class={`kind ${cycle[selected].kind}`}>{cycle[selected].kind}</span> {told(cycle[selected])}
        </p>
      )}
    </section>
  );
}

/** Why one comes before the other, as it can be read. */
const told = ({ because }: CycleProps["cycle"][number]): string => visible(shorten(because));

const widthOf = (label: string): number => Math.max(40, label.length * 6.9 + 14);

type Point = readonly [number, number];

/** A point outside of the straight line, away from the middle. */
function between([x1, y1]: Point, [x2, y2]: Point, height: number): Point {
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const [dx, dy] = [mx - WIDTH / 2, my - height / 2];
  const far = Math.hypot(dx, dy);
  if (far < 1) return [mx + (y2 - y1) * 0.45, my - (x2 - x1) * 0.45];
  return [mx + (dx / far) * 34, my + (dy / far) * 34];
}

/** The half of a node's height, and how far an arrow stays away from it. */
const [HALF, AWAY] = [13, 4];

/** Where a line towards the middle of a node meets its edge. */
function edgeOf([mx, my]: Point, [x, y]: Point, width: number): Point {
  const [dx, dy] = [mx - x, my - y];
  const part = Math.min((width / 2 + AWAY) / (Math.abs(dx) || 1e-9), (HALF + AWAY) / (Math.abs(dy) || 1e-9));
  return [x + dx * part, y + dy * part];
}

function headOf([mx, my]: Point, [x, y]: Point): string {
  const angle = Math.atan2(y - my, x - mx);
  const wing = (turn: number): string =>
    `${x - 9 * Math.cos(angle + turn)} ${y - 9 * Math.sin(angle + turn)}`;
  return `M${x} ${y}L${wing(0.45)}L${wing(-0.45)}Z`;
}
