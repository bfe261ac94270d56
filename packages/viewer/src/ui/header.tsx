import { useEffect, useState } from "preact/hooks";
import { visible } from "../text/visible.js";
import { documentOf, type Loaded } from "./loaded.js";
import type { Entry } from "./entries.js";
import type { Theme } from "./use-theme.js";

export interface HeaderProps {
  readonly entries: readonly Entry[];
  readonly entry: number;
  readonly onChoose: (at: number) => void;
  readonly loaded: Loaded | undefined;
  readonly isOpening: boolean;
  readonly onOpen: () => void;
  readonly theme: Theme;
  readonly hasReport: boolean;
  readonly onReport: () => void;
  readonly onSave: (document: ReturnType<typeof documentOf>) => Promise<void>;
  readonly share: () => Promise<string>;
}

/** A word on what was done stands so many milliseconds. */
const SAID_FOR = 4000;
/** Longer addresses are cut off by what people send them with. */
const MOST_OF_LINK = 30_000;
const marks: Readonly<Record<string, string>> = { satisfied: "✔ ", violated: "✘ ", unknown: "? " };

/** The name of the page, which history it shows, and what to do with it. */
export function Header(props: HeaderProps) {
  const { entries, entry, onChoose, loaded, isOpening, onOpen, theme, hasReport, onReport, onSave } = props;
  const [said, setSaid] = useState("");
  /** To be copied by hand. */
  const [link, setLink] = useState<string>();
  useEffect(() => {
    if (said === "" || link !== undefined) return;
    const timer = setTimeout(() => setSaid(""), SAID_FOR);
    return () => clearTimeout(timer);
  }, [said, link]);
  const share = async (): Promise<void> => {
    const fragment = await props.share();
    if (fragment.length > MOST_OF_LINK) {
      setSaid("Too long for a link: save it as a file instead.");
      setLink(undefined);
      return;
    }
    history.replaceState(null, "", fragment);
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid("Link copied.");
      setLink(undefined);
    } catch {
      setSaid("Copy this link:");
      setLink(location.href);
    }
  };
  return (
    <header>
      <h1>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M1.5 12C5 6.5 8.5 4.5 12 4.5S19 6.5 22.5 12C19 17.5 15.5 19.5 12 19.5S5 17.5 1.5 12Z" />
          <path d="M4 12H20" />
          <circle cx="12" cy="12" r="3.2" />
        </svg>
        Sightline
      </h1>
      {entries.length > 1 && !isOpening ? (
        <select
          class="title"
          aria-label="History"
          value={String(entry)}
          onChange={(event) => onChoose(Number(event.currentTarget.value))}
        >
          {entries.map(({ title, verdict = "" }, at) => (
            <option key={at} value={String(at)}>
              {marks[verdict] ?? ""}
              {visible(title)}
            </option>
          ))}
        </select>
      ) : (
        <span class="title">{isOpening ? "" : visible(loaded?.title ?? "")}</span>
      )}
      <span class="said" role="status">
        {said}
        {link !== undefined && (
          <input readOnly value={link} aria-label="Link" onFocus={(event) => event.currentTarget.select()} />
        )}
      </span>
      <nav>
        {hasReport && (
          <button type="button" onClick={onReport}>
            Report
          </button>
        )}
        <button type="button" onClick={onOpen} aria-pressed={isOpening}>
          Open
        </button>
        <button type="button" onClick={() => void share()} disabled={loaded === undefined}>
          Share
        </button>
        <button
          type="button"
          disabled={loaded === undefined}
          onClick={() => loaded !== undefined && void onSave(documentOf(loaded))}
        >
          Save
        </button>
        <button
          type="button"
          onClick={theme.onToggle}
          aria-label={theme.name === "dark" ? "Light colours" : "Dark colours"}
          title="Light or dark"
        >
          {theme.name === "dark" ? "☀" : "☾"}
        </button>
      </nav>
    </header>
  );
}
