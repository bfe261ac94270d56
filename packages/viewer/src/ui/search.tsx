import type { Choices, Filter } from "../search/filter.js";
import { clipMiddle } from "../text/clip.js";
import { visible } from "../text/visible.js";

export interface SearchProps {
  readonly filter: Filter;
  readonly choices: Choices;
  /** Whether first arguments are keys. */
  readonly keyed: boolean;
  readonly onFilter: (filter: Filter) => void;
  /** How many fit; absent where nothing is looked for. */
  readonly found: number | undefined;
  readonly onJump: (step: 1 | -1) => void;
}

/** The most characters of a choice. */
const MOST_OF_CHOICE = 60;
const parts = ["object", "key", "method", "result", "session"] as const;

/** Looks for operations by their text and by their parts. */
export function Search({ filter, choices, keyed, onFilter, found, onJump }: SearchProps) {
  const nameOf = (part: (typeof parts)[number]): string => (part === "key" && !keyed ? "value" : part);
  return (
    <div class="search" role="search">
      <input
        id="search"
        type="search"
        placeholder="Search"
        title="Words of an operation, or its number: write 3, #12 (press /)"
        aria-label="Search operations"
        value={filter.text}
        onInput={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
        onKeyDown={(event) => event.key === "Enter" && onJump(event.shiftKey ? -1 : 1)}
      />
      {parts.map(
        (part) =>
          choices[part].length > 0 && (
            <select
              key={part}
              aria-label={`Only this ${nameOf(part)}`}
              value={filter[part]}
              class={filter[part] === "" ? "" : "active"}
              onChange={(event) => onFilter({ ...filter, [part]: event.currentTarget.value })}
            >
              <option value="">{nameOf(part)}</option>
              {choices[part].map((value) => (
                <option key={value} value={value}>
                  {visible(clipMiddle(value, MOST_OF_CHOICE))}
                </option>
              ))}
            </select>
          ),
      )}
      <div class={found === undefined ? "hidden" : "matches"}>
        <span class="found" aria-live="polite">
          {found !== undefined && `${found.toLocaleString("en")} found`}
        </span>
        {found !== undefined && found > 0 && (
          <div class="group">
            <button type="button" onClick={() => onJump(-1)} aria-label="Previous match">
              ↑
            </button>
            <button type="button" onClick={() => onJump(1)} aria-label="Next match">
              ↓
            </button>
          </div>
        )}
      </div>
    </div>
  );
}
