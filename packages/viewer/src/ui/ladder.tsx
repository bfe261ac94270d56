import type { Result } from "@sightline/core";
import type { Rung } from "../ladder/rungs.js";

/** What is known of a rung. */
export type Standing = { readonly result: Result } | { readonly error: string } | "asked" | undefined;

export interface LadderProps {
  /** Criterion → what it asks. */
  readonly criteria: Readonly<Record<string, string>>;
  readonly rungs: readonly Rung[];
  readonly standings: ReadonlyMap<string, Standing>;
  readonly current: string | undefined;
  readonly onChoose: (name: string) => void;
  /** Starts what has not been started by itself. */
  readonly onStart: (() => void) | undefined;
}

const marks = { satisfied: "✔", violated: "✘", unknown: "?" } as const;
const [COLUMN, ROW, BOX, HEIGHT] = [186, 50, 166, 32];

/** Which criteria hold of the history and which do not, as a lattice: what stands below is implied. */
export function Ladder({ criteria, rungs, standings, current, onChoose, onStart }: LadderProps) {
  const first = Math.min(...rungs.map(({ row }) => row));
  const rows = Math.max(...rungs.map(({ row }) => row)) - first + 1;
  const place = ({ row, column }: Rung): readonly [number, number] => [
    4 + column * COLUMN,
    4 + (row - first) * ROW,
  ];
  /** Whether another stands between the two. */
  const isHidden = (above: Rung, below: Rung): boolean =>
    rungs.some(({ row, column }) => column === above.column && row > above.row && row < below.row);
  return (
    <section>
      <h3>What holds, and what does not</h3>
      <p class="muted">
        A line leads down from each criterion to those that it implies. Choose one to see why.
      </p>
      {onStart !== undefined && (
        <button type="button" onClick={onStart}>
          Check them all
        </button>
      )}
      <div class="ladder" style={{ height: `${rows * ROW}px` }}>
        <svg aria-hidden="true" width={2 * COLUMN + 8} height={rows * ROW}>
          {rungs.flatMap((rung) =>
            rung.implies.map((name) => {
              const below = rungs.find((one) => one.name === name);
              if (below === undefined) return undefined;
              const holds = verdictOf(standings.get(rung.name)) === "satisfied";
              return (
                <path
                  key={`${rung.name} ${name}`}
                  class={holds ? "holds" : ""}
                  d={lineBetween(place(rung), place(below), isHidden(rung, below))}
                />
              );
            }),
          )}
        </svg>
        {rungs.map((rung) => {
          const standing = standings.get(rung.name);
          const verdict = verdictOf(standing);
          const [left, top] = place(rung);
          const state = verdict ?? (standing === "asked" ? "being checked" : "not checked");
          return (
            <button
              type="button"
              key={rung.name}
              class={`rung ${verdict ?? ""}`}
              style={{ left: `${left}px`, top: `${top}px`, width: `${BOX}px`, height: `${HEIGHT}px` }}
              aria-pressed={rung.name === current}
              aria-label={`${rung.name}: ${state}`}
              title={criteria[rung.name]}
              onClick={() => onChoose(rung.name)}
            >
              <span aria-hidden="true">
                {verdict === undefined ? (standing === "asked" ? "…" : "·") : marks[verdict]}
              </span>
              {rung.name}
            </button>
          );
        })}
      </div>
      {current !== undefined && criteria[current] !== undefined && (
        <p class="words">
          <b>{current}</b>: {criteria[current]}
        </p>
      )}
    </section>
  );
}

type Place = readonly [number, number];

/** From a box down to another: straight, past what stands between, or over to the other column. */
function lineBetween([x1, y1]: Place, [x2, y2]: Place, past: boolean): string {
  const [from, to] = [y1 + HEIGHT / 2, y2 + HEIGHT / 2];
  // The longer the way, the further out, so that ways can be told apart.
  const aside = x1 + BOX + 8 + (4 * (to - from)) / ROW;
  if (x1 === x2)
    return past
      ? `M${x1 + BOX} ${from}C${aside} ${from} ${aside} ${to} ${x2 + BOX} ${to}`
      : `M${x1 + 22} ${y1 + HEIGHT}V${y2}`;
  const [out, into] = x1 < x2 ? [x1 + BOX, x2] : [x1, x2 + BOX];
  const bend = x1 < x2 ? 16 : -16;
  return `M${out} ${from}C${out + bend} ${from} ${into - bend} ${to} ${into} ${to}`;
}

const verdictOf = (standing: Standing): Result["verdict"] | undefined =>
  typeof standing === "object" && "result" in standing ? standing.result.verdict : undefined;
