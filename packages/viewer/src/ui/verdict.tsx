import type { Violation } from "@sightline/core";
import { rungsFor } from "../ladder/rungs.js";
import { count } from "../text/clip.js";
import type { Loaded } from "./loaded.js";
import { Named } from "./named.js";

export interface VerdictProps {
  /** Criterion → what it asks. */
  readonly criteria: Readonly<Record<string, string>>;
  readonly loaded: Loaded;
  /** The milliseconds that a check has taken so far; absent where none is under way. */
  readonly busy: number | undefined;
  readonly error: string | undefined;
  readonly onCancel: () => void;
  readonly onCheck: (criterion: string | undefined, type: string | undefined) => void;
  readonly onSelect: (id: number) => void;
}

const marks = { satisfied: "✔", violated: "✘", unknown: "?" } as const;

/** The verdict, why, and what else to ask. */
export function Verdict({ criteria, loaded, busy, error, onCancel, onCheck, onSelect }: VerdictProps) {
  const { history, texts, result, criterion, type } = loaded;
  const names = rungsFor(type ?? history.type, history.timed).map(({ name }) => name);
  const current = criterion ?? "";
  const options = current === "" || names.includes(current) ? names : [current, ...names];
  const kind = error !== undefined ? "error" : (result?.verdict ?? "busy");
  return (
    <section class={`verdict ${kind}`} aria-label="Verdict">
      <div class="row">
        <h2>
          {result === undefined ? (
            <span>{busy === undefined ? "Not checked" : "Checking"}</span>
          ) : (
            <span class={result.verdict}>
              <span aria-hidden="true">{marks[result.verdict]}</span> {result.verdict}
            </span>
          )}
          <select
            aria-label="Criterion"
            value={current}
            title={criteria[current]}
            onChange={(event) => onCheck(event.currentTarget.value, type)}
          >
            {current === "" && <option value="">…</option>}
            {options.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </h2>
        <span class="muted">
          {type ?? history.type ?? "no type"} · {count(history.size, "operation")} in{" "}
          {count(history.sessions.length, "session")}
          {result !== undefined && ` · ${result.stats.algorithm} · ${duration(result.stats.milliseconds)}`}
        </span>
        {busy !== undefined && (
          <span class="progress" role="status">
            <span class="spinner" aria-hidden="true" /> {duration(busy)}{" "}
            <button type="button" onClick={onCancel}>
              Cancel
            </button>
          </span>
        )}
      </div>
      <p class="reason" role={error === undefined ? undefined : "alert"}>
        {error ??
          (result?.verdict === "violated" ? (
            <Named words={sentence(reasonOf(result.violation))} texts={texts} onSelect={onSelect} />
          ) : result?.verdict === "satisfied" ? (
            "An order of the operations explains every result."
          ) : result?.verdict === "unknown" ? (
            `Not decided (${result.reason}). Established: ${result.established}`
          ) : busy === undefined ? (
            "Cancelled."
          ) : (
            "…"
          ))}
      </p>
    </section>
  );
}

const duration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)}\u00a0ms` : `${(milliseconds / 1000).toFixed(1)}\u00a0s`;

/** In one sentence where the steps say the rest. */
const reasonOf = ({ headline, steps = [], reason }: Violation): string =>
  headline !== undefined && steps.length > 0 ? headline : reason;

const sentence = (words: string): string =>
  words.slice(0, 1).toUpperCase() + words.slice(1) + (/[.!?]$/u.test(words) ? "" : ".");
